import { metLimit } from './over-limit';

describe('the limits of a value', () => {
  const limit = (comparator: string, value: number | 'NaN') => ({
    definitionId: 1,
    name: `${comparator} ${value}`,
    priority: 'HIGH' as const,
    comparator,
    value,
  });

  it.each([
    [0.95, [limit('>', 0.9)], '> 0.9'],
    [0.9, [limit('>', 0.9)], undefined],
    [0.9, [limit('>=', 0.9)], '>= 0.9'],
    [5, [limit('>', 9), limit('<', 10)], '< 10'],
    ['NaN', [limit('<', 10)], undefined],
    [5, [limit('<', 'NaN'), limit('=', 5)], undefined],
  ] as const)('%s of %j is %s', (value, limits, expected) => {
    expect(metLimit(value, limits)?.name).toBe(expected);
  });
});
