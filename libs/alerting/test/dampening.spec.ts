import { aDefinition, aNumber, aResource, firedAt, MINUTE_MS, NO_DAMPENING, numbers, run } from './engine-fixture';
import { type Dampening, dampenNegative, dampenPositive, NO_STREAK } from '../src/dampening';

function firings(dampening: Partial<Dampening>, values: readonly number[], minutes?: readonly number[]): number[] {
  const resource = aResource([aDefinition({ dampening })]);
  return firedAt(resource, numbers(values, minutes && [...minutes])).map(([fact]) => fact);
}

describe('the worked table of values above 10, one a minute', () => {
  const VALUES = [11, 12, 9, 13, 14, 15, 16];

  it.each<[Partial<Dampening>, number[]]>([
    [{ category: 'NONE' }, [1, 2, 4, 5, 6, 7]],
    [{ category: 'ONCE' }, [1]],
    [{ category: 'CONSECUTIVE_COUNT', count: 3 }, [6]],
    [{ category: 'PARTIAL_COUNT', count: 3, period: 5 }, [4, 7]],
    [{ category: 'DURATION_COUNT', count: 3, period: 4, unit: 'MINUTES' }, [4, 7]],
    [{ category: 'INVERSE_COUNT', count: 2 }, [1, 5]],
  ])('fires with %o at the values %j', (dampening, expected) => {
    expect(firings(dampening, VALUES)).toEqual(expected);
  });
});

describe('CONSECUTIVE_COUNT', () => {
  it('resets its count after an interruption', () => {
    const dampening = { ...NO_DAMPENING, category: 'CONSECUTIVE_COUNT', count: 40 } as const;
    const { streak } = dampenPositive(dampening, NO_STREAK, 0);
    expect(streak.positives).toHaveLength(1);
    expect(dampenNegative(dampening, streak)).toEqual(NO_STREAK);
  });
});

describe('PARTIAL_COUNT', () => {
  it('records every miss of a run', () => {
    expect(firings({ category: 'PARTIAL_COUNT', count: 3, period: 5 }, [11, 9, 9, 9, 12, 13, 14])).toEqual([7]);
  });

  it('uses no fewer evaluations than it counts', () => {
    expect(firings({ category: 'PARTIAL_COUNT', count: 3, period: 1 }, [11, 11, 11, 9, 11, 11, 11])).toEqual([3, 7]);
  });
});

describe('DURATION_COUNT', () => {
  it('counts matches within the window before the newest occurrence, and starts over after an alert', () => {
    const minutes = [0, 12, 15, 16, 24];
    expect(firings({ category: 'DURATION_COUNT', count: 2, period: 10 }, [11, 11, 11, 11, 11], minutes)).toEqual([
      3, 5,
    ]);
  });

  it('excludes an occurrence exactly as old as the window', () => {
    expect(firings({ category: 'DURATION_COUNT', count: 2, period: 10 }, [11, 11], [0, 10])).toEqual([]);
  });

  it('counts by submission times, whenever values are evaluated', () => {
    const dampening = { category: 'DURATION_COUNT', count: 2, period: 10 } as const;
    const resource = aResource([aDefinition({ dampening })]);
    const facts = [0, 10, 19].map((minute) => ({ ...aNumber(11), receivedMs: minute * MINUTE_MS }));
    const fired = run(resource, facts, () => 30 * MINUTE_MS).flat();
    expect(fired.map(({ atMs, occurrences }) => [atMs, ...occurrences])).toEqual([
      [30 * MINUTE_MS, 10 * MINUTE_MS, 19 * MINUTE_MS],
    ]);
  });

  it('has no window without a period', () => {
    const dampening = { category: 'DURATION_COUNT', count: 2 } as const;
    expect(firings(dampening, [11, 9, 9, 11], [0, 1, 2, 100_000])).toEqual([4]);
  });
});

describe('INVERSE_COUNT', () => {
  it('stops skipping when its window has ended', () => {
    const dampening = { category: 'INVERSE_COUNT', count: 5, period: 2, unit: 'HOURS' } as const;
    expect(firings(dampening, [11, 11, 11, 11, 11], [0, 30, 60, 90, 130])).toEqual([1, 5]);
    expect(firings(dampening, [11, 11, 11], [0, 119, 120])).toEqual([1, 3]);
  });

  it('skips nothing with a count of 0', () => {
    expect(firings({ category: 'INVERSE_COUNT' }, [11, 11, 9, 11])).toEqual([1, 2, 4]);
  });
});

it('treats a count of 0 as 1', () => {
  expect(firings({ category: 'CONSECUTIVE_COUNT' }, [9, 11, 11])).toEqual([2, 3]);
});

it('lets PARTIAL_COUNT of conditions that cannot miss count occurrences', () => {
  const changes = aDefinition({
    dampening: { category: 'PARTIAL_COUNT', count: 2, period: 3 },
    conditions: [{ ...aDefinition().conditions[0]!.condition, category: 'CHANGE' }],
  });
  expect(firedAt(aResource([changes]), numbers([1, 2, 3, 3, 4, 5]))).toEqual([
    [3, 1],
    [6, 1],
  ]);
});
