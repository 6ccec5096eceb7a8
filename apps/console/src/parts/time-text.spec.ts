import { agoText, axisTimeText, shortTimeText, timeText } from './time-text';

const NOON = Date.UTC(2026, 10, 23, 12, 0, 0);

describe('times', () => {
  it('of today are the time of day, others have their date', () => {
    expect(shortTimeText(NOON - 3_600_000, 'utc', NOON)).toMatch(/^11:00:00/);
    expect(shortTimeText(NOON - 86_400_000, 'utc', NOON)).toMatch(/Nov 22, 2026.*12:00/);
  });

  it('in full name their zone', () => {
    expect(timeText(NOON, 'utc')).toMatch(/Nov 23, 2026.*12:00:00.*UTC/);
  });

  it.each([
    [NOON, 10_000, /^12:00:00/],
    [NOON, 600_000, /^12:00/],
    [NOON - 12 * 3_600_000, 600_000, /^Nov 23$/],
    [NOON, 86_400_000, /^Nov 23$/],
    [Date.UTC(2027, 0, 1), 30 * 86_400_000, /^Jan 2027$/],
  ])('%i on an axis with a mark each %i ms is %s', (at, step, expected) => {
    expect(axisTimeText(at, 'utc', step)).toMatch(expected);
  });

  it.each([
    [0, 'now'],
    [-59_000, '59 seconds ago'],
    [-60_000, '1 minute ago'],
    [-7_200_000, '2 hours ago'],
    [-86_400_000, 'yesterday'],
    [3_600_000, 'in 1 hour'],
  ])('%i ms from now are %s', (elapsed, expected) => {
    expect(agoText(NOON + elapsed, NOON, 'en')).toBe(expected);
  });
});
