import { Button, FormGroup } from '@patternfly/react-core';
import type { QuietHoursRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { ApiError } from '@wardstone/client';
import { useChanged, useGet, wardstone } from '../api/client';
import { ChoiceField, FormDialog, TextField, Tick, useFields } from '../parts/forms';
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
  const [hours, field] = useFields<Hours>(() => ({ ...firstHours(), ...stored }));
  const changed = useChanged();
  const { days } = hours;
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
      <TextField {...field('startTime')} label={texts.start} maxLength={5} isRequired />
      <TextField {...field('endTime')} label={texts.end} maxLength={5} isRequired />
      <TextField {...field('timeZone')} label={onCallTexts.zone} isRequired />
      <FormGroup label={texts.days} role="group">
        {DAYS.map((day) => (
          <Tick
            key={day}
            label={texts.dayNames[day]}
            isOn={days.includes(day)}
            change={(isOn) => field('days').change(withDay(day, isOn))}
          />
        ))}
      </FormGroup>
      <ChoiceField<Priority>
        {...field('urgentPriority')}
        label={texts.urgent}
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
