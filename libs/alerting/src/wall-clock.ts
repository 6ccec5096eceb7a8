import { DAYS_OF_WEEK, type DayOfWeek } from '@wardstone/terms';
import { RRuleTemporal } from 'rrule-temporal';

/** Local time of a time zone, which keeps times of day across clock changes. */

const EPOCH = new RRuleTemporal({
  rruleString: 'FREQ=DAILY',
  dtstart: { timeZoneId: 'UTC', toString: () => '1970-01-01T00:00:00Z[UTC]' },
  tzid: 'UTC',
}).options().dtstart;

/** A date without time zone, at midnight. */
export type Day = ReturnType<typeof EPOCH.toPlainDateTime>;

/** @param date such as `2026-11-30`; undefined when the date does not exist */
export function parseDay(date: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  try {
    const parts = { year: Number(year), month: Number(month), day: Number(day) };
    return EPOCH.toPlainDateTime().with(parts, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** The local date at a time. */
export function dayAt(timeMs: number, timeZone: string): Day {
  return EPOCH.add({ milliseconds: timeMs }).withTimeZone(timeZone).toPlainDateTime().withPlainTime();
}

export function dayOfWeek(day: Day): DayOfWeek {
  return DAYS_OF_WEEK[day.dayOfWeek - 1]!;
}

/**
 * Converts a local time to ms since the epoch. A time that a clock change skips is as much later; of a time that occurs
 * twice, the first counts.
 * @param time such as `02:30`
 */
export function toEpochMs(day: Day, time: string, timeZone: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return day.with({ hour: hour!, minute: minute! }).toZonedDateTime(timeZone).epochMilliseconds;
}

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
