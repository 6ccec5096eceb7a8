import { cumulativeBuckets } from '../src/otlp/exponential-buckets';
import type { ExponentialPoint } from '../src/otlp/otlp-metrics';

it('exponential buckets are empty for a scale coarser than the coarsest', () => {
  const [positive, negative] = [
    { offset: -1, counts: [3] },
    { offset: 0, counts: [] },
  ];
  const atScale = (scale: number): unknown =>
    cumulativeBuckets({ scale, positive, negative, zeroCount: 0, zeroThreshold: 0 } as unknown as ExponentialPoint);
  expect([atScale(-10), atScale(-11)]).toEqual([[{ bound: 1, count: 3 }], []]);
});
