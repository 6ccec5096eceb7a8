import type { Condition } from '../src/condition';
import { describeCondition, describeMatches, describeValue } from '../src/description';
import { aCondition } from './engine-fixture';

const LOAD = { name: 'System Load', measure: { unit: 'PERCENTAGE' } } as const;

describe('a condition in words', () => {
  it.each<[Partial<Condition>, string]>([
    [{ ...LOAD, threshold: 0.9 }, 'System Load > 90 %'],
    [{ name: 'Free', threshold: 1_073_741_824, measure: { unit: 'BYTES' } }, 'Free > 1 GiB'],
    [{ name: 'Sent', threshold: 4096, measure: { unit: 'BYTES', isPerMinute: true } }, 'Sent > 4 KiB/min'],
    [{ name: 'Load', threshold: 10 }, 'Load > 10'],
    [
      { ...LOAD, category: 'RANGE', comparator: '>=', threshold: 0.2, option: '0.5' },
      'System Load outside 20 % and 50 %',
    ],
    [
      { ...LOAD, category: 'BASELINE', comparator: '>', threshold: 1.5, option: 'mean' },
      'System Load > 150% of baseline mean',
    ],
  ])('%j is "%s"', (over, text) => {
    expect(describeCondition(aCondition(over))).toBe(text);
  });

  it('shows a value in the unit of its metric, separate from the crossed threshold', () => {
    const condition = aCondition({ ...LOAD, threshold: 0.9 });
    expect(describeValue(condition, '0.93')).toBe('93 %');
    expect(describeValue(condition, '0.90004')).toBe('90.004 %');
  });

  it('shows threshold and value in the same unit', () => {
    const condition = aCondition({ name: 'Used', threshold: 1_000_000_000, measure: { unit: 'BYTES' } });
    const value = String(19.1 * 1024 ** 3);
    expect(describeCondition(condition, value)).toBe('Used > 0.931323 GiB');
    expect(describeValue(condition, value)).toBe('19.1 GiB');
  });

  it('leaves non-numeric values unchanged', () => {
    expect(describeValue(aCondition({ category: 'TRAIT', name: 'Version' }), '15')).toBe('15');
    expect(describeValue(aCondition({ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }), 'DOWN')).toBe('DOWN');
  });

  it('has one line for each match of an alert', () => {
    const condition = aCondition({ ...LOAD, threshold: 0.9 });
    const match = { value: '0.97', atMs: Date.UTC(2026, 10, 21) };
    expect(describeMatches([{ condition, match }])).toBe(
      'Condition 1: System Load > 90 % at 2026-11-21T00:00:00.000Z, value 97 %',
    );
  });
});
