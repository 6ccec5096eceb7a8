import { drawSpark } from './spark-path';

describe('a small chart', () => {
  const point = (timeStamp: number, value: number | 'NaN') => ({ timeStamp, value, low: value, high: value });
  const limit = (value: number) => ({
    definitionId: 1,
    name: 'high',
    priority: 'HIGH' as const,
    comparator: '>',
    value,
  });
  const range = { start: 0, end: 1000 };
  const of = (values: readonly [number, number | 'NaN'][], over: object = {}) => ({
    dataPoints: values.map(([at, value]) => point(at, value)),
    limits: [],
    unit: 'BYTES',
    collectionInterval: 10,
    ...over,
  });

  it('fills its box with the values', () => {
    const values: [number, number][] = [
      [0, 1],
      [20, 3],
    ];
    expect(drawSpark(of(values), range)).toEqual({ line: 'M0 29h0.5L2 1', limits: [] });
  });

  it('shows a share within the whole, with its limits once', () => {
    const chart = of([[500, 0.5]], { unit: 'PERCENTAGE', limits: [limit(1), limit(1)] });
    expect(drawSpark(chart, range)).toEqual({ line: 'M50 15h0.5', limits: [1] });
  });

  it('has a gap where values are missing', () => {
    expect(
      drawSpark(
        of([
          [0, 1],
          [10, 'NaN'],
          [500, 1],
        ]),
        range,
      ),
    ).toEqual({ line: 'M0 15h0.5M50 15h0.5', limits: [] });
  });

  it('is absent without values', () => {
    expect(drawSpark(of([]), range)).toBeUndefined();
  });
});
