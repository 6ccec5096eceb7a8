import { END_REASONS } from '@wardstone/terms';
import { getEnding, type HeldAlert, isNotifiedEnd, lookAgainMs, type Present, stillHolds } from '../src/still-holds';
import { aCondition, METRIC, MINUTE_MS } from './engine-fixture';

const HOUR_MS = 3_600_000;
const OVER: Present = { availability: 'UP', values: new Map([[METRIC, 11]]), baselines: new Map() };

function aHeldAlert(over: Partial<HeldAlert> = {}): HeldAlert {
  return {
    mode: 'ANY',
    conditions: [aCondition()],
    isAcknowledged: false,
    gone: undefined,
    hasSuccessor: false,
    isRecovered: false,
    hasRecoverer: false,
    endsNotifiedProblem: undefined,
    ...over,
  };
}

describe('an alert that was held back', () => {
  it('is notified while its condition is met', () => {
    expect(stillHolds(aHeldAlert(), OVER)).toBe(true);
  });

  it.each<[string, Partial<HeldAlert>]>([
    ['somebody has acknowledged it', { isAcknowledged: true }],
    ['its resource is gone', { gone: 'RESOURCE_REMOVED' }],
    ['its definition has fired again', { hasSuccessor: true }],
    ['another alert has recovered it', { isRecovered: true }],
  ])('is not notified when %s', (_reason, over) => {
    expect(stillHolds(aHeldAlert(over), OVER)).toBe(false);
    expect(stillHolds(aHeldAlert({ ...over, hasRecoverer: true }), OVER)).toBe(false);
  });

  it.each([
    ['ALL', false],
    ['ANY', true],
  ] as const)('that needs %s of its two conditions is notified when one holds: %s', (mode, expected) => {
    const conditions = [aCondition(), aCondition({ id: 2, threshold: 20 })];
    expect(stillHolds(aHeldAlert({ mode, conditions }), OVER)).toBe(expected);
  });
});

describe('an alert that was notified', () => {
  const endingAfter = (ageMs: number): string | undefined =>
    getEnding(aHeldAlert({ conditions: [aCondition({ category: 'EVENT', name: 'ERROR' })] }), OVER, {
      firedMs: 0,
      nowMs: ageMs,
      eventMs: HOUR_MS,
    });

  it('of an event expires with the retention of events', () => {
    expect([endingAfter(HOUR_MS - 1), endingAfter(HOUR_MS)]).toEqual([undefined, 'EXPIRED']);
  });

  it('ends without a notification when it expired or another alert replaced it', () => {
    expect(END_REASONS.filter((reason) => !isNotifiedEnd(reason)).sort()).toEqual(['EXPIRED', 'REPLACED']);
  });

  it('is replaced by the next one of its definition', () => {
    const times = { firedMs: 0, nowMs: 1, eventMs: HOUR_MS };
    expect(getEnding(aHeldAlert({ hasSuccessor: true }), OVER, times)).toBe('REPLACED');
    expect(getEnding(aHeldAlert(), OVER, times)).toBeUndefined();
  });

  it.each([
    [0, 1],
    [10, 1],
    [15, 1.5],
    [20, 2],
    [600, 2],
  ])('for %d minutes is checked again after %d', (minutes, pause) => {
    expect(lookAgainMs(0, minutes * MINUTE_MS)).toBe((minutes + pause) * MINUTE_MS);
  });

  it('is checked again at a whole millisecond, as times are stored', () => {
    expect(lookAgainMs(7, 11 * MINUTE_MS)).toBe(725_999);
  });
});
