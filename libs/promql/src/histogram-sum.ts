import type { BucketCounts, NativeHistogram, ResetHint } from '@wardstone/metric-points';
import { KahanSum } from './kahan-sum';
import {
  atSchema,
  commonBounds,
  isBelow,
  isCustom,
  outsideZero,
  sameBounds,
  toCommonBounds,
  upperBound,
} from './native-buckets';

/** Differences that were reconciled when a histogram was added. */
export interface Added {
  /** One has a counter reset, the other none. */
  readonly isCollision: boolean;
  /** Their custom bounds differ. */
  readonly isReconciled: boolean;
}

/** Buckets by index. */
type Side = Map<number, KahanSum>;

const DONE: Added = { isCollision: false, isReconciled: false };

/** Adds native histograms whose schemas, zero buckets and custom bounds may differ. */
export class HistogramSum {
  private schema: number;
  private bounds: Float64Array | undefined;
  private hint: ResetHint;
  private zeroThreshold: number;
  private readonly count: KahanSum;
  private readonly sum: KahanSum;
  private zeroCount: KahanSum;
  private positive: Side;
  private negative: Side;

  constructor(first: NativeHistogram) {
    this.schema = first.schema;
    this.bounds = first.bounds;
    this.hint = first.hint;
    this.zeroThreshold = first.zeroThreshold;
    this.count = new KahanSum(first.count);
    this.sum = new KahanSum(first.sum);
    this.zeroCount = new KahanSum(first.zeroCount);
    this.positive = toSide(first.positive);
    this.negative = toSide(first.negative);
  }

  /**
   * Adds a histogram, or subtracts it with a negative sign. Undefined, with nothing added, if one has custom and the
   * other exponential buckets.
   */
  add(other: NativeHistogram, sign: 1 | -1 = 1): Added | undefined {
    if ((this.bounds !== undefined) !== isCustom(other)) return undefined;
    const isCollision = this.adjustHint(other.hint);
    const isReconciled = this.bounds !== undefined && this.reconcileBounds(other);
    const zeroCount = this.bounds ? 0 : this.reconcileZero(other);
    this.zeroCount.add(sign * zeroCount);
    this.count.add(sign * other.count);
    this.sum.add(sign * other.sum);
    this.coarsen(other.schema);
    const toIndex = isReconciled ? toCommonBounds(other.bounds!, this.bounds!) : undefined;
    this.addSide(this.positive, other, other.positive, sign, toIndex);
    this.addSide(this.negative, other, other.negative, sign);
    return isCollision || isReconciled ? { isCollision, isReconciled } : DONE;
  }

  /** Merges buckets down to a coarser schema; leaves custom buckets and coarser schemas. */
  coarsen(schema: number): void {
    if (this.bounds || schema >= this.schema) return;
    const shift = this.schema - schema;
    this.positive = merged(this.positive, (index) => Math.floor((index - 1) / 2 ** shift) + 1);
    this.negative = merged(this.negative, (index) => Math.floor((index - 1) / 2 ** shift) + 1);
    this.schema = schema;
  }

  /** The sum, divided by a number, without empty buckets. */
  toHistogram(divisor = 1, hint = this.hint): NativeHistogram {
    const toNumber = (sum: KahanSum): number => (divisor === 1 ? sum.total : sum.dividedBy(divisor));
    return {
      schema: this.schema,
      hint,
      count: toNumber(this.count),
      sum: toNumber(this.sum),
      zeroThreshold: this.zeroThreshold,
      zeroCount: toNumber(this.zeroCount),
      positive: toBuckets(this.positive, toNumber),
      negative: toBuckets(this.negative, toNumber),
      ...(this.bounds && { bounds: this.bounds }),
    };
  }

