import type { MetricChart } from './use-charts';
import type { TimeRange } from './chart-time';

/** A number; null starts a gap; undefined is a time at which only other series have a value. */
export type Values = readonly (number | null | undefined)[];

/** Series at common times. */
export interface Aligned {
  /** In ms, ascending. */
  times: readonly number[];
  values: readonly Values[];
}

/** Buckets of a period with their values. */
export interface Measured extends Pick<MetricChart, 'dataPoints'> {
  /** In ms; undefined if many resources measure at different times, so that there are no gaps. */
  interval?: number | undefined;
  /** How far back the data is shifted, in ms. */
  shift?: number;
}

type Field = 'value' | 'low' | 'high';

/** Number of absent values that counts as a gap. */
const GAP = 3;
/** Number of points that fit into a chart. */
const USUAL_PARTS = 300;
/** More points, for short events in a zoomed range. */
const ZOOMED_PARTS = 1000;

/** Number of buckets for a period. Pure. */
export const bucketCount = (isZoomed: boolean): number => (isZoomed ? ZOOMED_PARTS : USUAL_PARTS);

/**
 * Aligns series with the same number of buckets, at the middle of those with values. Pure.
 * @param fields numbers to take from each bucket
 */
export function alignSeries(
  all: readonly (Measured & { field: Field })[],
  { start, end }: TimeRange,
  parts: number,
): Aligned {
  const width = Math.max(1, Math.floor((end - start) / parts));
  const placed = all.map(({ dataPoints, shift = 0, ...rest }) => ({
    ...rest,
    points: dataPoints
      .filter(({ value }) => value !== 'NaN')
      .map((point) => ({ ...point, at: Math.round((point.timeStamp + shift - start) / width) })),
  }));
  const gaps = placed.map(({ points, interval }) => gapsIn(points, interval, width));
  const places = [...new Set([...placed.flatMap(({ points }) => points.map(({ at }) => at)), ...gaps.flat()])];
  places.sort((one, other) => one - other);
  return {
    times: places.map((at) => start + at * width + Math.floor(width / 2)),
    values: placed.map(({ points, field }, index) => {
      const numbers = new Map(points.map((point) => [point.at, point[field] as number]));
      const empty = new Set(gaps[index]);
      return places.map((at) => numbers.get(at) ?? (empty.has(at) ? null : undefined));
    }),
  };
}

/** The first bucket of each gap. */
function gapsIn(points: readonly { at: number }[], interval: number | undefined, width: number): number[] {
  if (interval === undefined) return [];
  const distances = points.slice(1).map(({ at }, before) => at - points[before]!.at);
  // Old values are stored with a lower resolution.
  const usual = Math.max(
    interval / width,
    1,
    Math.min(...distances, Infinity) === Infinity ? 0 : Math.min(...distances),
  );
  return distances.flatMap((distance, before) => (distance > GAP * usual ? [points[before]!.at + 1] : []));
}

/** Whether buckets contain different values, so that their range is drawn. Pure. */
export function hasSpread({ dataPoints }: Measured): boolean {
  return dataPoints.some(({ low, high }) => low !== high);
}

/** Metrics with alert definitions first, then percentages, then the given order. Pure. */
export function byImportance<T extends Pick<MetricChart, 'unit'> & Partial<Pick<MetricChart, 'limits'>>>(
  charts: readonly T[],
): T[] {
  const rank = ({ limits = [], unit }: T): number => (limits.length > 0 ? 0 : unit === 'PERCENTAGE' ? 1 : 2);
  return [...charts].sort((one, other) => rank(one) - rank(other));
}
