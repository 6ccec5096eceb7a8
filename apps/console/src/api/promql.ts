import { wardstone } from './client';

/** Labels by name; the metric's name is `__name__`. */
type SeriesLabels = Readonly<Record<string, string>>;
/** Time in seconds, and the value as text, which may be NaN or infinite. */
type Sample = readonly [time: number, value: string];

/** Time in seconds, and a native histogram. */
type HistogramSample = readonly [time: number, histogram: { count: string; sum: string }];

interface VectorSeries {
  metric: SeriesLabels;
  /** Left out where there is a histogram. */
  value?: Sample;
  histogram?: HistogramSample;
}

/** Has values, histograms, or both. */
interface MatrixSeries {
  metric: SeriesLabels;
  values?: readonly Sample[];
  histograms?: readonly HistogramSample[];
}

/** The result of an instant query, by its type. */
export type InstantResult =
  | { resultType: 'vector'; result: readonly VectorSeries[] }
  | { resultType: 'matrix'; result: readonly MatrixSeries[] }
  | { resultType: 'scalar' | 'string'; result: Sample };

export interface RangeResult {
  resultType: 'matrix';
  result: readonly MatrixSeries[];
}

/** A response of Prometheus' HTTP API. */
export interface PromqlResponse<T> {
  data: T;
  warnings?: readonly string[];
  infos?: readonly string[];
}

export interface PromqlRange {
  query: string;
  /** In ms. */
  start: number;
  end: number;
  /** In seconds. */
  step: number;
  /** Maximum number of series. */
  limit: number;
}

export interface PromqlMoment {
  query: string;
  /** In ms. */
  time: number;
  limit: number;
}

const seconds = (ms: number): string => String(ms / 1000);

/** @throws ApiError */
export async function queryInstant({ query, time, limit }: PromqlMoment, signal: AbortSignal) {
  const wanted = { query, time: seconds(time), limit: String(limit) };
  const response = await wardstone.get('/prometheus/api/v1/query', { query: wanted, signal });
  return response as PromqlResponse<InstantResult>;
}

/** @throws ApiError */
export async function queryRange({ query, start, end, step, limit }: PromqlRange, signal: AbortSignal) {
  const wanted = { query, start: seconds(start), end: seconds(end), step: String(step), limit: String(limit) };
  const response = await wardstone.get('/prometheus/api/v1/query_range', { query: wanted, signal });
  return response as PromqlResponse<RangeResult>;
}
