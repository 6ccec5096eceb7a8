export type Zone = 'local' | 'utc';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const zoneOf = (zone: Zone): string | undefined => (zone === 'utc' ? 'UTC' : undefined);

/** A moment with its zone, e.g. `Nov 23, 2026, 10:15:00 UTC`. Pure but for the zone and language of the viewer. */
export function timeText(at: number, zone: Zone): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(zone === 'utc' ? { timeZone: zoneOf(zone) } : {}),
  }).format(at);
}

/** As short as a list needs it: the time of day today, else the date with it. */
export function shortTimeText(at: number, zone: Zone, now: number): string {
  const timeZone = zoneOf(zone);
  const inZone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat('en-CA', inZone);
  const options: Intl.DateTimeFormatOptions =
    day.format(at) === day.format(now)
      ? { hour: '2-digit', minute: '2-digit', second: '2-digit' }
      : { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(undefined, { ...options, ...inZone }).format(at);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', 1000],
];

/** How long ago, e.g. `3 hours ago`. Pure. */
export function agoText(at: number, now: number, language?: string): string {
  const elapsed = at - now;
  const [unit, size] = STEPS.find(([, step]) => Math.abs(elapsed) >= step) ?? STEPS.at(-1)!;
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(elapsed / size), unit);
}
