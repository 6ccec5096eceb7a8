import { autoStep, getExpressions, mayAdd, getStep } from './query-address';

const HOUR = 3_600_000;
const hours = (count: number) => ({ start: 0, end: count * HOUR });
const query = (text: string): URLSearchParams => new URLSearchParams(text);

describe('the address of queries', () => {
  it('has one empty query at first, and at most ten', () => {
    expect(getExpressions(query(''))).toEqual(['']);
    expect(getExpressions(query('expr=up&expr=rate(a[5m])'))).toEqual(['up', 'rate(a[5m])']);
    const many = getExpressions(query(Array.from({ length: 30 }, () => 'expr=up').join('&')));
    expect(many).toHaveLength(10);
    expect([mayAdd(many), mayAdd(['up'])]).toEqual([false, true]);
  });

  it('has a step that is offered, or a round one by the width of the period', () => {
    expect(getStep(query('step=60'), hours(1))).toBe(60);
    expect(getStep(query('step=0.001'), hours(1))).toBe(15);
    expect([1, 8, 24, 7 * 24, 365 * 24].map((count) => autoStep(hours(count)))).toEqual([
      15,
      120,
      600,
      3_600,
      43_200 * 2,
    ]);
    expect(autoStep(hours(2 * 365 * 24))).toBe(86_400);
  });
});
