import { DAYS_OF_WEEK, type DayOfWeek, PRIORITIES, type Priority } from '@wardstone/terms';
import { dayAt, dayOfWeek, isTimeZone, toEpochMs } from './wall-clock';

/** Periods in which a person gets only urgent alerts. */
export interface QuietHours {
  readonly timeZone: string;
  /** Time of day such as `22:00`. */
  readonly startTime: string;
  /** Exclusive; on the next day unless it is later than the start. */
  readonly endTime: string;
  /** Days of the week on which they begin. */
  readonly days: readonly DayOfWeek[];
  /** Alerts of this priority, and more urgent ones, break through. */
  readonly urgentPriority: Priority;
}

export type RequestedQuietHours = { readonly [K in keyof QuietHours]?: QuietHours[K] | undefined };

/** The quiet hours, or their problem. Pure. */
export function checkQuietHours(given: RequestedQuietHours): QuietHours | { problem: string } {
  const { timeZone, startTime, endTime, days = DAYS_OF_WEEK, urgentPriority = 'HIGH' } = given;
  if (timeZone === undefined || !isTimeZone(timeZone)) {
    return { problem: 'Field timeZone must be a time zone such as Europe/Berlin' };
  }
  if (startTime === undefined || endTime === undefined) return { problem: 'Fields startTime and endTime are required' };
  if (startTime === endTime) return { problem: 'Field endTime must differ from startTime' };
  const distinct = DAYS_OF_WEEK.filter((day) => days.includes(day));
  if (distinct.length === 0) return { problem: 'Field days must name a day' };
  return { timeZone, startTime, endTime, days: distinct, urgentPriority };
}

/** Time until which an alert is delayed by quiet hours; undefined for none. See rule alerts-42. */
export function quietUntil(quiet: QuietHours, priority: Priority, atMs: number): number | undefined {
  if (PRIORITIES.indexOf(priority) <= PRIORITIES.indexOf(quiet.urgentPriority)) return undefined;
  const { timeZone, startTime, endTime, days } = quiet;
  const today = dayAt(atMs, timeZone);
  const ends = [today.subtract({ days: 1 }), today].flatMap((day) => {
    if (!days.includes(dayOfWeek(day))) return [];
    const startMs = toEpochMs(day, startTime, timeZone);
    const endMs = toEpochMs(endTime > startTime ? day : day.add({ days: 1 }), endTime, timeZone);
    return startMs <= atMs && atMs < endMs ? [endMs] : [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}
