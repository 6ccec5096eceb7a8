import {
  describeOutcomes,
  mergeOutcomes,
  type Outcome,
  parseIdList,
  getDeliveryState,
  type TargetOutcome,
} from '../src/delivery';

const to = (target: string, outcome: Outcome, text = `${target} ${outcome}`): TargetOutcome => ({
  target,
  outcome,
  text,
});

describe('the state of a delivery', () => {
  it.each<[string, Outcome[]]>([
    ['UNKNOWN', []],
    ['SUCCESS', ['sent', 'sent']],
    ['PARTIAL', ['sent', 'refused']],
    ['PARTIAL', ['sent', 'failed']],
    ['FAILURE', ['refused', 'failed']],
    ['DEFERRED', ['deferred']],
  ])('is %s for %j', (state, outcomes) => {
    expect(getDeliveryState(outcomes.map((outcome, i) => to(`${i}`, outcome)))).toBe(state);
  });

  it('lists those reached first, then the others, then the next attempt', () => {
    const outcomes = [to('x@a', 'refused', 'x@a: no such user'), to('b@a', 'sent'), to('c@a', 'sent')];
    expect(describeOutcomes(outcomes)).toBe('sent to [b@a, c@a]; x@a: no such user');
    expect(describeOutcomes([to('x@a', 'failed', 'x@a: busy')], 0)).toBe(
      'x@a: busy; tried again at 1970-01-01T00:00:00.000Z',
    );
    expect(describeOutcomes([to('x', 'failed', 'y'.repeat(5000))])).toHaveLength(4000);
  });

  it('keeps the newest of each recipient', () => {
    const before = [to('a', 'sent'), to('b', 'failed')];
    expect(mergeOutcomes(before, [to('b', 'sent'), to('c', 'refused')])).toEqual([
      to('a', 'sent'),
      to('b', 'sent'),
      to('c', 'refused'),
    ]);
  });
});

describe('a list of ids', () => {
  it.each([
    ['|1|7|12|', [1, 7, 12]],
    ['1|7', [1, 7]],
    ['||7||7|', [7]],
    ['', []],
    ['|1]', undefined],
    ['|a|', undefined],
  ])('is read from "%s"', (text, ids) => {
    expect(parseIdList(text)).toEqual(ids);
  });
});
