import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/states';
import { ConsolePage, LinkButton, PageTabs } from '../parts/page';
import { useMay } from '../shell/caller';
import { alertTexts as texts, alertTexts } from '../texts/alerts';
import { heartbeatTexts } from '../texts/heartbeats';
import { incidentTexts } from '../texts/incidents';
import { onCallTexts } from '../texts/on-call';
import { silenceTexts } from '../texts/silences';
import { AlertTable } from '../parts/monitoring/alert-table';
import { DefinitionTable } from '../parts/monitoring/definition-table';

export const ALERT_TABS = [
  { to: '/alerts', title: texts.fired },
  { to: '/alerts/incidents', title: incidentTexts.title },
  { to: '/alerts/definitions', title: texts.definitions },
  { to: '/alerts/silences', title: silenceTexts.title },
  { to: '/alerts/heartbeats', title: heartbeatTexts.title },
  { to: '/alerts/on-call', title: onCallTexts.title },
];

/** Shown to users who may define alerts. */
function NewDefinitionLink(): ReactNode {
  return useMay('MANAGE_ALERTS') && <LinkButton to="/alerts/definitions/new">{texts.newDefinition}</LinkButton>;
}

/** Alerts that fired. */
export function AlertsPage(): ReactNode {
  const { title, body } = texts.empty;
  return (
    <ConsolePage
      title={texts.title}
      actions={<NewDefinitionLink />}
      tabs={<PageTabs label={texts.pages} tabs={ALERT_TABS} />}
    >
      <AlertTable
        empty={
          <EmptyPart
            title={title}
            body={body}
            action={<LinkButton to="/alerts/definitions">{texts.toDefinitions}</LinkButton>}
          />
        }
      />
    </ConsolePage>
  );
}

/** Definitions of resources, groups and types. */
export function DefinitionsPage(): ReactNode {
  const { list } = alertTexts.definition;
  return (
    <ConsolePage
      title={list.title}
      actions={<NewDefinitionLink />}
      tabs={<PageTabs label={alertTexts.pages} tabs={ALERT_TABS} />}
    >
      <DefinitionTable empty={<EmptyPart {...list.empty} action={<NewDefinitionLink />} />} />
    </ConsolePage>
  );
}
