import type { MetricChart } from './use-charts';
import type { TimeRange } from './chart-time';

/** A number; null begins a gap; undefined is a moment at which others were measured. */
export type Values = readonly (number | null | undefined)[];

/** Series at common times. */
export interface Aligned {
  /** In ms, ascending. */
  times: readonly number[];
  values: readonly Values[];
}

/** Parts of a time with what was measured in them. */
export interface Measured extends Pick<MetricChart, 'dataPoints'> {
  /** In ms; undefined where many resources measure, each in its time: then there are no gaps. */
  interval?: number | undefined;
  /** How much earlier it was, in ms. */
  shift?: number;
}

type Field = 'value' | 'low' | 'high';

/** Number of absent values that counts as a gap. */
const GAP = 3;
/** Number of points that fit into a chart. */
const USUAL_PARTS = 300;
/** More points, for short events in a zoomed range. */
const ZOOMED_PARTS = 1000;

/** In how many parts a time is read. Pure. */
export const partsOf = (isZoomed: boolean): number => (isZoomed ? ZOOMED_PARTS : USUAL_PARTS);

/**
 * Several that were split into the same number of parts, at the middles of those in which something was measured. Pure.
 *
 * @param fields which numbers of each are wanted
 */
export function alignedOf(
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

/** The first part of each gap. */
function gapsIn(points: readonly { at: number }[], interval: number | undefined, width: number): number[] {
  if (interval === undefined) return [];
  const distances = points.slice(1).map(({ at }, before) => at - points[before]!.at);
  // Old values are stored at a lower resolution.
  const usual = Math.max(
    interval / width,
    1,
    Math.min(...distances, Infinity) === Infinity ? 0 : Math.min(...distances),
  );
  return distances.flatMap((distance, before) => (distance > GAP * usual ? [points[before]!.at + 1] : []));
}

/** Whether parts contain several different values, so that their spread is drawn. Pure. */
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
