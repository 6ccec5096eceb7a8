import fc from 'fast-check';
import { checkRotation, type RotationTimes, shiftAt, shiftsBetween } from '../src/rotation';

const at = (text: string): number => Date.parse(text);
const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = at('2026-03-01T00:00:00Z');

const WEEKLY: RotationTimes = {
  timeZone: 'Europe/Berlin',
  turn: 'WEEKLY',
  handOverTime: '02:30',
  firstDay: '2026-03-01', // a Sunday
  members: [1, 2, 3],
  overrides: [],
};

/** Shifts as login, start and end, in UTC. */
function shown(rotation: RotationTimes, from: string, days: number): string[] {
  return shiftsBetween(rotation, at(from), at(from) + days * DAY).map(
    ({ userId, startMs, endMs, isOverride }) =>
      `${userId}${isOverride ? '*' : ''} ${[startMs, endMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join(' ')}`,
  );
}

describe('a rotation', () => {
  it('hands over each week at its time of day, an hour later on the night that skips it', () => {
    expect(shown(WEEKLY, '2026-03-16T00:00:00Z', 22)).toEqual([
      '3 03-15T01:30 03-22T01:30',
      '1 03-22T01:30 03-29T01:30', // 03:30 in Berlin, as there is no 02:30
      '2 03-29T01:30 04-05T00:30',
      '3 04-05T00:30 04-12T00:30',
    ]);
  });

  it('hands over the first time on the night that repeats its time', () => {
    expect(shown(WEEKLY, '2026-10-19T00:00:00Z', 13)).toEqual([
      '1 10-18T00:30 10-25T00:30', // the first 02:30
      '2 10-25T00:30 11-01T01:30',
    ]);
  });

  it('has overrides across a handover, which takes place during them', () => {
    const overrides = [{ userId: 9, startMs: at('2026-03-28T12:00:00Z'), endMs: at('2026-03-29T12:00:00Z') }];
    expect(shown({ ...WEEKLY, overrides }, '2026-03-28T00:00:00Z', 3)).toEqual([
      '1 03-22T01:30 03-28T12:00',
      '9* 03-28T12:00 03-29T12:00',
      '2 03-29T12:00 04-05T00:30',
    ]);
  });

  it('has an empty turn on a day that a time zone skips', () => {
    const daily = { ...WEEKLY, timeZone: 'Pacific/Apia', turn: 'DAILY', firstDay: '2011-12-29' } as const;
    expect(shown(daily, '2011-12-29T13:00:00Z', 1)).toEqual([
      '1 12-29T12:30 12-30T12:30', // of the 29th; the 30th of December was left out
      '3 12-30T12:30 12-31T12:30',
    ]);
  });

  it('has shifts before its first day, too', () => {
    expect(shiftAt(WEEKLY, at('2026-02-25T00:00:00Z')).userId).toBe(3);
  });

  it('takes up to a hundred members', () => {
    const members = Array.from({ length: 100 }, () => 1);
    expect(checkRotation({ ...WEEKLY, members, overrides: [] }, NOW)).toMatchObject({ members });
  });

  it.each<[string, object]>([
    ['no members', { members: [] }],
    ['too many members', { members: Array.from({ length: 101 }, () => 1) }],
    ['an unknown time zone', { timeZone: '../../etc' }],
    ['no time zone', { timeZone: undefined }],
    ['no such day', { firstDay: '2026-02-30' }],
    ['a day of long ago', { firstDay: '0001-01-01' }],
    ['an override that ends first', { overrides: [{ userId: 1, startMs: NOW + 2, endMs: NOW + 1 }] }],
    ['an override of years', { overrides: [{ userId: 1, startMs: NOW, endMs: NOW + 400 * DAY }] }],
    ['an override that ends never', { overrides: [{ userId: 1, startMs: NOW, endMs: NaN }] }],
    ['an override in another life', { overrides: [{ userId: 1, startMs: 9e15, endMs: 9e15 + 1 }] }],
    [
      'overrides that overlap',
      {
        overrides: [
          { userId: 1, startMs: NOW + 5, endMs: NOW + 9 },
          { userId: 2, startMs: NOW, endMs: NOW + 6 },
        ],
      },
    ],
  ])('is refused with %s', (_what, over) => {
    expect(checkRotation({ ...WEEKLY, ...over }, NOW)).toHaveProperty('problem');
  });

  it('has an override that starts when another one ends', () => {
    const overrides = [
      { userId: 1, startMs: NOW + 5, endMs: NOW + 9 },
      { userId: 2, startMs: NOW, endMs: NOW + 5 },
    ];
    expect(checkRotation({ ...WEEKLY, overrides }, NOW)).toHaveProperty('overrides', overrides.toReversed());
  });

  it('drops overrides that have ended, and sorts the others', () => {
    const override = (startMs: number) => ({ userId: 1, startMs: NOW + startMs, endMs: NOW + startMs + DAY });
    const overrides = [override(2 * DAY), override(-2 * DAY), override(0)];
    expect(checkRotation({ ...WEEKLY, overrides }, NOW)).toHaveProperty('overrides', [override(0), override(2 * DAY)]);
  });
});

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC', 'America/Santiago'];

