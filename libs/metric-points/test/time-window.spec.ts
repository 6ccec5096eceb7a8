import { DAY_MS, HOUR_MS, resolveRawWindow, resolveWindow, tierFor } from '../src/time-window';

const NOW = 1_700_000_000_000;

describe('the window of a bucketed read', () => {
  it.each([
    [{}, NOW - 8 * HOUR_MS, NOW],
    [{ startTime: 0, endTime: 0 }, NOW - 8 * HOUR_MS, NOW],
    [{ startTime: 5 }, 5, NOW],
    [{ endTime: NOW - HOUR_MS }, NOW - 9 * HOUR_MS, NOW - HOUR_MS],
    [{ startTime: 7, endTime: 9 }, 7, 9],
  ])('requested by %j', (bounds, start, end) => {
    expect(resolveWindow(bounds, NOW)).toEqual({ start, end });
  });
});

describe('the window of a raw read', () => {
  it.each([
    [{}, NOW - 8 * HOUR_MS, NOW],
    [{ startTime: 5 }, 5, NOW],
    [{ startTime: 5, duration: HOUR_MS }, NOW - HOUR_MS, NOW],
    [{ startTime: 5, duration: 0 }, 5, NOW],
    [{ endTime: 100, duration: 30 }, 70, 100],
    [{ startTime: 9, endTime: 9 }, 9, 10],
    [{ startTime: 9, endTime: 4 }, 9, 4],
  ])('requested by %j', (bounds, start, end) => {
    expect(resolveRawWindow(bounds, NOW)).toEqual({ start, end });
  });
});

describe('the tier of a read', () => {
  it.each([
    [-HOUR_MS, 'raw'],
    [7 * DAY_MS - 1, 'raw'],
    [7 * DAY_MS, '1h'],
    [14 * DAY_MS, '6h'],
    [31 * DAY_MS, '24h'],
    [365 * DAY_MS - 1, '24h'],
    [365 * DAY_MS, undefined],
  ])('that begins %d ms ago is %s', (age, tier) => {
    expect(tierFor(NOW - age, NOW)).toBe(tier);
  });
});
