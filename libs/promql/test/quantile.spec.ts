import { bucketQuantile } from '../src/quantile';

describe('the quantile of a histogram', () => {
  it('in a first bucket without a lower bound is the upper bound, unless that is positive', () => {
    const quantile = (first: number): number =>
      bucketQuantile(0.25, [
        { upperBound: first, count: 2 },
        { upperBound: Infinity, count: 4 },
      ]).quantile;
    expect([quantile(-1), quantile(0), quantile(8)]).toEqual([-1, 0, 4]);
  });

  it('counts buckets of one bound together', () => {
    const buckets = [
      { upperBound: 1, count: 1 },
      { upperBound: 2, count: 1 },
      { upperBound: 2, count: 2 },
      { upperBound: Infinity, count: 4 },
    ];
    expect(bucketQuantile(0.5, buckets)).toEqual({ quantile: 1.5 });
  });
});
