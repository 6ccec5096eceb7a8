import { Button } from '@patternfly/react-core';
import type { NewSilence, ResourceWithType, SilenceScope } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useChanged, wardstone } from '../../api/client';
import { useMay } from '../../api/caller';
import { silenceTexts as texts } from '../../texts/silences';
import { endProblem } from '../end-problem';
import { ChoiceField, FormDialog, LongTextField, TextField, useFields } from '../forms';
import { useNow } from '../values';
import { type Duration, firstTimes, isComplete, type LocalTimes, silenceTimes } from './silence-draft';

type Named = Pick<ResourceWithType, 'resourceId' | 'resourceName'>;

/** A possible scope of a silence, with its text. */
export type ScopeChoice = readonly [scope: SilenceScope, text: string];

/** A resource, usually including its children. */
export function toResourceScopes({ resourceId: id, resourceName: name }: Named): ScopeChoice[] {
  return [
    [{ kind: 'RESOURCE', id, descendants: true }, texts.scopes.subtree(name)],
    [{ kind: 'RESOURCE', id, descendants: false }, texts.scopes.resource(name)],
  ];
}

interface SilenceButtonProps {
  /** Name of the silenced object. */
  name: string;
  /** The default comes first. */
  scopes: readonly ScopeChoice[];
}

/** Button that creates a silence; shown only with the permission. */
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

const MAX_LENGTH = 1_000;

interface Draft extends LocalTimes {
  /** Index of the selected choice. */
  scope: string;
  duration: Duration;
  reason: string;
}

function SilenceDialog({ name, scopes, close }: SilenceButtonProps & { close: () => void }): ReactNode {
  const now = useNow();
  const [draft, field] = useFields<Draft>(() => ({ scope: '0', duration: 'hour', reason: '', ...firstTimes(now) }));
  const { scope, duration, reason, ...times } = draft;
  const changed = useChanged();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = (): Promise<unknown> => {
    const body: NewSilence = {
      scope: scopes[Number(scope)]![0],
      reason: reason.trim(),
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
          {...field('scope')}
          label={texts.covers}
          options={scopes.map(([, text], at) => [String(at), text])}
          isRequired
        />
      )}
      <ChoiceField
        {...field('duration')}
        label={texts.duration}
        options={Object.entries(texts.durations) as [Duration, string][]}
        isRequired
      />
      {(recurs || duration === 'times') && (
        <>
          <TextField
            {...field('start')}
            label={recurs ? texts.firstStarts : texts.starts}
            type="datetime-local"
            isRequired
          />
          <TextField
            {...field('end')}
            label={recurs ? texts.firstEnds : texts.ends}
            type="datetime-local"
            problem={endProblem(times.start, times.end)}
            help={recurs ? texts.zone(zone) : undefined}
            isRequired
          />
        </>
      )}
      <LongTextField
        {...field('reason')}
        label={texts.reason}
        help={texts.reasonHelp}
        maxLength={MAX_LENGTH}
        isRequired
        isFocused
      />
    </FormDialog>
  );
}
