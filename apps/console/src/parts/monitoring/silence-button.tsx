import { Button } from '@patternfly/react-core';
import type { NewSilence, ResourceWithType, SilenceScope } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useChanged, wardstone } from '../../api/client';
import { useMay } from '../../shell/caller';
import { silenceTexts as texts } from '../../texts/silences';
import { endProblem } from '../end-problem';
import { ChoiceField, FormDialog, LongTextField, TextField } from '../forms';
import { useNow } from '../values';
import { type Duration, firstTimes, isComplete, silenceTimes } from './silence-draft';

type Named = Pick<ResourceWithType, 'resourceId' | 'resourceName'>;

/** What may be silenced from where one stands, in words. */
export type ScopeChoice = readonly [scope: SilenceScope, text: string];

/** A resource, usually with all that is part of it. */
export function ofResource({ resourceId: id, resourceName: name }: Named): ScopeChoice[] {
  return [
    [{ kind: 'RESOURCE', id, descendants: true }, texts.scopes.subtree(name)],
    [{ kind: 'RESOURCE', id, descendants: false }, texts.scopes.resource(name)],
  ];
}

interface SilenceButtonProps {
  /** What the page is about. */
  name: string;
  /** The usual one first. */
  scopes: readonly ScopeChoice[];
}

/** A button that silences alerts, for those who may define them. */
export function SilenceButton(props: SilenceButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('MANAGE_ALERTS')) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {texts.silence}
      </Button>
      {isOpen && <SilenceDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

const LONGEST_REASON = 1_000;

function SilenceDialog({ name, scopes, close }: SilenceButtonProps & { close: () => void }): ReactNode {
  const now = useNow();
  const [scope, setScope] = useState('0');
  const [duration, setDuration] = useState<Duration>('hour');
  const [times, setTimes] = useState(() => firstTimes(now));
  const [reason, setReason] = useState('');
  const changed = useChanged();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = (): Promise<unknown> => {
    const body: NewSilence = {
      ...{ scope: scopes[Number(scope)]![0], reason: reason.trim() },
      ...silenceTimes(duration, times, now, zone),
    };
    return changed(wardstone.post('/rest/silence', { body }));
  };
  const recurs = duration === 'daily' || duration === 'weekly' || duration === 'monthly';
  return (
    <FormDialog
      title={texts.silenceOf(name)}
      action={texts.silence}
      description={texts.help}
      isReady={reason.trim() !== '' && isComplete(duration, times)}
      submit={submit}
      submitted={close}
      close={close}
    >
      {scopes.length > 1 && (
        <ChoiceField
          label={texts.covers}
          value={scope}
          change={setScope}
          options={scopes.map(([, text], at) => [String(at), text])}
          isRequired
        />
      )}
      <ChoiceField
        label={texts.duration}
        value={duration}
        change={setDuration}
        options={Object.entries(texts.durations) as [Duration, string][]}
        isRequired
      />
      {(recurs || duration === 'times') && (
        <>
          <TextField
            label={recurs ? texts.firstStarts : texts.starts}
            type="datetime-local"
            value={times.start}
            change={(start) => setTimes({ ...times, start })}
            isRequired
          />
          <TextField
            label={recurs ? texts.firstEnds : texts.ends}
            type="datetime-local"
            value={times.end}
            change={(end) => setTimes({ ...times, end })}
            problem={endProblem(times.start, times.end)}
            help={recurs ? texts.zone(zone) : undefined}
            isRequired
          />
        </>
      )}
      <LongTextField
        label={texts.reason}
        value={reason}
        change={setReason}
        help={texts.reasonHelp}
        maxLength={LONGEST_REASON}
        isRequired
      />
    </FormDialog>
  );
}
