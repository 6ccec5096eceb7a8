import type { BucketCounts, NativeHistogram } from '@wardstone/metric-points';
import { KahanSum } from './kahan-sum';
import { type HistogramBucket, isCustom, upperBound } from './native-buckets';
import { fractionBelow } from './native-quantile';

/** Observations that are kept, and the middle of the values among which they are. */
interface Kept {
  readonly count: number;
  readonly middle: number;
}

/** Trims a histogram to values up to a bound (`</`), or from it on (`>/`). Its sum is estimated from what is left. */
export function trimHistogram(histogram: NativeHistogram, bound: number, operator: '</' | '>/'): NativeHistogram {
  const trim = new Trim(histogram, bound, operator === '</');
  const [positive, negative] = [trim.side(histogram.positive, 1), trim.side(histogram.negative, -1)];
  const zeroCount = trim.zeroBucket();
  if (!trim.isChanged) return histogram;
  return { ...histogram, count: trim.count.total, sum: trim.sum.total, zeroCount, positive, negative };
}

class Trim {
  isChanged = false;
  readonly count = new KahanSum();
  readonly sum = new KahanSum();

  constructor(
    private readonly histogram: NativeHistogram,
    private readonly bound: number,
    private readonly keepsLower: boolean,
  ) {}

  side({ indexes, counts }: BucketCounts, sign: 1 | -1): BucketCounts {
    const kept: [index: number, count: number][] = [];
    indexes.forEach((index, i) => {
      const [far, near] = [upperBound(this.histogram, index), upperBound(this.histogram, index - 1)];
      const [lower, upper] = sign === 1 ? [near, far] : [-far, -near];
      const { count } = this.keep(this.trimBucket({ lower, upper, count: counts[i]! }, sign), counts[i]!);
      if (count !== 0) kept.push([index, count]);
    });
    return {
      indexes: Int32Array.from(kept, ([index]) => index),
      counts: Float64Array.from(kept, ([, count]) => count),
    };
  }

  /** Linear; it ends at zero if all other buckets are on one side. */
  zeroBucket(): number {
    const { zeroCount, zeroThreshold, positive, negative } = this.histogram;
    if (!(zeroCount > 0)) return zeroCount;
    const [hasPositive, hasNegative] = [positive.indexes.length > 0, negative.indexes.length > 0];
    const lower = hasPositive && !hasNegative ? 0 : -zeroThreshold;
    const upper = hasNegative && !hasPositive ? 0 : zeroThreshold;
    const { bound, keepsLower } = this;
    if (bound <= lower || bound >= upper) {
      const isKept = keepsLower === bound > lower;
      return this.keep({ count: isKept ? zeroCount : 0, middle: (lower + upper) / 2 }, zeroCount).count;
    }
    const [first, last] = keepsLower ? [lower, bound] : [bound, upper];
    const count = (zeroCount * (last - first)) / (upper - lower);
    return this.keep({ count, middle: (first + last) / 2 }, zeroCount).count;
  }

  private keep(kept: Kept, before: number): Kept {
    if (kept.count !== before) this.isChanged = true;
    this.count.add(kept.count);
    if (kept.count !== 0) this.sum.add(kept.middle * kept.count);
    return kept;
  }

  private trimBucket(bucket: HistogramBucket, sign: 1 | -1): Kept {
    const { lower, upper, count } = bucket;
    const { bound, keepsLower } = this;
    if (keepsLower ? upper <= bound : lower >= bound) return { count, middle: this.getMiddle(lower, upper, sign) };
    if (!(keepsLower ? lower < bound : upper > bound)) return { count: 0, middle: 0 };
    if (lower === -Infinity) return this.trimFirst(bucket);
    // How the observations of an infinite bucket are distributed is unknown.
    if (upper === Infinity) return keepsLower || bound < lower ? { count: 0, middle: 0 } : { count, middle: bound };
    const under = count * fractionBelow(bound, lower, upper, isCustom(this.histogram));
    return keepsLower
      ? { count: under, middle: this.getMiddle(lower, bound, sign) }
      : { count: count - under, middle: this.getMiddle(bound, upper, sign) };
  }

  /** The first custom bucket begins at zero if it ends above. */
  private trimFirst({ upper, count }: HistogramBucket): Kept {
    const { bound, keepsLower } = this;
    const isFinite = upper !== Infinity;
    if (keepsLower) {
      if (bound > 0 && upper > 0 && isFinite) return { count: (count * bound) / upper, middle: bound / 2 };
      return upper <= 0 ? { count, middle: bound } : { count: 0, middle: 0 };
    }
    if (bound >= 0 && upper > bound && isFinite)
      return { count: count * (1 - bound / upper), middle: (bound + upper) / 2 };
    return { count: 0, middle: 0 };
  }

  private getMiddle(lower: number, upper: number, sign: 1 | -1): number {
    if (lower === -Infinity || lower === Infinity) {
      if (Math.abs(upper) === Infinity) return 0;
      return upper > 0 ? upper / 2 : upper;
    }
    if (Math.abs(upper) === Infinity) return lower;
    return isCustom(this.histogram) ? (lower + upper) / 2 : sign * Math.sqrt(Math.abs(lower * upper));
  }
}
