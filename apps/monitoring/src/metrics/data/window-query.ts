import { ApiError, MonitoringError } from '@wardstone/errors';
import { parsePathId } from '../../api/path-id';
import { flagOf, integerOf, invalidParameter, timeOf } from '../../api/query-values';
import type { Query } from '../../api/query-values';
import { RAW_RETENTION_MS, resolveRawWindow, resolveWindow, tierFor } from '../domain/time-window';
import type { Tier, TimeWindow } from '../domain/time-window';

const DEFAULT_POINTS = 60;
/** More than any chart has pixels; the second is for all schedules of a request together. */
export const MOST_POINTS = 10_000;
export const MOST_POINTS_IN_ALL = 1_000_000;

/** What a bucketed read is asked for. */
export interface BucketQuery {
  readonly window: TimeWindow;
  readonly tier: Tier;
  readonly count: number;
  readonly hideEmpty: boolean;
}

/** The window of `startTime` and `endTime`. See rule metrics-4. @throws invalid_query */
export function readWindow(query: Query, now: number): { window: TimeWindow; tier: Tier } {
  const window = resolveWindow({ startTime: timeOf(query, 'startTime'), endTime: timeOf(query, 'endTime') }, now);
  if (window.start > window.end) throw invalidParameter('Parameter startTime must not be later than endTime');
  const tier = tierFor(window.start, now);
  if (tier === undefined) throw invalidParameter('Parameter startTime must be less than 365 days in the past');
  return { window, tier };
}

/** @throws invalid_query */
export function readBucketQuery(query: Query, now: number): BucketQuery {
  const count = integerOf(query, 'dataPoints') ?? DEFAULT_POINTS;
  if (count < 1 || count > MOST_POINTS) {
    throw invalidParameter(`Parameter dataPoints must be from 1 to ${MOST_POINTS}`);
  }
  return { ...readWindow(query, now), count, hideEmpty: flagOf(query, 'hideEmpty') };
}

/** The window of a raw read. See rule metrics-8. @throws invalid_query */
export function readRawWindow(query: Query, now: number): TimeWindow {
  const window = resolveRawWindow(
    {
      startTime: timeOf(query, 'startTime'),
      endTime: timeOf(query, 'endTime'),
      duration: integerOf(query, 'duration'),
    },
    now,
  );
  if (window.start < now - RAW_RETENTION_MS) {
    throw new ApiError(MonitoringError.invalid_query, 'Raw values reach back 7 days: the window begins before that');
  }
  return window;
}

/** The ids of `sid`, in their order, duplicates included. @throws invalid_query */
export function readScheduleIds(query: Query): number[] {
  const raw = query['sid'];
  const text: unknown = Array.isArray(raw) ? raw[0] : raw;
  if (typeof text !== 'string' || text === '') {
    throw invalidParameter('Parameter sid must list the ids of schedules, with commas between');
  }
  return text.split(',').map((part) => {
    const id = parsePathId(part);
    if (id === undefined) throw invalidParameter(`Parameter sid must list ids of schedules, which "${part}" is not`);
    return id;
  });
}