  private addSide(
    side: Side,
    other: NativeHistogram,
    buckets: BucketCounts,
    sign: 1 | -1,
    toIndex?: (index: number) => number,
  ): void {
    const outside = outsideZero(other, buckets, this.zeroThreshold);
    const { indexes, counts } = atSchema(outside, other.schema, this.schema);
    for (let i = 0; i < indexes.length; i++) {
      const index = toIndex ? toIndex(indexes[i]!) : indexes[i]!;
      const known = side.get(index);
      if (known) known.add(sign * counts[i]!);
      else side.set(index, new KahanSum(sign * counts[i]!));
    }
  }

  /** A gauge stays one; otherwise different hints leave it unknown. */
  private adjustHint(other: ResetHint): boolean {
    if (other === this.hint || this.hint === 'gauge') return false;
    if (other === 'gauge') {
      this.hint = 'gauge';
      return false;
    }
    const isCollision = this.hint !== 'unknown' && other !== 'unknown';
    this.hint = 'unknown';
    return isCollision;
  }

  /** Whether both are reduced to the bounds that they share. */
  private reconcileBounds(other: NativeHistogram): boolean {
    if (sameBounds(this.bounds, other.bounds)) return false;
    const common = commonBounds(this.bounds!, other.bounds!);
    this.positive = merged(this.positive, toCommonBounds(this.bounds!, common));
    this.bounds = common;
    return true;
  }

  /** Widens the narrower zero bucket until both agree. Returns the other's count. */
  private reconcileZero(other: NativeHistogram): number {
    let { zeroCount, zeroThreshold } = other;
    while (zeroThreshold !== this.zeroThreshold) {
      if (this.zeroThreshold > zeroThreshold) ({ zeroCount, zeroThreshold } = widenZero(other, this.zeroThreshold));
      if (zeroThreshold > this.zeroThreshold) this.widenOwnZero(zeroThreshold);
    }
    return zeroCount;
  }

  private widenOwnZero(threshold: number): void {
    const own = widenZero(this.toHistogram(), threshold);
    this.zeroCount = new KahanSum(own.zeroCount);
    this.zeroThreshold = own.zeroThreshold;
    const { schema } = this;
    for (const side of [this.positive, this.negative]) {
      for (const index of side.keys())
        if (isBelow(upperBound({ schema }, index - 1), own.zeroThreshold)) side.delete(index);
    }
  }
}

/**
 * The zero bucket after widening it at least to a threshold; further if a bucket with observations would be cut.
 */
export function widenZero(
  histogram: NativeHistogram,
  threshold: number,
): Pick<NativeHistogram, 'zeroCount' | 'zeroThreshold'> {
  if (threshold === histogram.zeroThreshold) return histogram;
  for (let zeroThreshold = threshold; ;) {
    let { zeroCount } = histogram;
    let widest = zeroThreshold;
    for (const { indexes, counts } of [histogram.positive, histogram.negative]) {
      for (let i = 0; i < indexes.length && isBelow(upperBound(histogram, indexes[i]! - 1), widest); i++) {
        zeroCount += counts[i]!;
        const bound = upperBound(histogram, indexes[i]!);
        if (counts[i] !== 0 && isBelow(widest, bound)) widest = bound;
      }
    }
    if (widest === zeroThreshold) return { zeroCount, zeroThreshold };
    zeroThreshold = widest;
  }
}

function toSide({ indexes, counts }: BucketCounts): Side {
  const side: Side = new Map();
  for (let i = 0; i < indexes.length; i++) side.set(indexes[i]!, new KahanSum(counts[i]));
  return side;
}

function merged(side: Side, toIndex: (index: number) => number): Side {
  const result: Side = new Map();
  for (const [index, sum] of side) {
    const target = toIndex(index);
    const known = result.get(target);
    if (known) known.add(sum.total);
    else result.set(target, sum);
  }
  return result;
}

function toBuckets(side: Side, toNumber: (sum: KahanSum) => number): BucketCounts {
  const found: [index: number, count: number][] = [];
  for (const [index, sum] of side) {
    const count = toNumber(sum);
    if (count !== 0) found.push([index, count]);
  }
  found.sort(([a], [b]) => a - b);
  return {
    indexes: Int32Array.from(found, ([index]) => index),
    counts: Float64Array.from(found, ([, count]) => count),
  };
}
