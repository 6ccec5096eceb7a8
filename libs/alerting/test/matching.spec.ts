import { measureProcessorTime } from '@wardstone/testing';
import type { Condition } from '../src/condition';
import { conditionTest, type Remembered } from '../src/condition-test';
import type { Fact } from '../src/fact';
import {
  METRIC,
  MINUTE_MS,
  aCondition,
  aDefinition,
  aNumber,
  aResource,
  availabilities,
  firedAt,
  numbers,
  run,
} from './engine-fixture';

function toOutcome(condition: Partial<Condition>, fact: Fact, remembered?: Remembered): string {
  const test = conditionTest(aCondition(condition));
  const outcome = test.listensTo === fact.kind ? test.outcome(fact, remembered) : undefined;
  return outcome === undefined ? 'nothing' : outcome === 'miss' ? 'miss' : 'match';
}

/** Numbers of the facts, from 1, that match the only condition. */
function listMatches(condition: Partial<Condition>, facts: readonly Fact[]): number[] {
  return firedAt(aResource([aDefinition({ conditions: [aCondition(condition)] })]), facts).map(([fact]) => fact);
}

describe('AVAILABILITY', () => {
  it.each([
    ['AVAIL_GOES_DOWN', [1, 4]],
    ['AVAIL_GOES_UP', [3, 5]],
    ['AVAIL_GOES_NOT_UP', [4, 6]],
    ['AVAIL_GOES_UNKNOWN', [6]],
    ['AVAIL_GOES_DISABLED', []],
  ])('%s matches at %j, from UNKNOWN', (name, expected) => {
    const reports = availabilities(['DOWN', 'DOWN', 'UP', 'DOWN', 'UP', 'UNKNOWN']);
    expect(listMatches({ category: 'AVAILABILITY', name }, reports)).toEqual(expected);
  });

  it('does not evaluate the state that existed when the definition became active', () => {
    const goesDown = aDefinition({ conditions: [aCondition({ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' })] });
    expect(firedAt(aResource([goesDown], { availability: 'DOWN' }), availabilities(['DOWN']))).toEqual([]);
  });
});

describe('AVAIL_DURATION', () => {
  const S = 1000;
  const isDown = (name: string): Partial<Condition> => ({ category: 'AVAIL_DURATION', name, option: '300' });
  const report = (type: 'UP' | 'DOWN' | 'UNKNOWN', atMs: number): Fact => ({ kind: 'availability', type, atMs });
  const HISTORY = [
    { type: 'UP', sinceMs: -1000 * S, untilMs: 0 },
    { type: 'DOWN', sinceMs: 0, untilMs: 200 * S },
    { type: 'UP', sinceMs: 200 * S, untilMs: 260 * S },
    { type: 'DOWN', sinceMs: 260 * S, untilMs: null },
  ] as const;
  const timer = (sinceMs: number, history: Extract<Fact, { kind: 'timer' }>['history'] = HISTORY): Fact => ({
    kind: 'timer',
    conditionId: 1,
    sinceMs,
    type: 'DOWN',
    history,
    atMs: sinceMs + 300 * S,
  });
  const down = aDefinition({ conditions: [aCondition(isDown('AVAIL_DURATION_DOWN'))] });
  const notUp = aDefinition({ conditions: [aCondition(isDown('AVAIL_DURATION_NOT_UP'))] });

  it('matches when the state lasted, not when it was interrupted', () => {
    const facts = [report('DOWN', 0), report('UP', 200 * S), report('DOWN', 260 * S), timer(0), timer(260 * S)];
    expect(firedAt(aResource([down], { availability: 'UP' }), facts)).toEqual([[5, 1]]);
  });

  it('handles a timer once, and not one that was never set', () => {
    const facts = [timer(260 * S), report('DOWN', 260 * S), timer(260 * S), timer(260 * S)];
    expect(firedAt(aResource([down], { availability: 'UP' }), facts)).toEqual([[3, 1]]);
  });

  it('NOT_UP permits changes among the other types, DOWN does not', () => {
    const history = [
      { type: 'DOWN', sinceMs: 0, untilMs: 100 * S },
      { type: 'UNKNOWN', sinceMs: 100 * S, untilMs: null },
    ] as const;
    const facts = [report('DOWN', 0), report('UNKNOWN', 100 * S), timer(0, history)];
    expect(firedAt(aResource([notUp], { availability: 'UP' }), facts)).toEqual([[3, 1]]);
    expect(firedAt(aResource([down], { availability: 'UP' }), facts)).toEqual([]);
  });

  it('excludes the bounds of the time', () => {
    const history = [
      { type: 'DOWN', sinceMs: 0, untilMs: 300 * S },
      { type: 'UP', sinceMs: 300 * S, untilMs: null },
    ] as const;
    expect(firedAt(aResource([down], { availability: 'UP' }), [report('DOWN', 0), timer(0, history)])).toEqual([
      [2, 1],
    ]);
  });

  it('starts the timer only at the transition', () => {
    expect(firedAt(aResource([notUp], { availability: 'UNKNOWN' }), [report('DOWN', 0), timer(0)])).toEqual([]);
  });
});

describe('THRESHOLD', () => {
  it('tests the level: every value beyond the threshold matches', () => {
    expect(listMatches({}, numbers([5, 11, 12, 9, 13]))).toEqual([2, 3, 5]);
  });

  it.each([
    ['<', 9.99, 'match'],
    ['<', 10, 'miss'],
    ['=', 10, 'match'],
    ['=', 10.000001, 'miss'],
    ['>', 10, 'miss'],
    ['>', NaN, 'nothing'],
    ['>', Infinity, 'nothing'],
  ])('%s 10 makes %d a %s', (comparator, value, expected) => {
    expect(toOutcome({ comparator }, aNumber(value))).toBe(expected);
  });

  it('has no outcome without a threshold, nor for another metric', () => {
    expect(toOutcome({ threshold: null }, aNumber(11))).toBe('nothing');
    expect(toOutcome({}, aNumber(11, 0, METRIC + 1))).toBe('nothing');
  });
});

describe('RANGE from 20 to 50', () => {
  it.each([
    ['<', [30]],
    ['<=', [20, 30, 50]],
    ['>', [19, 20, 50, 51]],
    ['>=', [19, 51]],
    ['=', [20, 50]],
  ])('%s matches %j', (comparator, expected) => {
    const range = {
      category: 'RANGE',
      threshold: 20,
      option: '50',
      comparator,
      measurementDefinition: METRIC,
    } as const;
    const values = [19, 20, 30, 50, 51];
    expect(values.filter((value) => toOutcome(range, aNumber(value)) === 'match')).toEqual(expected);
    expect(values.filter((value) => toOutcome(range, aNumber(value)) === 'nothing')).toEqual([]);
  });
});

describe('BASELINE', () => {
  const baseline = { min: 10, mean: 200, max: 300 };
  const condition = { category: 'BASELINE', measurementDefinition: METRIC } as const;

  it.each([
    [0.1, '<', 'mean', 19, 'match'],
    [0.1, '<', 'mean', 20, 'miss'],
    [1.5, '>', 'max', 451, 'match'],
    [1.5, '>', 'max', 450, 'miss'],
    [2, '=', 'min', 20, 'match'],
  ])('%d %s of the %s makes %d a %s', (threshold, comparator, option, value, expected) => {
    expect(toOutcome({ ...condition, threshold, comparator, option }, { ...aNumber(value), baseline })).toBe(expected);
  });

  it('has no outcome without a baseline', () => {
    expect(toOutcome({ ...condition, threshold: 1, comparator: '>', option: 'max' }, aNumber(1000))).toBe('nothing');
  });
});

it('CHANGE matches a value that differs from the previous one, never the first', () => {
  expect(listMatches({ category: 'CHANGE', measurementDefinition: METRIC }, numbers([5, 5, 6, 6, 5]))).toEqual([3, 5]);
});

describe('TRAIT', () => {
  const condition = { category: 'TRAIT', measurementDefinition: METRIC } as const;
  const traits = (...values: string[]): Fact[] =>
    values.map((value, i) => ({ kind: 'trait', metricDefinitionId: METRIC, value, atMs: i * MINUTE_MS }));

  it('matches the first value, and each that differs from the previous one', () => {
    expect(listMatches(condition, traits('a', 'a', 'b'))).toEqual([1, 3]);
  });

  it('matches every value in which a pattern is found, changed or not', () => {
    const expected = [1, 2, 4];
    expect(listMatches({ ...condition, option: '10.*' }, traits('RHEL 10.1', 'RHEL 10.1', '9.4', 'x\n10'))).toEqual(
      expected,
    );
    expect(listMatches({ ...condition, option: 'rhel 10.1$' }, traits('RHEL 10.1', 'RHEL 10.1 beta'))).toEqual([1]);
  });
});

describe('EVENT WARN with the expression "timeout"', () => {
  const condition = { category: 'EVENT', name: 'WARN', option: 'timeout' } as const;
  const event = (severity: 'WARN' | 'FATAL' | 'INFO' | 'ERROR', message: string): Fact => ({
    kind: 'event',
    severity,
    message,
    location: '/var/log/messages',
    atMs: 0,
  });

  it.each([
    ['WARN', 'Timeout 5s', 'match'],
    ['FATAL', 'read timeout', 'match'],
    ['INFO', 'timeout', 'miss'],
    ['ERROR', 'disk', 'miss'],
  ] as const)('makes %s "%s" a %s', (severity, message, expected) => {
    expect(toOutcome(condition, event(severity, message))).toBe(expected);
  });

  it('uses only the severity when the pattern is blank', () => {
    expect(toOutcome({ ...condition, option: '  ' }, event('ERROR', 'disk'))).toBe('match');
  });

  it('takes linear time for a pattern that backtracks elsewhere', async () => {
    const long = `${'a'.repeat(20_000)}!`;
    const spentMs = await measureProcessorTime(() =>
      expect(toOutcome({ ...condition, option: '^(a+)+$' }, event('ERROR', long))).toBe('miss'),
    );
    expect(spentMs).toBeLessThan(10_000);
  });
});

describe('CONTROL', () => {
  const operation = (status: 'INPROGRESS' | 'SUCCESS' | 'FAILURE', name = 'restart'): Fact => ({
    kind: 'operation',
    name,
    status,
    atMs: 0,
  });

  it.each([
    ['FAILURE', 'FAILURE', 'match'],
    ['FAILURE', 'SUCCESS', 'miss'],
    ['FAILURE', 'INPROGRESS', 'nothing'],
    ['INPROGRESS', 'INPROGRESS', 'match'],
    ['INPROGRESS', 'SUCCESS', 'nothing'],
  ] as const)('for %s makes %s a %s', (option, status, expected) => {
    expect(toOutcome({ category: 'CONTROL', name: 'restart', option }, operation(status))).toBe(expected);
  });

  it('ignores other operations', () => {
    expect(toOutcome({ category: 'CONTROL', name: 'restart', option: 'FAILURE' }, operation('FAILURE', 'stop'))).toBe(
      'nothing',
    );
  });

  it('lets two failures in a row be consecutive although both were in progress first', () => {
    const twice = aDefinition({
      dampening: { category: 'CONSECUTIVE_COUNT', count: 2 },
      conditions: [aCondition({ category: 'CONTROL', name: 'restart', option: 'FAILURE' })],
    });
    const facts = [operation('INPROGRESS'), operation('FAILURE'), operation('INPROGRESS'), operation('FAILURE')];
    expect(firedAt(aResource([twice]), facts)).toEqual([[4, 1]]);
  });
});

it('RESOURCE_CONFIG matches every change', () => {
  expect(toOutcome({ category: 'RESOURCE_CONFIG' }, { kind: 'configuration', atMs: 0 })).toBe('match');
});

describe('DRIFT', () => {
  const drift: Fact = { kind: 'drift', name: 'etc', paths: ['passwd', 'ssh/sshd_config'], isInitial: false, atMs: 0 };

  it.each([
    [null, null, 'match'],
    ['etc', null, 'match'],
    ['et', null, 'nothing'],
    ['ETC', null, 'nothing'],
    [null, 'ssh/.*', 'match'],
    [null, 'ssh', 'nothing'],
  ])('by name %j and path %j is a %s', (name, option, expected) => {
    expect(toOutcome({ category: 'DRIFT', name, option }, drift)).toBe(expected);
  });

  it('does not count the initial set', () => {
    expect(toOutcome({ category: 'DRIFT' }, { ...drift, isInitial: true })).toBe('nothing');
  });
});

describe('ANY and ALL', () => {
  const over40 = aCondition({ threshold: 40 });
  const under60 = aCondition({ id: 2, threshold: 60, comparator: '<' });

  it('ANY gives one alert with two logs when one value matches two conditions', () => {
    const [firings] = run(aResource([aDefinition({ conditions: [over40, under60] })]), numbers([50]));
    expect(firings!.map(({ matches }) => matches.map(({ conditionId }) => conditionId))).toEqual([[1, 2]]);
  });

  it('ALL of two conditions on one metric needs one value that matches both', () => {
    const both = aDefinition({ mode: 'ALL', conditions: [over40, under60] });
    expect(firedAt(aResource([both]), numbers([20, 70, 50]))).toEqual([[3, 1]]);
  });

  it('ALL counts each occurrence once both metrics are beyond their bounds', () => {
    const both = aDefinition({
      mode: 'ALL',
      dampening: { category: 'CONSECUTIVE_COUNT', count: 2 },
      conditions: [aCondition(), aCondition({ id: 2, measurementDefinition: METRIC + 1 })],
    });
    expect(firedAt(aResource([both]), [aNumber(11), aNumber(11, 0, METRIC + 1), aNumber(11)])).toEqual([[3, 1]]);
  });

  it('ALL keeps a match that cannot miss until the others match', () => {
    const both = aDefinition({
      mode: 'ALL',
      conditions: [aCondition({ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }), aCondition({ id: 2 })],
    });
    expect(firedAt(aResource([both]), [...availabilities(['DOWN', 'UP']), ...numbers([5, 11])])).toEqual([[4, 1]]);
  });
});
