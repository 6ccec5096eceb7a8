export type Zone = 'local' | 'utc';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const getZone = (zone: Zone): string | undefined => (zone === 'utc' ? 'UTC' : undefined);

/** A time with its zone, e.g. `Nov 23, 2026, 10:15:00 UTC`. Pure except for the user's zone and language. */
export function timeText(at: number, zone: Zone): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(zone === 'utc' ? { timeZone: getZone(zone) } : {}),
  }).format(at);
}

/** Short form for lists: the time of day for today, e.g. `10:15:00 AM`, otherwise the date with hour and minute. */
export function shortTimeText(at: number, zone: Zone, now: number): string {
  const timeZone = getZone(zone);
  const inZone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat('en-CA', inZone);
  const options: Intl.DateTimeFormatOptions =
    day.format(at) === day.format(now) ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(undefined, { ...options, ...inZone }).format(at);
}

/** A time on an axis, as precise as the distance of its ticks, and with the date at the start of a day. */
export function axisTimeText(at: number, zone: Zone, step: number): string {
  const timeZone = getZone(zone);
  const inZone = timeZone === undefined ? {} : { timeZone };
  const clock = new Intl.DateTimeFormat('en-GB', { ...inZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = new Intl.DateTimeFormat('en-CA', inZone).format(at);
  const isMidnight = clock.format(at) === '00:00';
  const options: Intl.DateTimeFormatOptions =
    step >= 300 * DAY || (step >= 20 * DAY && date.slice(5, 7) === '01')
      ? { year: 'numeric', month: 'short' }
      : step >= DAY || isMidnight
        ? { month: 'short', day: 'numeric' }
        : { hour: '2-digit', minute: '2-digit', ...(step < MINUTE ? { second: '2-digit' } : {}) };
  return new Intl.DateTimeFormat(undefined, { ...options, ...inZone }).format(at);
}

/** The displayed time zone, e.g. `Europe/Berlin`. */
export function zoneName(zone: Zone): string {
  return getZone(zone) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', 1000],
];

/** Time since then, e.g. `3 hours ago`. Pure. */
export function agoText(at: number, now: number, language?: string): string {
  const elapsed = at - now;
  const [unit, size] = STEPS.find(([, step]) => Math.abs(elapsed) >= step) ?? STEPS.at(-1)!;
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(elapsed / size), unit);
}
