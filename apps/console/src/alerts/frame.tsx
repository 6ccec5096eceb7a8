import type { ReactNode } from 'react';
import { choice } from '../parts/filters';
import { List } from '../parts/list';
import { ConsolePage, PageTabs } from '../parts/page';
import { EmptyPart } from '../parts/states';
import { alertTexts } from '../texts/alerts';
import { heartbeatTexts } from '../texts/heartbeats';
import { integrationTexts } from '../texts/integrations';
import { incidentTexts } from '../texts/incidents';
import { onCallTexts } from '../texts/on-call';
import { silenceTexts } from '../texts/silences';

const TABS = [
  { to: '/alerts', title: alertTexts.fired },
  { to: '/alerts/incidents', title: incidentTexts.title },
  { to: '/alerts/definitions', title: alertTexts.definitions },
  { to: '/alerts/silences', title: silenceTexts.title },
  { to: '/alerts/heartbeats', title: heartbeatTexts.title },
  { to: '/alerts/integrations', title: integrationTexts.title },
  { to: '/alerts/on-call', title: onCallTexts.title },
];

interface AlertsFrameProps {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of the pages that list alerts and related records. */
export function AlertsFrame({ title = alertTexts.title, actions, children }: AlertsFrameProps): ReactNode {
  return (
    <ConsolePage title={title} actions={actions} tabs={<PageTabs label={alertTexts.pages} tabs={TABS} />}>
      {children}
    </ConsolePage>
  );
}

interface EndingListProps<T> extends Pick<Parameters<typeof List<T>>[0], 'source' | 'fetchPage' | 'columns'> {
  words: Record<'title' | 'search' | 'state' | 'ended' | 'notEnded', string> & {
    empty: { title: string; body: string };
  };
  /** Shown in an empty list. */
  action: ReactNode;
}

/** List of records that end at some time, filtered by text (`q`) and by whether they have ended (`ended`). */
export function EndingList<T extends { id: number }>({ words, action, ...list }: EndingListProps<T>): ReactNode {
  return (
    <AlertsFrame>
      <List<T>
        {...list}
        label={words.title}
        toKey={({ id }) => String(id)}
        isLive
        filters={[
          { kind: 'text', name: 'q', label: words.search },
          choice('ended', words.state, [
            ['false', words.notEnded],
            ['true', words.ended],
          ]),
        ]}
        empty={<EmptyPart {...words.empty} action={action} />}
      />
    </AlertsFrame>
  );
}
