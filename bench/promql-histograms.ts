import type { SentHistogram, SentSeries } from '../libs/series-formats/test/write-request.builder';
import type { Random } from '../tools/fuzz/random';

const STEP_MS = 15_000;
const CUSTOM_SCHEMA = -53;
/** `ResetHint` of gauges in remote write. */
const GAUGE = 3;
const INSTANCES = ['a:1', 'b:1', 'c:2'];

interface Kind {
  readonly schema: number;
  readonly buckets: number;
  readonly isGauge?: boolean;
  readonly bounds?: readonly number[];
}

/** Names of the metrics, with labels that select some of their series. */
export const HISTOGRAM_METRICS: readonly (readonly [name: string, matchers: readonly string[]])[] = [
  ['request_seconds', ['job="api"', 'instance="a:1"', 'instance!~"c.*"']],
  ['payload_bytes', ['instance="b:1"', 'job="api"']],
  ['depth', ['instance="a:1"']],
];

/**
 * Native histograms: counters whose resolutions and zero buckets differ, with resets and gaps; counters of custom
 * buckets, whose bounds differ; and gauges of float counts.
 */
export function histogramSeries(startMs: number, endMs: number, random: Random): SentSeries[] {
  return INSTANCES.flatMap((instance, i) =>
    (
      [
        ['request_seconds', { schema: i, buckets: 6 }],
        ['payload_bytes', { schema: CUSTOM_SCHEMA, buckets: 4, bounds: i === 0 ? [1, 5, 10] : [1, 2, 10] }],
        ['depth', { schema: 1, buckets: 5, isGauge: true }],
      ] as const
    ).map(([name, kind]) => ({
      labels: { __name__: name, job: 'api', instance },
      samples: [],
      histograms: toHistograms(kind, i, { startMs, endMs }, random),
    })),
  );
}

function toHistograms(
  { schema, buckets, isGauge = false, bounds }: Kind,
  number: number,
  { startMs, endMs }: { startMs: number; endMs: number },
  random: Random,
): SentHistogram[] {
  const found: SentHistogram[] = [];
  const none = (): number[] => Array<number>(buckets).fill(0);
  let counts = none();
  let zeroCount = 0;
  for (let time = startMs + random.below(STEP_MS); time < endMs; time += STEP_MS) {
    if (random.chance(0.05)) continue;
    if (isGauge || random.chance(0.02)) [counts, zeroCount] = [none(), 0];
    counts = counts.map((count) => count + (random.chance(0.3) ? 0 : random.below(5)) * (isGauge ? 0.5 : 1));
    if (!bounds) zeroCount += random.below(2);
    const sum = counts.reduce((total, count, at) => total + count * (at + 0.5), 0);
    found.push({
      time,
      schema,
      count: counts.reduce((total, count) => total + count, zeroCount),
      sum,
      zeroCount,
      zeroThreshold: bounds ? 0 : 0.001 * 2 ** number,
      positive: [[bounds ? 0 : -1, counts]],
      ...(bounds && { bounds }),
      ...(isGauge && { isFloat: true, hint: GAUGE }),
    });
  }
  return found;
}
