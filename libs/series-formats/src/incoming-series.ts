import type { SpecialValue } from '@wardstone/metric-points';
import type { RefusedSeries } from './refusals';

/** Resource type of a target. */
export type TargetKind = 'Prometheus Target' | 'OpenTelemetry Service';

export const METRIC_KINDS = ['counter', 'gauge', 'histogram', 'summary', 'unknown'] as const;
export type MetricKind = (typeof METRIC_KINDS)[number];

export interface MetricMetadata {
  readonly kind: MetricKind;
  readonly help: string;
  /** Unit as sent; empty for none. */
  readonly unit: string;
}

export type LabelPair = readonly [name: string, value: string];

/** A native histogram of a series. */
export interface IncomingHistogram {
  readonly timeMs: number;
  /** As `encodeHistogram` wrote it; null ends the series. */
  readonly bytes: Buffer | RefusedSeries | null;
}

/** Number of samples of a series, native histograms included. */
export function countSamples({ times, histograms }: Pick<IncomingSeries, 'times' | 'histograms'>): number {
  return times.length + (histograms?.length ?? 0);
}

/** Samples of one series, independent of the protocol. */
export interface IncomingSeries {
  /** Equal for equal labels and cheap to compute, so that labels are read only for unknown keys. */
  readonly key: string;
  /** In any order; a refusal if they are invalid. */
  labels(): readonly LabelPair[] | RefusedSeries;
  readonly metadata?: MetricMetadata | undefined;
  /** Name of the machine; by default the host of `instance`. */
  readonly host?: string | undefined;
  /** In ms since the epoch. */
  readonly times: ArrayLike<number>;
  /** Null ends the series (staleness marker). */
  readonly values: ArrayLike<SpecialValue>;
  /** Native histograms, in any order; left out for none. */
  readonly histograms?: readonly IncomingHistogram[];
}
