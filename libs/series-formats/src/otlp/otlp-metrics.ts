import { MAX_BUCKETS } from '@wardstone/metric-points';

/** OTLP metrics in any encoding; 64-bit numbers are rounded to doubles. */

export type AttributeValue = string | number | boolean | bigint | readonly AttributeValue[] | Attributes | Uint8Array;

/** In the order received. */
export type Attributes = ReadonlyMap<string, AttributeValue>;

export interface ResourceMetrics {
  readonly attributes: Attributes;
  readonly scopes: readonly ScopeMetrics[];
}

export interface ScopeMetrics {
  readonly name: string;
  readonly version: string;
  readonly schemaUrl: string;
  readonly attributes: Attributes;
  readonly metrics: readonly Metric[];
}

export type Temporality = 'unspecified' | 'delta' | 'cumulative';

export interface Metric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly data: MetricData | undefined;
}

export type MetricData =
  | { readonly type: 'gauge'; readonly points: readonly NumberPoint[] }
  | {
      readonly type: 'sum';
      readonly points: readonly NumberPoint[];
      readonly temporality: Temporality;
      readonly isMonotonic: boolean;
    }
  | { readonly type: 'histogram'; readonly points: readonly HistogramPoint[]; readonly temporality: Temporality }
  | { readonly type: 'exponential'; readonly points: readonly ExponentialPoint[]; readonly temporality: Temporality }
  | { readonly type: 'summary'; readonly points: readonly SummaryPoint[] };

export interface Point {
  readonly attributes: Attributes;
  /** Milliseconds since the epoch; NaN if absent. */
  readonly timeMs: number;
  /** Whether the point has no value. */
  readonly isEmpty: boolean;
}

export interface NumberPoint extends Point {
  readonly value: number;
}

export interface HistogramPoint extends Point {
  readonly count: number;
  readonly sum: number | undefined;
  readonly bounds: readonly number[];
  /** One more than bounds, or empty. */
  readonly counts: readonly number[];
}

export interface ExponentialPoint extends Point {
  readonly count: number;
  readonly sum: number | undefined;
  readonly scale: number;
  readonly zeroCount: number;
  readonly zeroThreshold: number;
  readonly positive: ExponentialBuckets;
  readonly negative: ExponentialBuckets;
}

export interface ExponentialBuckets {
  readonly offset: number;
  readonly counts: readonly number[];
}

export interface SummaryPoint extends Point {
  readonly count: number;
  readonly sum: number;
  readonly quantiles: readonly { readonly quantile: number; readonly value: number }[];
}

/** A body that is not a metrics request. */
export class OtlpFormatError extends Error {
  override readonly name = 'OtlpFormatError';
}

/** Removes characters that a database cannot store: NUL and lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Maximum nesting of lists and maps in an attribute value. */
export const MAX_VALUE_DEPTH = 16;
/**
 * Maximum number of protobuf messages in a body. An empty one takes two bytes there, hardly any compressed, and over
 * 300 in memory, so that a limit in bytes is not enough. A batch of 8,192 points, the collector's default, has 25 for
 * each.
 */
export const MAX_MESSAGES = 200_000;
/** Maximum number of numbers in lists. */
export const MAX_NUMBERS = 2_000_000;
/** Maximum number of buckets and quantiles of a point. */
export const MAX_PARTS = MAX_BUCKETS;
/** Maximum number of fields of a data point or attribute, which is read at once; points have some dozens. */
export const MAX_FIELDS = 100_000;
/** Maximum length of a name or another text; longer ones take too long to be read at once. */
export const MAX_TEXT_BYTES = 1024 * 1024;
