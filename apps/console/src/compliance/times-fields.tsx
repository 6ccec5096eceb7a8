import type { ReactNode } from 'react';
import { ChoiceField, TextField } from '../parts/forms';
import { complianceTexts } from '../texts/compliance';
import { scheduleTexts as words } from '../texts/schedule';
import type { CalendarKind, CalendarTimes } from './calendar-times';
import { cronText } from './cron-text';

const { scans: texts } = complianceTexts;

/** Times of a calendar, in a time zone. */
export interface ZonedTimes extends CalendarTimes {
  zone: string;
}

/** Describes the times in words if the expression is complete; otherwise explains the syntax. */
function cronHelp(cron: string): string {
  const inWords = cronText(cron);
  return inWords === undefined ? texts.cronHelp : `${inWords}. ${texts.cronHelp}`;
}

/** Weekdays, starting with Monday. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0].map((day) => [String(day), words.cronWords.weekdays[day]!] as const);

interface TimesFieldsProps {
  kind: CalendarKind;
  times: ZonedTimes;
  field: (name: keyof ZonedTimes) => { value: string; change: (value: string) => void };
}

/** Fields for the times of a schedule. */
export function TimesFields({ kind, times, field }: TimesFieldsProps): ReactNode {
  return (
    <>
      {kind === 'weekly' && <ChoiceField {...field('weekday')} label={words.weekday} options={WEEKDAYS} isRequired />}
      {kind === 'monthly' && (
        <TextField {...field('day')} label={words.day} help={words.dayHelp} type="number" min={1} isRequired />
      )}
      {kind === 'cron' ? (
        <TextField {...field('cron')} label={texts.cron} help={cronHelp(times.cron)} isRequired />
      ) : (
        <TextField {...field('time')} label={words.time} type="time" isRequired />
      )}
      <TextField {...field('zone')} label={texts.zone} help={texts.zoneHelp} isRequired />
    </>
  );
}
