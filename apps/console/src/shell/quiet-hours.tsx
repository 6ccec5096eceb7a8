import { Button, FormGroup } from '@patternfly/react-core';
import type { QuietHoursRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { ApiError } from '@wardstone/client';
import { useChanged, useGet, wardstone } from '../api/client';
import { ChoiceField, FormDialog, TextField, Tick } from '../parts/forms';
import { onCallTexts } from '../texts/on-call';

const { quiet: texts } = onCallTexts;
const QUIET = '/rest/on-call/quiet-hours';
const DAYS = Object.keys(texts.dayNames) as Day[];
type Hours = Required<QuietHoursRest>;
type Day = keyof typeof texts.dayNames;
type Priority = Hours['urgentPriority'];

const firstHours = (): Hours => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  startTime: '22:00',
  endTime: '07:00',
  days: DAYS,
  urgentPriority: 'HIGH',
});

/** When the caller is told of urgent alerts alone. */
export function QuietHours({ close }: { close: () => void }): ReactNode {
  const { data, error } = useGet(QUIET);
  const hasNone = error instanceof ApiError && error.status === 404;
  if (!data && !hasNone) return null;
  return <QuietHoursDialog stored={data} close={close} />;
}

function QuietHoursDialog({ stored, close }: { stored: QuietHoursRest | undefined; close: () => void }): ReactNode {
  const [hours, setHours] = useState<Hours>(() => ({ ...firstHours(), ...stored }));
  const changed = useChanged();
  const change = (part: Partial<Hours>): void => setHours({ ...hours, ...part });
  const { timeZone, startTime, endTime, days, urgentPriority } = hours;
  const withDay = (day: Day, isOn: boolean): Day[] =>
    DAYS.filter((each) => (each === day ? isOn : days.includes(each)));
  return (
    <FormDialog
      title={texts.title}
      action={onCallTexts.save}
      description={texts.help}
      isReady={days.length > 0}
      submit={() => changed(wardstone.put(QUIET, { body: hours }))}
      close={close}
    >
      <TextField
        label={texts.start}
        value={startTime}
        change={(next) => change({ startTime: next })}
        maxLength={5}
        isRequired
      />
      <TextField
        label={texts.end}
        value={endTime}
        change={(next) => change({ endTime: next })}
        maxLength={5}
        isRequired
      />
      <TextField label={onCallTexts.zone} value={timeZone} change={(next) => change({ timeZone: next })} isRequired />
      <FormGroup label={texts.days} role="group">
        {DAYS.map((day) => (
          <Tick
            key={day}
            label={texts.dayNames[day]}
            isOn={days.includes(day)}
            change={(isOn) => change({ days: withDay(day, isOn) })}
          />
        ))}
      </FormGroup>
      <ChoiceField<Priority>
        label={texts.urgent}
        value={urgentPriority}
        change={(next) => change({ urgentPriority: next })}
        options={Object.entries(texts.priorities) as [Priority, string][]}
        isRequired
      />
      {stored && (
        <Button variant="link" isInline onClick={() => void changed(wardstone.delete(QUIET)).then(close)}>
          {texts.off}
        </Button>
      )}
    </FormDialog>
  );
}
