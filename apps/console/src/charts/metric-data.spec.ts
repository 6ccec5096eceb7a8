import type { MetricAggregate } from '@wardstone/dto/monitoring';
import { DAY, WEEK } from './chart-time';
import { bucketsOf, partsOf, pointsOfBuckets, pointsOfValues, summaryOf, withoutGaps } from './metric-data';

const NOW = 1_795_394_331_011;
const MINUTE = 60_000;
const until = (length: number): { start: number; end: number } => ({ start: NOW - length, end: NOW });

describe('the data of a chart', () => {
  it.each([
    [8 * 60 * MINUTE, 30_000, 'values'],
    [DAY, 30_000, 300],
    [6 * DAY, 10 * MINUTE, 'values'],
    [WEEK, 10 * MINUTE, 300],
    [60 * MINUTE, DAY, 'values'],
  ])('of %d ms with a value each %d ms is read in parts of %s', (length, interval, expected) => {
    expect(partsOf(until(length), { interval, now: NOW })).toBe(expected);
  });

  it.each([
    [3 * DAY, 30_000, 'values'],
    [5 * DAY, 30_000, 300],
    [WEEK, 10 * MINUTE, 300],
  ])('of %d ms with a value each %d ms is read in parts of %s once it was zoomed to', (length, interval, expected) => {
    expect(partsOf(until(length), { interval, now: NOW, isZoomed: true })).toBe(expected);
  });

  it('has two values in each part', () => {
    expect(bucketsOf(until(60 * MINUTE), MINUTE)).toBe(30);
    expect(bucketsOf(until(MINUTE), DAY)).toBe(1);
  });

  it('has a gap where values did not come', () => {
    const value = (timeStamp: number, number: number | 'NaN') => ({ scheduleId: 1, timeStamp, value: number });

    expect(pointsOfValues([value(0, 1), value(10, 2), value(50, 3), value(60, 'NaN')], 10)).toEqual({
      times: [0, 10, 20, 50, 60],
      values: [1, 2, null, 3, null],
    });
  });

  it('stands at the middle of its part', () => {
    const of = (...values: (number | 'NaN')[]): MetricAggregate =>
      ({
        dataPoints: values.map((value, at) => ({ timeStamp: 100 + at * 10, value, low: value, high: value })),
      }) as unknown as MetricAggregate;

    expect(pointsOfBuckets(of(1, 'NaN', 3), { start: 100, end: 130 })).toEqual({
      times: [105, 115, 125],
      values: [1, null, 3],
    });
    expect(pointsOfBuckets(of('NaN', 'NaN'), { start: 100, end: 120 })).toEqual({ times: [], values: [] });
  });

  it('may leave its gaps out', () => {
    expect(withoutGaps({ times: [1, 2, 3], values: [4, null, 0] })).toEqual({ times: [1, 3], values: [4, 0] });
  });

  it('amounts to its last, least, mean and greatest value', () => {
    expect(summaryOf({ times: [1, 2, 3], values: [4, 1, null] })).toEqual({ last: 1, low: 1, mean: 2.5, high: 4 });
    expect(summaryOf({ times: [], values: [] })).toBeUndefined();
  });
});
