import { isAmong, ValueWatchers } from '../src/value-watchers';
import { aCondition, aDefinition, aNumber, METRIC } from './engine-fixture';

const [USED, FREE, OTHER] = [METRIC, METRIC + 1, METRIC + 2];
const almostFull = new ValueWatchers([
  aDefinition({
    mode: 'ALL',
    onceUntilRecovered: true,
    conditions: [
      aCondition({ id: 1, comparator: '>', threshold: 0.9, measurementDefinition: USED }),
      aCondition({ id: 2, comparator: '<', threshold: 20, measurementDefinition: FREE }),
    ],
  }),
]);
const isUrgent = (metric: number, value: number): boolean =>
  almostFull.isUrgent(aNumber(value, 0, metric), new Map(), new Map());

describe('values of a definition on two metrics', () => {
  it('wait for others unless they meet a condition', () => {
    const values: [number, number][] = [
      [USED, 0.9],
      [USED, 0.91],
      [FREE, 20],
      [FREE, 19],
      [OTHER, 1],
    ];
    expect(values.map(([metric, value]) => isUrgent(metric, value))).toEqual([false, true, false, true, false]);
    expect(values.map(([metric, value]) => isAmong(value, almostFull.patientValues(metric)))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it('change nothing while nothing is pending, unless they meet a condition', () => {
    expect(isAmong(0.9, almostFull.unmetValues(USED))).toBe(true);
    expect(isAmong(0.91, almostFull.unmetValues(USED))).toBe(false);
    expect(isAmong(NaN, almostFull.unmetValues(USED))).toBe(false);
    expect(isAmong(NaN, almostFull.unmetValues(OTHER))).toBe(false);
  });

  it('may end pending matches, so that none changes nothing in every state', () => {
    expect(isAmong(0.1, almostFull.idleValues(USED))).toBe(false);
    expect(isAmong(0.1, almostFull.idleValues(OTHER))).toBe(true);
  });
});
