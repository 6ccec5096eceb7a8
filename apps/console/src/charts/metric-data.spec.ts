import type { MetricAggregateDataPoint } from '@wardstone/client/monitoring';
import { alignSeries, byImportance, hasSpread } from './metric-data';

const point = (timeStamp: number, value: number | 'NaN', spread = 0): MetricAggregateDataPoint => ({
  timeStamp,
  value,
  low: value === 'NaN' ? value : value - spread,
  high: value === 'NaN' ? value : value + spread,
});
/** A hundred parts of ten. */
const RANGE = { start: 0, end: 1000 };

describe('the data of a chart', () => {
  it('has points at the middle of the buckets that have values', () => {
    const dataPoints = [point(0, 1), point(10, 2), point(20, 'NaN'), point(30, 3)];
    expect(alignSeries([{ dataPoints, interval: 10, field: 'value' }], RANGE, 100)).toEqual({
      times: [5, 15, 35],
      values: [[1, 2, 3]],
    });
  });

  it('has a gap where values are missing', () => {
    const dataPoints = [point(0, 1), point(10, 2), point(90, 3)];
    expect(alignSeries([{ dataPoints, interval: 10, field: 'value' }], RANGE, 100)).toEqual({
      times: [5, 15, 25, 95],
      values: [[1, 2, null, 3]],
    });
  });

  it('has no gap between averages of long intervals, nor between points without an interval', () => {
    const sparse = [point(0, 1), point(300, 2), point(600, 3)];
    expect(alignSeries([{ dataPoints: sparse, interval: 10, field: 'value' }], RANGE, 100).values).toEqual([[1, 2, 3]]);
    const dataPoints = [point(0, 1), point(10, 2), point(900, 3)];
    expect(alignSeries([{ dataPoints, field: 'value' }], RANGE, 100).values).toEqual([[1, 2, 3]]);
  });

  it('has the times of all series, with an earlier week moved to the present', () => {
    const own = { dataPoints: [point(0, 1), point(20, 2)], interval: 10, field: 'value' as const };
    const before = {
      dataPoints: [point(-1000, 7), point(-990, 8)],
      interval: 10,
      shift: 1000,
      field: 'value' as const,
    };
    expect(alignSeries([own, before], RANGE, 100)).toEqual({
      times: [5, 15, 25],
      values: [
        [1, undefined, 2],
        [7, 8, undefined],
      ],
    });
  });

  it('has no times without values', () => {
    expect(alignSeries([{ dataPoints: [], interval: 10, field: 'value' }], RANGE, 100)).toEqual({
      times: [],
      values: [[]],
    });
  });

  it('has a spread where values of a bucket differ', () => {
    expect(hasSpread({ dataPoints: [point(0, 1), point(10, 2, 0.5)] })).toBe(true);
    expect(hasSpread({ dataPoints: [point(0, 1)] })).toBe(false);
  });

  it('begins with watched metrics and percentages', () => {
    const limit = { definitionId: 1, name: 'full', priority: 'HIGH' as const, comparator: '>', value: 1 };
    const charts = [
      { unit: 'BYTES', limits: [], name: 'memory' },
      { unit: 'PERCENTAGE', limits: [], name: 'load' },
      { unit: 'BYTES', limits: [limit], name: 'swap' },
    ];
    expect(byImportance(charts).map(({ name }) => name)).toEqual(['swap', 'load', 'memory']);
  });
});
