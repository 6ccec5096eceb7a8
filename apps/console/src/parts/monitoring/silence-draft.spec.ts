import { firstTimes, isComplete, silenceTimes } from './silence-draft';

const HOUR = 3_600_000;
const NOW = new Date(2026, 2, 28, 22, 10).getTime();
const NONE = { start: '', end: '' };

it('lasts an hour, eight, or until the next morning', () => {
  const ends = (['hour', 'hours', 'morning'] as const).map((duration) => silenceTimes(duration, NONE, NOW, 'UTC'));
  expect(ends).toEqual([
    { endTime: NOW + HOUR },
    { endTime: NOW + 8 * HOUR },
    { endTime: new Date(2026, 2, 29, 8).getTime() },
  ]);
});

it('begins with two hours from the next full one on, which may recur', () => {
  const times = firstTimes(NOW);
  expect(times).toEqual({ start: '2026-03-28T23:00', end: '2026-03-29T01:00' });
  const sent = { startTime: new Date(2026, 2, 28, 23).getTime(), endTime: new Date(2026, 2, 29, 1).getTime() };
  expect(silenceTimes('times', times, NOW, 'UTC')).toEqual(sent);
  expect(silenceTimes('weekly', times, NOW, 'Europe/Berlin')).toEqual({
    ...sent,
    rule: 'FREQ=WEEKLY',
    timeZone: 'Europe/Berlin',
  });
});

it('is complete with an end after its start', () => {
  expect(isComplete('hour', NONE)).toBe(true);
  expect(isComplete('times', NONE)).toBe(false);
  expect(isComplete('daily', { start: '2026-03-28T23:00', end: '2026-03-28T22:00' })).toBe(false);
  expect(isComplete('daily', { start: '2026-03-28T23:00', end: '2026-03-29T22:00' })).toBe(true);
});
