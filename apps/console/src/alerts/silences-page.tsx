import { Button } from '@patternfly/react-core';
import type { SilenceRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useChanged, wardstone } from '../api/client';
import { ConfirmDialog } from '../parts/forms';
import { Person, usePersonText } from '../parts/person';
import { Status, Time } from '../parts/values';
import { LinkButton } from '../parts/page';
import { column } from '../parts/list';
import { pagesFrom } from '../api/monitoring';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { silenceTexts as texts } from '../texts/silences';
import { EndingList } from './frame';

const SOURCE = '/rest/silence';

/** Silences, with their reasons. */
export function SilencesPage(): ReactNode {
  return (
    <EndingList<SilenceRest>
      words={texts}
      source={SOURCE}
      fetchPage={pagesFrom(SOURCE, ['q', 'ended'])}
      columns={[
        column('reason', texts.reason, 'sortable', ({ reason }) => reason),
        column('covers', texts.covers, (row) => <Covered silence={row} />),
        column('state', texts.state, (row) => <State silence={row} />),
        column('startTime', texts.window, 'sortable', (row) => <Window silence={row} />),
        column('author', texts.author, 'sortable', ({ author }) => <Person login={author} />),
        column('actions', texts.actions, (row) => <Actions silence={row} />),
      ]}
      action={<LinkButton to="/inventory">{texts.noEmpty}</LinkButton>}
    />
  );
}

const PAGES: Partial<Record<SilenceRest['scope']['kind'], string>> = {
  RESOURCE: '/inventory',
  GROUP: '/groups',
  GROUP_DEFINITION: '/groups/definitions',
  DEFINITION: '/alerts/definitions',
};

function Covered({ silence: { scope, place } }: { silence: SilenceRest }): ReactNode {
  const { kind, id, name, descendants } = scope;
  const page = PAGES[kind];
  // A resource is shown with its host and a definition with its owner, because names repeat.
  const title = kind === 'RESOURCE' ? (place ?? name) : name;
  return (
    <>
      {page === undefined ? title : <Link to={`${page}/${id}`}>{title}</Link>}
      {kind !== 'RESOURCE' && place !== undefined && <div className="text small">{place}</div>}
      <div className="text small">
        {texts.kinds[kind]}
        {kind === 'RESOURCE' && `, ${descendants ? texts.withParts : texts.only}`}
      </div>
    </>
  );
}

function State({ silence: { state, endedBy } }: { silence: SilenceRest }): ReactNode {
  const personText = usePersonText();
  if (state === 'ACTIVE') return <Status kind="info">{texts.states.ACTIVE}</Status>;
  return endedBy === null ? texts.states[state] : texts.endedBy(personText(endedBy));
}

/** The current or next window of a silence, or the last one if it has ended. */
function Window({ silence }: { silence: SilenceRest }): ReactNode {
  const { windowStart, windowEnd, startTime, endTime, rule } = silence;
  const [start, end] = windowStart === 0 ? [startTime, endTime] : [windowStart, windowEnd];
  const often = /FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)/.exec(rule ?? '')?.[1] as keyof typeof texts.rules | undefined;
  return (
    <>
      <Time at={start} /> {texts.until} <Time at={end} />
      {often && <div className="text small">{texts.rules[often]}</div>}
    </>
  );
}

function Actions({ silence: { id, reason, state } }: { silence: SilenceRest }): ReactNode {
  const [isEnding, setEnding] = useState(false);
  const changed = useChanged();
  if (!useMay('MANAGE_ALERTS')) return null;
  const end = (): Promise<unknown> => changed(wardstone.post('/rest/silence/{id}/end', { path: { id } }));
  if (state === 'ENDED') {
    return (
      <RemoveButton
        action={texts.remove}
        title={texts.removeTitle(reason)}
        remove={() => wardstone.delete('/rest/silence/{id}', { path: { id } })}
      >
        {texts.removeBody}
      </RemoveButton>
    );
  }
  return (
    <>
      <Button variant="link" isInline aria-label={texts.endTitle(reason)} onClick={() => setEnding(true)}>
        {texts.end}
      </Button>
      {isEnding && (
        <ConfirmDialog title={texts.endTitle(reason)} action={texts.end} confirm={end} close={() => setEnding(false)}>
          {texts.endBody}
        </ConfirmDialog>
      )}
    </>
  );
}
