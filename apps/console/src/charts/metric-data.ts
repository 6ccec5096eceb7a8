import type { MetricAggregate, NumericDataPoint } from '@wardstone/dto/monitoring';
import { DAY, WEEK } from './chart-time';
import type { TimeRange } from './time-chart';

export interface Points {
  /** In ms, ascending. */
  times: readonly number[];
  /** Null is a gap. */
  values: readonly (number | null)[];
}

/** More points than a chart has pixels are not drawn while it moves on, as they would be read again and again. */
const MOST_POINTS = 1500;
/** A time that was zoomed to stands still: what is a moment long is seen in it. */
const MOST_ZOOMED_POINTS = 10_000;
const USUAL_BUCKETS = 300;
/** Values are missing when so many of them did not come. */
const GAP = 3;

interface Reading {
  /** Of the metric, in ms. */
  interval: number;
  now: number;
  isZoomed?: boolean;
}

/** In how many parts a time is read, or that it is read value by value. Pure. */
export function partsOf({ start, end }: TimeRange, { interval, now, isZoomed }: Reading): number | 'values' {
  const expected = (end - start) / interval;
  const most = isZoomed ? MOST_ZOOMED_POINTS : MOST_POINTS;
  // Single values are kept for a week; their oldest hours may be deleted before they are read.
  if (expected <= most && start > now - WEEK + DAY / 24) return 'values';
  return bucketsOf({ start, end }, interval);
}

/** Parts that each hold two values, so that none is empty by chance. Pure. */
export function bucketsOf({ start, end }: TimeRange, interval: number): number {
  return Math.max(1, Math.min(USUAL_BUCKETS, Math.floor((end - start) / (2 * interval))));
}

/** Single values, with a gap where some did not come. Pure. */
export function pointsOfValues(values: readonly NumericDataPoint[], interval: number): Points {
  const times: number[] = [];
  const numbers: (number | null)[] = [];
  for (const { timeStamp, value } of values) {
    const last = times.at(-1);
    if (last !== undefined && timeStamp - last > GAP * interval) {
      times.push(last + interval);
      numbers.push(null);
    }
    times.push(timeStamp);
    numbers.push(value === 'NaN' ? null : value);
  }
  return { times, values: numbers };
}

/** Means of equal parts of a time, each at the middle of its part; none at all where every part is empty. Pure. */
export function pointsOfBuckets({ dataPoints }: MetricAggregate, { start, end }: TimeRange): Points {
  if (dataPoints.every(({ value }) => value === 'NaN')) return { times: [], values: [] };
  const half = (end - start) / dataPoints.length / 2;
  return {
    times: dataPoints.map(({ timeStamp }) => timeStamp + half),
    values: dataPoints.map(({ value }) => (value === 'NaN' ? null : value)),
  };
}

/** The same points, so much later. Pure. */
export function shifted({ times, values }: Points, by: number): Points {
  return { times: times.map((time) => time + by), values };
}

/** Several that were split into the same parts, at the times of all; one without any values is a gap. Pure. */
export function alignedPoints(all: readonly Points[]): Pick<Points, 'times'> & { values: Points['values'][] } {
  const times = all.find((points) => points.times.length > 0)?.times ?? [];
  return { times, values: all.map((points) => (points.times.length > 0 ? points.values : times.map(() => null))) };
}

/** Only the points that have a value. Pure. */
export function withoutGaps({ times, values }: Points): Points {
  const hasValue = (_each: unknown, at: number): boolean => values[at] !== null;
  return { times: times.filter(hasValue), values: values.filter(hasValue) };
}

export interface Summary {
  last: number;
  low: number;
  mean: number;
  high: number;
}

/** What the points of a chart amount to; undefined without any. Pure. */
export function summaryOf({ values }: Points): Summary | undefined {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return undefined;
  return {
    last: numbers.at(-1)!,
    low: numbers.reduce((least, value) => Math.min(least, value)),
    mean: numbers.reduce((sum, value) => sum + value, 0) / numbers.length,
    high: numbers.reduce((greatest, value) => Math.max(greatest, value)),
  };
}
