import {
  describeOutcomes,
  mergeOutcomes,
  nextAttemptMs,
  type Outcome,
  parseIdList,
  stateOf,
  type TargetOutcome,
} from '../delivery';

const DAY_MS = 86_400_000;
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
    expect(stateOf(outcomes.map((outcome, i) => to(`${i}`, outcome)))).toBe(state);
  });

  it('lists those reached first, then the others, then the next attempt', () => {
    const outcomes = [to('x@a', 'refused', 'x@a: no such user'), to('b@a', 'sent'), to('c@a', 'sent')];
    expect(describeOutcomes(outcomes)).toBe('sent to [b@a, c@a]; x@a: no such user');
    expect(describeOutcomes([to('x@a', 'failed', 'x@a: busy')], 0)).toBe(
      'x@a: busy; tried again at 1970-01-01T00:00:00.000Z',
    );
    expect(describeOutcomes([to('x', 'failed', 'y'.repeat(5000))])).toHaveLength(4000);
  });

  it('keeps the newest of each addressee', () => {
    const before = [to('a', 'sent'), to('b', 'failed')];
    expect(mergeOutcomes(before, [to('b', 'sent'), to('c', 'refused')])).toEqual([
      to('a', 'sent'),
      to('b', 'sent'),
      to('c', 'refused'),
    ]);
  });
});

describe('the next attempt', () => {
  it.each([
    [1, 5_000],
    [2, 10_000],
    [8, 640_000],
    [11, 3_600_000],
    [30, 3_600_000],
  ])('after number %d comes %d ms later', (attempt, waitMs) => {
    expect(nextAttemptMs(attempt, 0, 1000)).toBe(1000 + waitMs);
  });

  it('does not come later than a day after the alert', () => {
    expect(nextAttemptMs(30, 0, DAY_MS - 3_600_000)).toBe(DAY_MS);
    expect(nextAttemptMs(30, 0, DAY_MS - 3_599_999)).toBeUndefined();
  });

  it('is one of 33 in all', () => {
    const times = [0];
    for (;;) {
      const next = nextAttemptMs(times.length, 0, times.at(-1)!);
      if (next === undefined) break;
      times.push(next);
    }
    expect(times).toHaveLength(33);
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
