import fc from 'fast-check';
import { checkQuietHours, type QuietHours, quietUntil } from '../src/quiet-hours';

const at = (text: string): number => Date.parse(text);
const NIGHTS: QuietHours = {
  timeZone: 'Europe/Berlin',
  startTime: '22:00',
  endTime: '07:00',
  days: ['MO', 'TU', 'WE', 'TH', 'FR'],
  urgentPriority: 'HIGH',
};
const until = (quiet: QuietHours, text: string): string | undefined => {
  const ms = quietUntil(quiet, 'LOW', at(text));
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16);
};

describe('quiet hours', () => {
  it.each([
    ['2026-01-05T20:59:59Z', undefined], // Monday, 21:59:59
    ['2026-01-05T21:00:00Z', '2026-01-06T06:00'],
    ['2026-01-06T05:59:59Z', '2026-01-06T06:00'],
    ['2026-01-06T06:00:00Z', undefined],
    ['2026-01-10T03:00:00Z', '2026-01-10T06:00'], // of Friday night
    ['2026-01-10T22:00:00Z', undefined], // Saturday night
    ['2026-03-27T23:00:00Z', '2026-03-28T06:00'],
  ])('at %s last until %s', (text, expected) => {
    expect(until(NIGHTS, text)).toBe(expected);
  });

  it('end at their time of day when the clocks change during them', () => {
    const all = { ...NIGHTS, days: ['SA'] as const };
    expect(until(all, '2026-03-29T00:00:00Z')).toBe('2026-03-29T05:00');
    expect(until(all, '2026-10-25T00:00:00Z')).toBe('2026-10-25T06:00');
  });

  it.each([
    ['HIGH', 'HIGH', true],
    ['MEDIUM', 'HIGH', false],
    ['MEDIUM', 'MEDIUM', true],
    ['HIGH', 'MEDIUM', true],
    ['LOW', 'LOW', true],
  ] as const)('let an alert of priority %s through when %s is urgent: %s', (priority, urgentPriority, isNotified) => {
    const ms = quietUntil({ ...NIGHTS, urgentPriority }, priority, at('2026-01-05T23:00:00Z'));
    expect(ms === undefined).toBe(isNotified);
  });

  it.each<[string, object]>([
    ['no time zone', { timeZone: undefined }],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
    ['no days', { days: [] }],
    ['no end', { endTime: undefined }],
    ['no length', { endTime: '22:00' }],
  ])('are refused with %s', (_what, over) => {
    expect(checkQuietHours({ ...NIGHTS, ...over })).toHaveProperty('problem');
  });

  it('agree with local time at any time of any year, and end outside of themselves', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'),
        fc.constantFrom('00:00', '06:15', '13:00', '21:45'),
        fc.constantFrom('05:30', '12:00', '23:45'),
        fc.integer({ min: at('2020-01-01T00:00:00Z') / 60_000, max: at('2030-01-01T00:00:00Z') / 60_000 }),
        (timeZone, startTime, endTime, minute) => {
          const quiet = { ...NIGHTS, timeZone, startTime, endTime, days: ['MO', 'WE', 'SU'] as const };
          const ms = minute * 60_000;
          const [day, time] = wall(timeZone, ms);
          const [before] = wall(timeZone, ms - 24 * 3_600_000);
          const isOn = (name: string): boolean => (quiet.days as readonly string[]).includes(name);
          const isOvernight = endTime <= startTime;
          const expected = isOvernight
            ? (time >= startTime && isOn(day)) || (time < endTime && isOn(before))
            : time >= startTime && time < endTime && isOn(day);
          // A day of 23 or 25 hours is not the day before.
          fc.pre(Math.abs(toOffset(timeZone, ms) - toOffset(timeZone, ms - 24 * 3_600_000)) === 0);
          const endMs = quietUntil(quiet, 'LOW', ms);
          expect(endMs !== undefined).toBe(expected);
          if (endMs !== undefined) expect(wall(timeZone, endMs)[1]).toBe(endTime);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Day of the week and time of day, by another library. */
function wall(timeZone: string, ms: number): [day: string, time: string] {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms);
  return [text.slice(0, 2).toUpperCase(), text.slice(-5)];
}

function toOffset(timeZone: string, ms: number): number {
  return (
    at(
      `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms).replace(' ', 'T')}Z`,
    ) - ms
  );
}
