import { applyFact } from '../resource-alerts';
import { aCondition, aDefinition, aResource, availabilities, firedAt, numbers } from './engine-fixture';

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

  it('leaves the other one disabled when there is none', () => {
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

it('a definition without conditions never fires, one with ALL of none either', () => {
  expect(firedAt(aResource([aDefinition({ mode: 'ALL', conditions: [] })]), numbers([11]))).toEqual([]);
});
