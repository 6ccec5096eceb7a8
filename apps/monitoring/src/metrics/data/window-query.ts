import type { BucketsQuery, MetricWindowQuery, RawWindowQuery } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type Parsed } from '@wardstone/media-types';
import {
  RAW_RETENTION_MS,
  resolveRawWindow,
  resolveWindow,
  type Tier,
  tierFor,
  type TimeWindow,
} from '@wardstone/metric-points';
import { invalidParameter } from '../../api/invalid-parameter';

/** Maximum number of schedules in a request. */
const MAX_SCHEDULES = 200;
/**
 * Maximum number of buckets in a response, over all series: 4 MB as JSON, 12.5 MB as HTML. A page of the console has
 * some thousand.
 */
const MAX_BUCKETS = 60_000;

/** The requested window, to be validated once its schedule, resource or group is known to exist and to be visible. */
export interface RequestedBuckets {
  readonly buckets: Parsed<BucketsQuery>;
  readonly window: Parsed<MetricWindowQuery>;
}

/** Tier, window and number of buckets of a read. */
export interface BucketRequest {
  readonly window: TimeWindow;
  readonly tier: Tier;
  readonly count: number;
}

/** @throws invalid_query for more schedules than a request may name; one that is named again counts once */
export function refuseManySchedules(ids: readonly number[]): void {
  if (new Set(ids).size <= MAX_SCHEDULES) return;
  throw invalidParameter(`Parameter sid must name at most ${MAX_SCHEDULES} schedules`);
}

/**
 * @param series number of series in the response, including repeated ones
 * @throws invalid_query for too many buckets
 */
export function refuseManyBuckets(series: number, buckets: number): void {
  if (series * buckets <= MAX_BUCKETS) return;
  throw invalidParameter(
    `Parameter dataPoints times the number of series in the response (${series}) must be at most ${MAX_BUCKETS}`,
  );
}

/** The window of `startTime` and `endTime`. See rule metrics-4. @throws invalid_query */
export function parseWindow(query: MetricWindowQuery, now: number): { window: TimeWindow; tier: Tier } {
  const window = resolveWindow(query, now);
  if (window.start > window.end) throw invalidParameter('Parameter startTime must not be later than endTime');
  const tier = tierFor(window.start, now);
  if (tier === undefined) throw invalidParameter('Parameter startTime must be less than 365 days in the past');
  return { window, tier };
}

/** @throws invalid_query */
export function parseBuckets(
  { buckets, window }: RequestedBuckets,
  now: number,
): BucketRequest & { hideEmpty: boolean } {
  const { dataPoints: count, hideEmpty } = buckets.read();
  return { ...parseWindow(window.read(), now), count, hideEmpty };
}

/** The window of a raw read. See rule metrics-8. @throws invalid_query */
export function parseRawWindow(query: RawWindowQuery, now: number): TimeWindow {
  const window = resolveRawWindow(query, now);
  if (window.start < now - RAW_RETENTION_MS) {
    throw new ApiError(MonitoringError.invalid_query, 'Raw values are kept for 7 days; the window starts earlier');
  }
  return window;
}
