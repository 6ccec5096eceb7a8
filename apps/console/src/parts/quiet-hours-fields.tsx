import { FormGroup } from '@patternfly/react-core';
import type { QuietHoursRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { onCallTexts } from '../texts/on-call';
import { ChoiceField, TextField, Tick } from './forms';

const { quiet: texts } = onCallTexts;
const DAYS = Object.keys(texts.dayNames) as Day[];
export type Hours = Required<QuietHoursRest>;
type Day = keyof typeof texts.dayNames;
type Priority = Hours['urgentPriority'];

export const firstHours = (): Hours => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  startTime: '22:00',
  endTime: '07:00',
  days: DAYS,
  urgentPriority: 'HIGH',
});

interface QuietHoursFieldsProps {
  hours: Hours;
  change: (hours: Hours) => void;
}

/** Start, end and days of quiet hours, and the priority that overrides them. */
export function QuietHoursFields({ hours, change }: QuietHoursFieldsProps): ReactNode {
  const { days } = hours;
  const field = <N extends keyof Hours>(name: N) => ({
    value: hours[name],
    change: (value: Hours[N]) => change({ ...hours, [name]: value }),
  });
  const withDay = (day: Day, isOn: boolean): Day[] =>
    DAYS.filter((each) => (each === day ? isOn : days.includes(each)));
  return (
    <>
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
    </>
  );
}
