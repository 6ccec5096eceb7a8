import { DAY_MS, HOUR_MS, tierParts } from '../src/time-window';

const NOW = Date.UTC(2026, 0, 15, 12, 34, 56);
const tiers = (start: number, end = NOW): string[] => tierParts({ start, end }, NOW).map(({ tier }) => tier);

describe('the tiers of a window', () => {
  it.each([
    [1, ['raw']],
    [7, ['1h', 'raw']],
    [10, ['1h', 'raw']],
    [30, ['6h', '1h', 'raw']],
    [300, ['24h', '6h', '1h', 'raw']],
  ])('of the last %d days are %j', (days, expected) => {
    expect(tiers(NOW - days * DAY_MS)).toEqual(expected);
  });

  it('omit times that are too new or too old', () => {
    expect(tiers(NOW - 20 * DAY_MS, NOW - 10 * DAY_MS)).toEqual(['6h', '1h']);
    expect(tiers(NOW - 500 * DAY_MS, NOW - 400 * DAY_MS)).toEqual([]);
  });

  it('meet without gap or overlap, at whole slices of the coarser one', () => {
    const parts = tierParts({ start: NOW - 300 * DAY_MS, end: NOW }, NOW);
    expect(parts[0]!.start).toBe(NOW - 300 * DAY_MS);
    expect(parts.at(-1)!.end).toBe(NOW);
    parts.slice(1).forEach(({ start }, i) => {
      expect(start).toBe(parts[i]!.end);
      expect(start % Math.max(HOUR_MS, parts[i]!.sliceMs)).toBe(0);
    });
  });
});
