import fc from 'fast-check';
import { nextScanMs, type ScanTiming } from './scan-moments';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_2026 = Date.UTC(2026, 0, 1);
/** Clocks change by an hour or half of one, north and south, at midnight, for Ramadan, and never. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'UTC',
];

const system = fc.record({ policy_id: fc.uuid(), system_id: fc.uuid() });
const byCron = (cron: string, time_zone: string, spread_minutes = 0): ScanTiming => ({
  interval_hours: null,
  cron,
  time_zone,
  spread_minutes,
});

interface Local {
  date: string;
  hour: number;
  minute: number;
}

const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }),
  ]),
);

function localAt(zone: string, ms: number): Local {
  const [date, time] = clocks.get(zone)!.format(ms).split(', ');
  const [hour, minute] = time!.split(':').map(Number);
  return { date: date!, hour: hour!, minute: minute! };
}

/** Middays between which the clocks of the zone change in a year, and two where they do not. */
const daysOfChange = new Map(
  ZONES.map((zone) => {
    const middays = Array.from({ length: 365 }, (_, day) => YEAR_2026 + day * DAY_MS + DAY_MS / 2);
    const changes = middays.filter((ms) => localAt(zone, ms).hour !== localAt(zone, ms + DAY_MS).hour);
    const halves = middays.filter((ms) => localAt(zone, ms).minute !== localAt(zone, ms + DAY_MS).minute);
    return [zone, [...changes, ...halves, middays[40]!]];
  }),
);

/** The moments of a pattern by rule compliance-36, found by looking at the clock of the zone each minute. */
function toMoments(zone: string, hours: readonly number[], minute: number, fromMs: number, toMs: number): number[] {
  const moments: number[] = [];
  const done = new Set<string>();
  // From a day before, whose run may have been the first one of its date.
  for (let ms = fromMs - DAY_MS; ms < toMs; ms += MINUTE_MS) {
    const local = localAt(zone, ms);
    if (hours.length > 1) {
      if (hours.includes(local.hour) && local.minute === minute) moments.push(ms);
    } else if (local.hour * 60 + local.minute >= hours[0]! * 60 + minute && !done.has(local.date)) {
      done.add(local.date);
      moments.push(ms);
    }
  }
  return moments.filter((ms) => ms >= fromMs);
}

describe('the moments of scans', () => {
  it('follow the pattern in its time zone, through clock changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 24 }),
        fc.nat(59),
        fc.nat(10),
        (zone, hours, minute, which) => {
          const days = daysOfChange.get(zone)!;
          const fromMs = days[which % days.length]! - DAY_MS;
          const toMs = fromMs + 3 * DAY_MS;
          const timing = byCron(`${minute} ${hours.join(',')} * * *`, zone);
          const expected = toMoments(zone, hours, minute, fromMs, toMs);
          const found: number[] = [];
          let ms = nextScanMs(timing, { policy_id: 'p', system_id: 's' }, fromMs - 1)!;
          for (; ms < toMs; ms = nextScanMs(timing, { policy_id: 'p', system_id: 's' }, ms)!) found.push(ms);

          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('give each system one scan for each of them, whenever its agent polls within the window', () => {
    fc.assert(
      fc.property(
        ...([fc.constantFrom(...ZONES), fc.nat(59), fc.integer({ min: 0, max: 45 })] as const),
        ...([system, fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1 }), fc.nat(10)] as const),
        (zone, minute, spread, of, gaps, which) => {
          const days = daysOfChange.get(zone)!;
          const startMs = days[which % days.length]! - DAY_MS;
          const endMs = startMs + 3 * DAY_MS;
          const polls: number[] = [];
          for (let ms = startMs; ms < endMs; ms += gaps[polls.length % gaps.length]! * MINUTE_MS) polls.push(ms);
          const timing = byCron(`${minute} * * * *`, zone, spread);
          const scans: number[] = [];
          for (const ms of polls) if (nextScanMs(timing, of, scans.at(-1) ?? startMs - 1)! <= ms) scans.push(ms);

          const delayMs = nextScanMs(byCron('0 0 * * *', 'UTC', spread), of, YEAR_2026 - 1)! - YEAR_2026;
          const hours = Array.from({ length: 24 }, (_, hour) => hour);
          const due = toMoments(zone, hours, minute, startMs - HOUR_MS, endMs)
            .map((ms) => ms + delayMs)
            .filter((ms) => ms >= startMs && ms <= polls.at(-1)!);
          expect(delayMs).toBeLessThanOrEqual(spread * MINUTE_MS);
          expect(scans).toEqual(due.map((ms) => polls.find((poll) => poll >= ms)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are made up for once, after any outage', () => {
    fc.assert(
      fc.property(
        ...([system, fc.constantFrom(...ZONES), fc.integer({ min: 1, max: 400 }), fc.nat(1440)] as const),
        (of, zone, days, spread) => {
          for (const timing of [
            byCron('30 2 * * 1-5', zone, spread),
            { interval_hours: days, cron: null, time_zone: null, spread_minutes: null },
          ]) {
            const nowMs = YEAR_2026 + days * DAY_MS;
            const longAgo = nextScanMs(timing, of, YEAR_2026 - 100 * DAY_MS)!;

            expect(longAgo).toBeLessThanOrEqual(nowMs);
            expect(nextScanMs(timing, of, nowMs)).toBeGreaterThan(nowMs);
          }
        },
      ),
    );
  });

  it.each([
    ['an interval', { interval_hours: 24, cron: null, time_zone: null, spread_minutes: null }, 24],
    ['a window', byCron('0 2 * * *', 'Europe/Berlin', 240), 4],
  ])('are spread evenly over %s, each system at its own', (_what, timing, hours) => {
    const atMs = Date.UTC(2026, 4, 4);
    const systems = Array.from({ length: 5_000 }, (_, at) => ({ policy_id: 'policy', system_id: `system-${at}` }));
    const moments = systems.map((of) => nextScanMs(timing, of, atMs)!);
    const perHour = new Map<number, number>();
    for (const ms of moments) perHour.set(Math.floor(ms / HOUR_MS), (perHour.get(Math.floor(ms / HOUR_MS)) ?? 0) + 1);

    expect(perHour.size).toBe(hours);
    expect(Math.max(...perHour.values())).toBeLessThan((5_000 / hours) * 1.3);
    expect(systems.map((of, at) => nextScanMs(timing, of, moments[at]!)! - moments[at]!)).toEqual(
      systems.map(() => DAY_MS),
    );
  });
});