/** Date and time of day on the wall, by another library than the rotation's. */
function wallClockIn(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (ms) => format.format(ms);
}

/** The first minute of a day at which the wall shows the time, or a later one where it leaves that out. */
function slowHandOver(date: string, time: string, wall: (ms: number) => string): { ms: number; isLate: boolean } {
  const fromMs = at(`${date}T00:00:00Z`) - 15 * 60 * MINUTE;
  for (let ms = fromMs; ; ms += 5 * MINUTE) {
    const shows = wall(ms);
    if (shows >= `${date} ${time}`) return { ms, isLate: shows !== `${date} ${time}` };
  }
}

describe('any rotation', () => {
  const rotations = fc.record({
    timeZone: fc.constantFrom(...ZONES),
    turn: fc.constantFrom('DAILY' as const, 'WEEKLY' as const),
    handOverTime: fc.constantFrom('00:00', '01:30', '02:00', '02:30', '03:00', '09:15', '23:55'),
    firstDay: fc.integer({ min: 0, max: 400 }).map((days) => new Date(NOW + days * DAY).toISOString().slice(0, 10)),
    members: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
    gaps: fc.array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 })), { maxLength: 4 }),
  });

  it('agrees with a slow calendar, minute by minute', () => {
    fc.assert(
      fc.property(rotations, fc.integer({ min: 0, max: 300 }), ({ gaps: _gaps, ...rotation }, skip) => {
        const days = rotation.turn === 'DAILY' ? 1 : 7;
        const wall = wallClockIn(rotation.timeZone);
        const turn = Math.floor(skip / days);
        const dates = [0, 1].map((more) => {
          const ms = at(`${rotation.firstDay}T00:00:00Z`) + (turn + more) * days * DAY;
          return new Date(ms).toISOString().slice(0, 10);
        });
        const [start, end] = dates.map((date) => slowHandOver(date, rotation.handOverTime, wall));
        // A handover in a skipped hour takes place as much later: the clock before the change shows the time.
        fc.pre(!start!.isLate && !end!.isLate);
        const shift = shiftAt({ ...rotation, overrides: [] }, start!.ms);
        expect(shift).toEqual({
          userId: rotation.members[turn % rotation.members.length],
          startMs: start!.ms,
          endMs: end!.ms,
          isOverride: false,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('has exactly one person on call at each moment, and overrides exactly in their times', () => {
    fc.assert(
      fc.property(rotations, fc.integer({ min: -100, max: 500 }), ({ gaps, ...rotation }, offset) => {
        let endMs = NOW + offset * DAY;
        const startMs = endMs - DAY;
        const overrides = gaps.map(([gap, length], at) => {
          const override = { userId: 100 + at, startMs: endMs + gap * MINUTE, endMs: endMs + (gap + length) * MINUTE };
          ({ endMs } = override);
          return override;
        });
        const times = { ...rotation, overrides };
        const shifts = shiftsBetween(times, startMs, endMs + 9 * DAY);
        for (const [index, shift] of shifts.entries()) {
          expect(shift.endMs).toBeGreaterThan(shift.startMs);
          if (index > 0) expect(shift.startMs).toBe(shifts[index - 1]!.endMs);
          for (const ms of [shift.startMs, shift.endMs - 1]) expect(shiftAt(times, ms)).toEqual(shift);
        }
        expect(shifts[0]!.startMs).toBeLessThanOrEqual(startMs);
        expect(shifts.filter(({ isOverride }) => isOverride)).toEqual(
          overrides.map((override) => ({ ...override, isOverride: true })),
        );
      }),
      { numRuns: 200 },
    );
  });
});
