import {
  checkTimes,
  type RequestedTimes,
  NEVER_OVER,
  nextWindow,
  type SilenceTimes,
  windowAt,
} from '../src/silence-times';

const at = (text: string): number => Date.parse(text);
const NOW = at('2026-03-01T00:00:00Z');

function recurring(rule: string, start: string, end: string, timeZone = 'Europe/Berlin'): SilenceTimes {
  const checked = checkTimes({ startMs: at(start), endMs: at(end), rule, timeZone }, NOW);
  if ('problem' in checked) throw new Error(checked.problem);
  return checked;
}

/** Start and end of the window at that time, in UTC. */
function shown(times: SilenceTimes, text: string): string | undefined {
  const window = nextWindow(times, at(text));
  return window && [window.startMs, window.endMs].map((ms) => new Date(ms).toISOString().slice(0, 16)).join(' ');
}

describe('a silence that is in force once', () => {
  const times: SilenceTimes = { startMs: 1000, endMs: 2000, rule: null, timeZone: null, overMs: 2000 };

  it.each([
    [999, undefined],
    [1000, { startMs: 1000, endMs: 2000 }],
    [1999, { startMs: 1000, endMs: 2000 }],
    [2000, undefined],
  ])('at %d has the window %j', (ms, window) => {
    expect(windowAt(times, ms)).toEqual(window);
  });

  it('is refused once its end is not in the future', () => {
    const ended = { startMs: NOW - 1000, endMs: NOW, rule: null, timeZone: null };
    expect(checkTimes(ended, NOW)).toEqual({ problem: 'Field endTime must be in the future' });
    expect(checkTimes({ ...ended, endMs: NOW + 1 }, NOW)).toMatchObject({ overMs: NOW + 1 });
  });

  it('ends early', () => {
    expect(windowAt({ ...times, overMs: 1500 }, 1499)).toEqual({ startMs: 1000, endMs: 1500 });
    expect(windowAt({ ...times, overMs: 1500 }, 1500)).toBeUndefined();
    expect(nextWindow({ ...times, overMs: 1500 }, 1500)).toBeUndefined();
  });
});

describe('a silence that recurs', () => {
  it('keeps its time of day when the clocks change', () => {
    const nights = recurring('FREQ=DAILY', '2026-03-02T21:00:00Z', '2026-03-03T05:00:00Z'); // 22:00 to 6:00
    expect(shown(nights, '2026-03-27T12:00:00Z')).toBe('2026-03-27T21:00 2026-03-28T05:00');
    expect(shown(nights, '2026-03-28T22:00:00Z')).toBe('2026-03-28T21:00 2026-03-29T04:00'); // seven hours long
    expect(shown(nights, '2026-03-29T12:00:00Z')).toBe('2026-03-29T20:00 2026-03-30T04:00');
    expect(shown(nights, '2026-10-24T22:00:00Z')).toBe('2026-10-24T20:00 2026-10-25T05:00'); // nine
  });

  it('has no window that would start in the skipped hour', () => {
    const early = recurring('FREQ=DAILY', '2026-03-02T01:30:00Z', '2026-03-02T02:00:00Z'); // 2:30
    expect(shown(early, '2026-03-28T12:00:00Z')).toBe('2026-03-30T00:30 2026-03-30T01:00');
  });

  it('has one window in the repeated hour', () => {
    const early = recurring('FREQ=DAILY', '2026-03-02T01:30:00Z', '2026-03-02T01:45:00Z');
    expect(shown(early, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30 2026-10-25T00:45');
    expect(shown(early, '2026-10-25T01:00:00Z')).toBe('2026-10-26T01:30 2026-10-26T01:45');
  });

  it('is in force only in its recurring windows', () => {
    const sundays = recurring('FREQ=WEEKLY;BYDAY=SU', '2026-03-02T02:00:00Z', '2026-03-02T04:00:00Z', 'UTC');
    expect(windowAt(sundays, at('2026-03-02T03:00:00Z'))).toBeUndefined();
    expect(windowAt(sundays, at('2026-03-08T03:00:00Z'))).toBeDefined();
    expect(windowAt(sundays, at('2036-03-02T03:00:00Z'))).toBeDefined();
    expect(windowAt(sundays, at('2036-03-02T04:00:00Z'))).toBeUndefined();
    expect(sundays.overMs).toBe(NEVER_OVER);
  });

  it('ends after its last window', () => {
    const thrice = recurring('FREQ=DAILY;COUNT=3', '2026-03-02T02:00:00Z', '2026-03-02T04:00:00Z', 'UTC');
    expect(thrice.overMs).toBe(at('2026-03-04T04:00:00Z'));
    const until = recurring('FREQ=DAILY;UNTIL=20260310T000000Z', '2026-03-02T02:00:00Z', '2026-03-02T04:00:00Z', 'UTC');
    expect(until.overMs).toBe(at('2026-03-09T04:00:00Z'));
    expect(nextWindow(until, until.overMs)).toBeUndefined();
  });

  it('lasts until the last of overlapping windows', () => {
    const long = recurring('FREQ=DAILY', '2026-03-02T00:00:00Z', '2026-03-05T00:00:00Z', 'UTC');
    expect(windowAt(long, at('2026-03-20T12:00:00Z'))?.endMs).toBe(at('2026-03-23T00:00:00Z'));
  });
});

describe('invalid times', () => {
  const good: RequestedTimes = { startMs: NOW, endMs: NOW + 3_600_000, rule: 'FREQ=DAILY', timeZone: 'UTC' };

  it.each<[string, Partial<RequestedTimes>]>([
    ['an end before the start', { endMs: NOW }],
    ['a rule without a time zone', { timeZone: null }],
    ['a time zone without a rule', { rule: null }],
    ['an unknown time zone', { timeZone: 'Mars/Base' }],
    ['an offset', { timeZone: '+01:00' }],
    ['a window of more than a week', { endMs: NOW + 8 * 86_400_000 }],
    ['a start of long ago', { startMs: 0, endMs: 1 }],
    ['a second silence each second', { rule: 'FREQ=SECONDLY' }],
    ['10^9 windows', { rule: 'FREQ=DAILY;COUNT=1000000000' }],
    ['10^9 years', { rule: 'FREQ=YEARLY;INTERVAL=1000000000' }],
    ['hours', { rule: 'FREQ=DAILY;BYHOUR=1,2,3' }],
    ['a part twice', { rule: 'FREQ=DAILY;FREQ=WEEKLY' }],
    ['a line of its own', { rule: 'FREQ=DAILY\nRDATE:20260101T000000Z' }],
    ['a start of its own', { rule: 'DTSTART:19700101T000000Z\nRRULE:FREQ=DAILY' }],
    ['30 February', { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['30 February, day by day', { rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }],
    ['30 February, every 366 weeks', { rule: 'FREQ=WEEKLY;INTERVAL=366;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO' }],
    ['30 February, three times', { rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=3' }],
    ['an end in the past', { rule: 'FREQ=DAILY;UNTIL=20260228T000000Z' }],
    ['both ends', { rule: 'FREQ=DAILY;UNTIL=20270228T000000Z;COUNT=2' }],
    ['no rule', { rule: '' }],
    ['another name', { rule: 'constructor=1;FREQ=DAILY' }],
  ])('are %s', (_what, over) => {
    expect(checkTimes({ ...good, ...over }, NOW)).toEqual({ problem: expect.any(String) as string });
  });
});
