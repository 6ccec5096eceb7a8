import { firstAtOrAfter, type Points } from './points';
import type { TimeWindow } from './time-window';

/** Values of one bucket of the window; null if it has none. */
export interface Bucket {
  /** Start of the bucket, in ms since the epoch. */
  readonly timeStamp: number;
  /** Arithmetic mean. */
  readonly value: number | null;
  readonly high: number | null;
  readonly low: number | null;
}

/** Values of the whole window, computed over points instead of buckets. */
export interface Summary {
  readonly min: number | null;
  readonly avg: number | null;
  readonly max: number | null;
  /** Time of the first and the last point; 0 without points. */
  readonly minTimeStamp: number;
  readonly maxTimeStamp: number;
}

/** Statistics of several points; `first` and `last` are the times of the outermost ones. */
export interface PointStatistics {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly last: number;
}

/** Roll-up of a slice of time. */
export interface TierRow {
  readonly scheduleId: number;
  /** Start of the slice, in ms. */
  readonly start: number;
  readonly avg: number;
  readonly min: number;
  readonly max: number;
}

/** The rows of one schedule. */
export interface EncodedRows {
  readonly count: number;
  readonly decode: () => TierRow[];
}

/**
 * Splits a window into equal buckets and aggregates points, added in any order. There are exactly `count` buckets,
 * oldest first. Bucket i is stamped start + i*width, width = floor((end - start)/count), and ends where the next
 * begins; the last one ends with the window. Edges: half-open, so a point on a boundary falls in the later bucket;
 * points outside the window are ignored. A window shorter than `count` ms has its points in the last bucket, for all
 * others have no length. Empty: null, never 0 and never NaN. See rules metrics-5, metrics-6.
 * @throws RangeError if the window ends before it starts or count < 1. Callers validate first.
 */
export class BucketAccumulator {
  private readonly width: number;
  private readonly sums: Float64Array;
  private readonly counts: Float64Array;
  private readonly highs: Float64Array;
  private readonly lows: Float64Array;
  private first = Infinity;
  private last = -Infinity;

  constructor(
    private readonly window: TimeWindow,
    private readonly count: number,
  ) {
    if (window.end < window.start || count < 1) {
      throw new RangeError(`no buckets in [${window.start}, ${window.end}) x ${count}`);
    }
    this.width = Math.floor((window.end - window.start) / count);
    this.sums = new Float64Array(count);
    this.counts = new Float64Array(count);
    this.highs = new Float64Array(count).fill(-Infinity);
    this.lows = new Float64Array(count).fill(Infinity);
  }

  /** Advances bucket by bucket, because the points are ordered; a search for each point takes four times as long. */
  addPoints({ times, values }: Points): void {
    const { start, end } = this.window;
    let at = firstAtOrAfter(times, start);
    const beyond = firstAtOrAfter(times, end);
    if (at >= beyond) return;
    this.first = Math.min(this.first, times[at]!);
    this.last = Math.max(this.last, times[beyond - 1]!);
    while (at < beyond) {
      const index = this.bucketIndex(times[at]!);
      const next = index === this.count - 1 ? end : start + (index + 1) * this.width;
      const from = at;
      let sum = this.sums[index]!;
      let high = this.highs[index]!;
      let low = this.lows[index]!;
      do {
        const value = values[at++]!;
        sum += value;
        if (value > high) high = value;
        if (value < low) low = value;
      } while (at < beyond && times[at]! < next);
      this.sums[index] = sum;
      this.highs[index] = high;
      this.lows[index] = low;
      this.counts[index]! += at - from;
    }
  }

  /** A roll-up row counts as one point at the start of its slice, with its average as the value. */
  addRow({ start, avg, min, max }: Omit<TierRow, 'scheduleId'>): void {
    if (start < this.window.start || start >= this.window.end) return;
    this.add(this.bucketIndex(start), 1, avg, min, max);
    if (start < this.first) this.first = start;
    if (start > this.last) this.last = start;
  }

  /** Whether all points in [start, end) belong to one bucket, so that their statistics are enough. */
  isInOneBucket(start: number, end: number): boolean {
    if (start < this.window.start || end > this.window.end) return false;
    return this.bucketIndex(start) === this.bucketIndex(end - 1);
  }

  /** Adds points that all belong to one bucket (see `isInOneBucket`). */
  addStatistics({ count, sum, min, max, first, last }: PointStatistics): void {
    this.add(this.bucketIndex(first), count, sum, min, max);
    if (first < this.first) this.first = first;
    if (last > this.last) this.last = last;
  }

  toBuckets(): Bucket[] {
    return Array.from({ length: this.count }, (_, i) => {
      const timeStamp = this.window.start + i * this.width;
      const count = this.counts[i]!;
      return count === 0
        ? { timeStamp, value: null, high: null, low: null }
        : { timeStamp, value: this.sums[i]! / count, high: this.highs[i]!, low: this.lows[i]! };
    });
  }

  toSummary(): Summary {
    let sum = 0;
    let count = 0;
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < this.count; i++) {
      sum += this.sums[i]!;
      count += this.counts[i]!;
      min = Math.min(min, this.lows[i]!);
      max = Math.max(max, this.highs[i]!);
    }
    if (count === 0) return { min: null, avg: null, max: null, minTimeStamp: 0, maxTimeStamp: 0 };
    return { min, avg: sum / count, max, minTimeStamp: this.first, maxTimeStamp: this.last };
  }

  private bucketIndex(time: number): number {
    if (this.width === 0) return this.count - 1;
    return Math.min(this.count - 1, Math.floor((time - this.window.start) / this.width));
  }

  private add(index: number, count: number, sum: number, min: number, max: number): void {
    this.sums[index]! += sum;
    this.counts[index]! += count;
    if (max > this.highs[index]!) this.highs[index] = max;
    if (min < this.lows[index]!) this.lows[index] = min;
  }
}
