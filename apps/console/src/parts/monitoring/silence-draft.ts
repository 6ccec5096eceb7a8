import type { SilenceChange } from '@wardstone/client/monitoring';

export type Duration = 'hour' | 'hours' | 'morning' | 'times' | 'daily' | 'weekly' | 'monthly';

/** Values of date and time fields, in local time. */
export interface LocalTimes {
  start: string;
  end: string;
}

const HOUR_MS = 3_600_000;
const MORNING = 8;
const RULES: Partial<Record<Duration, string>> = {
  daily: 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
};

/** Initial values: two hours, starting with the next full hour. Pure. */
export function firstTimes(now: number): LocalTimes {
  const start = Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
  return { start: localText(start), end: localText(start + 2 * HOUR_MS) };
}

/** Whether all values are complete. Pure. */
export function isComplete(duration: Duration, { start, end }: LocalTimes): boolean {
  return ['hour', 'hours', 'morning'].includes(duration) || (start !== '' && end !== '' && start < end);
}

/** Times of a silence as parameters of the operation. Pure. */
export function silenceTimes(
  duration: Duration,
  { start, end }: LocalTimes,
  now: number,
  timeZone: string,
): Omit<SilenceChange, 'reason'> {
  if (duration === 'hour') return { endTime: now + HOUR_MS };
  if (duration === 'hours') return { endTime: now + 8 * HOUR_MS };
  if (duration === 'morning') return { endTime: tomorrowMorning(now) };
  const times = { startTime: new Date(start).getTime(), endTime: new Date(end).getTime() };
  const rule = RULES[duration];
  return rule === undefined ? times : { ...times, rule, timeZone };
}

function tomorrowMorning(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING).getTime();
}

function localText(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}
