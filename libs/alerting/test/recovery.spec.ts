import { applyFact } from '../src/resource-alerts';
import { aCondition, aDefinition, aNumber, aResource, availabilities, firedAt, numbers, run } from './engine-fixture';

const goesDown = [aCondition({ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' })];
const goesUp = [aCondition({ id: 2, category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' })];
const down = aDefinition({ id: 1, dampening: { category: 'ONCE' }, conditions: goesDown });
const up = aDefinition({ id: 2, recoveryId: 1, conditions: goesUp });
const REPORTS = availabilities(['UP', 'DOWN', 'DOWN', 'UP', 'DOWN']);

describe('a definition that recovers another', () => {
  it('fires and enables the other one, in turns', () => {
    expect(firedAt(aResource([down, up]), REPORTS)).toEqual([
      [2, 1],
      [4, 2],
      [5, 1],
    ]);
  });

  it('does nothing if the other one does not exist', () => {
    expect(firedAt(aResource([down]), REPORTS)).toEqual([[2, 1]]);
  });

  it('leaves it disabled when it is disabled itself', () => {
    expect(firedAt(aResource([down, { ...up, isEnabled: false }]), REPORTS)).toEqual([[2, 1]]);
  });

  it('enables one that was disabled by hand', () => {
    const [first] = [applyFact(aResource([{ ...down, isEnabled: false }, up]), REPORTS[0]!, 0)];
    expect(first.firings).toMatchObject([{ definitionId: 2, recoveredId: 1 }]);
    expect(first.alerts.definitions.map(({ isEnabled }) => isEnabled)).toEqual([true, true]);
  });

  it('never fires when the other one was deleted', () => {
    expect(firedAt(aResource([up]), REPORTS)).toEqual([]);
  });

  it('recovers a definition of another resource', () => {
    const resource = { ...aResource([up]), elsewhere: new Map([[1, false]]) };
    const { alerts, firings } = applyFact(resource, REPORTS[0]!, 0);
    expect(firings[0]?.recoveredId).toBe(1);
    expect(alerts.elsewhere.get(1)).toBe(true);
  });

  it('does not evaluate the fact that made the other one fire', () => {
    const over = aDefinition({ id: 1, dampening: { category: 'ONCE' } });
    const alsoOver = aDefinition({ id: 2, recoveryId: 1, conditions: [aCondition({ id: 2 })] });
    expect(firedAt(aResource([over, alsoOver]), numbers([11, 11]))).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('starts over each time it becomes active', () => {
    const over = aDefinition({ id: 1, dampening: { category: 'ONCE' } });
    const twiceUnder = aDefinition({
      id: 2,
      recoveryId: 1,
      dampening: { category: 'PARTIAL_COUNT', count: 2, period: 10 },
      conditions: [aCondition({ id: 2, comparator: '<' })],
    });
    const resource = aResource([over, twiceUnder]);
    expect(firedAt(resource, numbers([5, 11, 5, 5, 11, 5, 5]))).toEqual([
      [2, 1],
      [4, 2],
      [5, 1],
      [7, 2],
    ]);
  });
});

it('never fires without conditions, nor with ALL of none', () => {
  expect(firedAt(aResource([aDefinition({ mode: 'ALL', conditions: [] })]), numbers([11]))).toEqual([]);
});

describe('a definition that fires once until it has recovered', () => {
  const once = { onceUntilRecovered: true } as const;

  it('fires again after a value that does not meet the condition, and stays enabled', () => {
    const resource = aResource([aDefinition(once)]);
    expect(firedAt(resource, numbers([11, 12, 13, 5, 11, 11]))).toEqual([
      [1, 1],
      [5, 1],
    ]);
    expect(applyFact(resource, numbers([11])[0]!, 0).alerts.definitions[0]!.isEnabled).toBe(true);
  });

  it('counts by its dampening before it fires again', () => {
    const resource = aResource([aDefinition({ ...once, dampening: { category: 'CONSECUTIVE_COUNT', count: 2 } })]);
    expect(firedAt(resource, numbers([11, 11, 11, 11, 5, 11, 11]))).toEqual([
      [2, 1],
      [7, 1],
    ]);
  });

  it.each([
    ['AVAILABILITY', 'AVAIL_GOES_DOWN', ['UP', 'DOWN', 'DISABLED', 'DOWN'], [2, 4]],
    ['AVAILABILITY', 'AVAIL_GOES_NOT_UP', ['UP', 'DOWN', 'UNKNOWN', 'UP', 'DOWN'], [2, 5]],
    ['AVAILABILITY', 'AVAIL_GOES_UP', ['UP', 'DOWN', 'UP'], [1, 3]],
  ] as const)('detects by the availability that %s %s is over', (category, name, reports, expected) => {
    const resource = aResource([aDefinition({ ...once, conditions: [aCondition({ category, name })] })]);
    expect(firedAt(resource, availabilities(reports)).map(([fact]) => fact)).toEqual(expected);
  });

  it('does not fire when its resource goes DOWN again before it has recovered', () => {
    const conditions = [
      aCondition({ category: 'AVAILABILITY', name: 'AVAIL_GOES_NOT_UP' }),
      aCondition({ id: 2, category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }),
    ];
    const resource = aResource([aDefinition({ ...once, mode: 'ALL', conditions })], { availability: 'UP' });
    expect(firedAt(resource, availabilities(['DOWN', 'DOWN', 'UP', 'DOWN']))).toEqual([
      [1, 1],
      [4, 1],
    ]);
  });

  it('fires for another of its conditions while the first one holds', () => {
    const conditions = [aCondition(), aCondition({ id: 2, measurementDefinition: 7 })];
    const facts = [
      aNumber(11),
      aNumber(11, 1, 7),
      aNumber(12, 2, 7),
      aNumber(5, 3, 7),
      aNumber(12, 4),
      aNumber(11, 5, 7),
    ];
    const firings = run(aResource([aDefinition({ ...once, conditions })]), facts);
    expect(firings.map((each) => each[0]?.matches.map(({ conditionId }) => conditionId))).toEqual([
      [1],
      [1, 2],
      undefined,
      undefined,
      undefined,
      [1, 2],
    ]);
  });

  it('has recovered when one condition is no longer met, if all must be met', () => {
    const conditions = [aCondition(), aCondition({ id: 2, measurementDefinition: 7 })];
    const facts = [aNumber(11), aNumber(11, 1, 7), aNumber(11, 2), aNumber(5, 3), aNumber(11, 4), aNumber(11, 5)];
    expect(firedAt(aResource([aDefinition({ ...once, mode: 'ALL', conditions })]), facts)).toEqual([
      [2, 1],
      [5, 1],
    ]);
  });

  it('fires each time for events, which have no duration', () => {
    const conditions = [aCondition({ category: 'EVENT', name: 'ERROR' })];
    const event = { kind: 'event', severity: 'ERROR', message: 'm', location: 'l', atMs: 0 } as const;
    expect(firedAt(aResource([aDefinition({ ...once, conditions })]), [event, event])).toHaveLength(2);
  });
});
