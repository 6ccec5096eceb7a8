import { CUSTOM_SCHEMA, type NativeHistogram, NO_BUCKETS } from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import { Annotations, Budget, Evaluation, type Grid, Labels, type Notes, parseQuery, type Select } from '../src';
import { histogramText } from '../src/native-histograms';

export interface Given extends Partial<Omit<NativeHistogram, 'positive' | 'negative' | 'bounds'>> {
  /** Counts by index. */
  readonly positive?: Readonly<Record<number, number>>;
  readonly negative?: Readonly<Record<number, number>>;
  readonly bounds?: readonly number[];
}

function toBuckets(counts: Readonly<Record<number, number>> | undefined): NativeHistogram['positive'] {
  if (!counts) return NO_BUCKETS;
  const sorted = Object.entries(counts).sort(([a], [b]) => Number(a) - Number(b));
  return {
    indexes: Int32Array.from(sorted, ([index]) => Number(index)),
    counts: Float64Array.from(sorted, ([, count]) => count),
  };
}

/** A histogram whose count agrees with its buckets, unless given. */
export function aHistogram({ positive, negative, bounds, ...given }: Given): NativeHistogram {
  const inBuckets = [positive, negative].flatMap((counts) => Object.values(counts ?? {}));
  const total = inBuckets.reduce((sum, count) => sum + count, given.zeroCount ?? 0);
  return {
    schema: bounds ? CUSTOM_SCHEMA : 0,
    hint: 'unknown',
    count: total,
    sum: total,
    zeroThreshold: 0,
    zeroCount: 0,
    ...given,
    positive: toBuckets(positive),
    negative: toBuckets(negative),
    ...(bounds && { bounds: Float64Array.from(bounds) }),
  };
}

export type Point = NativeHistogram | number | null;

export interface GivenSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** A minute apart, the last one at the time of the query; null ends the series. */
  readonly points: readonly Point[];
}

export const NOW = 6_000_000;
const MINUTE = 60_000;
const INSTANT: Grid = { start: NOW, step: 0, count: 1 };

function toPoints(points: readonly Point[]) {
  const times = Float64Array.from(points, (_point, i) => NOW - (points.length - 1 - i) * MINUTE);
  const isHistogram = (point: Point | undefined): point is NativeHistogram =>
    typeof point === 'object' && point !== null;
  return {
    times,
    values: Float64Array.from(points, (point) => (typeof point === 'number' ? point : NaN)),
    kinds: Uint8Array.from(points, (point) => (point === null ? 1 : isHistogram(point) ? 2 : 0)),
    histograms: { times: times.filter((_time, i) => isHistogram(points[i])), values: points.filter(isHistogram) },
  };
}

export interface Outcome {
  /** Number, or text of a histogram, by the labels of its series. */
  readonly values: Readonly<Record<string, number | string>>;
  readonly notes: readonly string[];
}

export async function outcome(query: string, series: readonly GivenSeries[], grid = INSTANT): Promise<Outcome> {
  const pace = new Pace({ now: () => 0, pause: () => Promise.resolve() });
  const budget = new Budget({ mostSamples: 1e6, timeLimitMs: 1, now: () => 0, pace, isAbandoned: () => false });
  const notes: Notes = { warnings: new Set(), infos: new Set() };
  const select: Select = ({ matchers }) =>
    Promise.resolve(
      series
        .map(({ labels, points }) => ({ labels: Labels.of(Object.entries(labels)), points }))
        .filter(({ labels }) => matchers.every(({ name, accepts }) => accepts(labels.get(name))))
        .map(({ labels, points }) => ({ labels, lookbackMs: 5 * MINUTE, points: () => toPoints(points) })),
    );
  const end = grid.start + grid.step * (grid.count - 1);
  const expr = parseQuery(query, { stepMs: grid.step, rangeMs: end - grid.start });
  const value = await new Evaluation(grid, end, select, budget, new Annotations(notes)).evaluate(expr);
  const texts = value instanceof Float64Array ? [] : value;
  return {
    values: Object.fromEntries(
      texts.map((one) => {
        const histogram = one.histograms?.[0];
        return [one.labels.toString(), histogram ? histogramText(histogram) : one.values[0]!];
      }),
    ),
    notes: [...notes.warnings, ...notes.infos],
  };
}

export const x = (...points: Point[]): GivenSeries => ({ labels: { __name__: 'x' }, points });
export const y = (...points: Point[]): GivenSeries => ({ labels: { __name__: 'y', job: 'a' }, points });
export const only = async (query: string, ...series: GivenSeries[]): Promise<number | string | undefined> =>
  Object.values((await outcome(query, series)).values)[0];
export const listNotes = async (query: string, ...series: GivenSeries[]): Promise<readonly string[]> =>
  (await outcome(query, series)).notes;
