import type { AvailabilityType } from '@wardstone/terms';
import type { Condition } from '../src/condition';
import { conditionTest } from '../src/condition-test';
import type { Fact } from '../src/fact';
import { recoveredAlerts } from '../src/recovery-times';
import type { Firing } from '../src/resource-alerts';

const MINUTE = 60_000;
const METRIC = 7;
const over: Condition = {
  id: 1,
  category: 'THRESHOLD',
  name: 'load',
  threshold: 10,
  option: null,
  comparator: '>',
  measurementDefinition: METRIC,
};
const down: Condition = {
  id: 2,
  category: 'AVAILABILITY',
  name: 'AVAIL_GOES_DOWN',
  threshold: null,
  option: null,
  comparator: null,
  measurementDefinition: 0,
};
const firing = (minute: number, ...conditionIds: number[]): Firing => ({
  definitionId: 1,
  atMs: minute * MINUTE,
  isDisabled: false,
  recoveredId: undefined,
  occurrences: [],
  matches: conditionIds.map((conditionId) => ({ conditionId, value: '', atMs: minute * MINUTE })),
});
const numbers = (...values: [minute: number, value: number][]): Fact[] =>
  values.map(([minute, value]) => ({
    kind: 'number',
    metricDefinitionId: METRIC,
    value,
    baseline: null,
    atMs: minute * MINUTE,
  }));

interface Given {
  conditions: Condition[];
  mode?: 'ANY' | 'ALL';
  firings: Firing[];
  facts?: Fact[];
  availability?: [minute: number, type: AvailabilityType][];
  recoveries?: number[];
}

/** When each alert fired, and when it had recovered, in minutes. */
function recovered({
  conditions,
  mode = 'ANY',
  firings,
  facts = [],
  availability = [],
  recoveries,
}: Given): number[][] {
  const stretches = availability.map(([minute, type], at) => ({
    type,
    sinceMs: minute * MINUTE,
    untilMs: availability[at + 1] === undefined ? null : availability[at + 1]![0] * MINUTE,
  }));
  return recoveredAlerts(
    { mode, conditions: conditions.map(conditionTest) },
    firings,
    { facts, availability: stretches },
    { withinMs: 30 * MINUTE, recoveries: recoveries?.map((minute) => minute * MINUTE) },
  ).map((times) => [times.firedMs, times.recoveredMs].map((ms) => Math.floor(ms / 1000) / 60));
}

describe('the time of recovery of alerts', () => {
  it('is the first check at which their conditions are not met', () => {
    const facts = numbers([0, 11], [2.5, 9], [5, 12], [20, 9]);

    expect(recovered({ conditions: [over], firings: [firing(0, 1), firing(5, 1)], facts })).toEqual([
      [0, 3],
      // Checked less often the longer it lasts.
      [5, expect.closeTo(21, 0)],
    ]);
  });

  it('is absent while they are met, or when they fire again before a check', () => {
    const facts = numbers([0, 11], [0.5, 9], [0.8, 11], [40, 9]);

    expect(recovered({ conditions: [over], firings: [firing(0, 1), firing(0.8, 1)], facts })).toEqual([]);
  });

  it('is their next alert when availability changes', () => {
    const conditions = [down];

    expect(recovered({ conditions, firings: [firing(0, 2), firing(0.5, 2)] })).toEqual([
      [0, 0.5],
      [0.5, 1.5],
    ]);
    const availability: Given['availability'] = [
      [0, 'DOWN'],
      [0.2, 'UP'],
      [0.5, 'DOWN'],
    ];
    expect(recovered({ conditions, firings: [firing(0, 2), firing(0.5, 2)], availability })).toEqual([[0, 0.5]]);
  });

  it('requires all met conditions, or one of them, by the mode of the definition', () => {
    const given = {
      conditions: [over, down],
      firings: [firing(0, 1, 2)],
      facts: numbers([0, 11], [1.5, 9]),
      availability: [[0, 'DOWN']] as Given['availability'],
    };

    expect(recovered({ ...given, mode: 'ALL' })).toEqual([[0, 2]]);
    expect(recovered({ ...given, mode: 'ANY' })).toEqual([]);
  });

  it('is that of a recovering definition, where there is one', () => {
    const facts = numbers([0, 11], [1, 9]);

    expect(recovered({ conditions: [over], firings: [firing(0, 1), firing(9, 1)], facts, recoveries: [4, 5] })).toEqual(
      [[0, 4]],
    );
  });
});
