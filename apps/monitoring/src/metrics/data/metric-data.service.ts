import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import {
  MetricAggregate,
  NumericDataPoint,
  type RawWindowQuery,
  type ResourceDataQuery,
  type SchedulesQuery,
} from '@wardstone/dto/monitoring';
import type { Client } from '@wardstone/bootstrap';
import { HandlerResponse, toListKind, one, type Parsed, StreamedRecords } from '@wardstone/media-types';
import { HOUR_MS, type TimeWindow } from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { type FoundSchedule, MetricSchedules, requireNumbers } from '../schedules/metric-schedules';
import { shownMetric, shownMetrics } from '../shown-metric';
import { MetricReader } from '../storage/metric-reader';
import { BucketReader } from './bucket-reader';
import { toAggregate } from './metric-aggregate';
import {
  type RequestedBuckets,
  parseBuckets,
  parseRawWindow,
  refuseManyBuckets,
  refuseManySchedules,
  parseWindow,
} from './window-query';

/** Length of a piece that is read at once, which limits the memory. */
const PIECE_MS = 6 * HOUR_MS;
const POINTS_PER_BLOCK = 1_000;

/** See rules metrics-4 to metrics-7. */
@Injectable()
export class MetricDataService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly buckets: BucketReader,
    private readonly reader: MetricReader,
    private readonly authorization: AuthorizationService,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule_not_found, resource_forbidden, metric_not_numeric, invalid_query */
  async readSchedule(
    id: number,
    buckets: RequestedBuckets,
    viewer: Viewer,
    client: Client,
  ): Promise<HandlerResponse<MetricAggregate>> {
    const window = attempt(() => parseBuckets(buckets, this.clock.now()));
    // Read concurrently; without permission the result is discarded.
    const [schedule, accumulators] = await Promise.all([
      this.schedules.requireNumeric(id, viewer),
      window.value && this.buckets.readEach([id], window.value, client),
    ]);
    if (!window.value || !accumulators) throw window.error;
    const kind = one(MetricAggregate, { metricOf: () => shownMetric(schedule) });
    return new HandlerResponse(toAggregate(id, accumulators.get(id)!, window.value), { kind });
  }

  /** @throws invalid_query, schedule_not_found, resource_forbidden, metric_not_numeric, too_many_heavy_requests */
  async readSchedules(
    { sid }: SchedulesQuery,
    buckets: RequestedBuckets,
    viewer: Viewer,
    client: Client,
  ): Promise<HandlerResponse<MetricAggregate[]>> {
    refuseManySchedules(sid);
    const schedules = await this.schedules.requireAll(sid, viewer);
    schedules.forEach(requireNumbers);
    return getAggregates(schedules, await this.readAll(schedules, buckets, client));
  }

  /** @throws resource_not_found, resource_forbidden, invalid_query, too_many_heavy_requests */
  async readResource(
    resourceId: number,
    { includeDataPoints }: ResourceDataQuery,
    buckets: RequestedBuckets,
    viewer: Viewer,
    client: Client,
  ): Promise<HandlerResponse<MetricAggregate[]>> {
    await this.authorization.requireResource(viewer, resourceId);
    const schedules = await this.schedules.listNumericOfResource(resourceId, viewer);
    if (includeDataPoints) return getAggregates(schedules, await this.readAll(schedules, buckets, client));
    const request = { ...parseWindow(buckets.window.read(), this.clock.now()), count: 1 };
    const accumulators = await this.buckets.readEach(
      schedules.map(({ id }) => id),
      request,
      client,
    );
    const aggregates = schedules.map(({ id }) => toAggregate(id, accumulators.get(id)!, { hasPoints: false }));
    return getAggregates(schedules, aggregates);
  }

  /** See rule metrics-8. @throws schedule_not_found, resource_forbidden, metric_not_numeric, invalid_query */
  async readRaw(
    id: number,
    window: Parsed<RawWindowQuery>,
    viewer: Viewer,
  ): Promise<StreamedRecords<NumericDataPoint>> {
    const schedule = await this.schedules.requireNumeric(id, viewer);
    const now = this.clock.now();
    const metric = shownMetric(schedule);
    const kind = toListKind(NumericDataPoint, { metricOf: () => metric });
    return new StreamedRecords(this.pieces(id, parseRawWindow(window.read(), now), now), kind);
  }

  private async *pieces(id: number, window: TimeWindow, now: number): AsyncGenerator<NumericDataPoint[]> {
    for (const piece of splitWindow(window, now)) {
      const { times, values } = await this.reader.readPoints(id, piece);
      for (let from = 0; from < times.length; from += POINTS_PER_BLOCK) {
        const length = Math.min(POINTS_PER_BLOCK, times.length - from);
        yield Array.from({ length }, (_, i) => ({
          scheduleId: id,
          timeStamp: times[from + i]!,
          value: values[from + i]!,
        }));
      }
    }
  }

  private async readAll(
    schedules: readonly FoundSchedule[],
    buckets: RequestedBuckets,
    client: Client,
  ): Promise<MetricAggregate[]> {
    const window = parseBuckets(buckets, this.clock.now());
    refuseManyBuckets(schedules.length, window.count);
    const ids = schedules.map(({ id }) => id);
    const accumulators = await this.buckets.readEach(ids, window, client);
    const aggregates = new Map<number, MetricAggregate>();
    const pace = new Pace();
    for (const [id, accumulator] of accumulators) {
      aggregates.set(id, toAggregate(id, accumulator, window));
      if (pace.isDue) await pace.rest(client.signal);
    }
    return ids.map((id) => aggregates.get(id)!);
  }
}

function getAggregates(
  schedules: readonly FoundSchedule[],
  aggregates: MetricAggregate[],
): HandlerResponse<MetricAggregate[]> {
  const metricOf = shownMetrics(schedules);
  const kind = toListKind(MetricAggregate, { metricOf: ({ scheduleId }) => metricOf(scheduleId) });
  return new HandlerResponse(aggregates, { kind });
}

/** Result or error, which is thrown when its turn comes. */
function attempt<T>(work: () => T): { value: T; error?: undefined } | { value?: undefined; error: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** The future has few values, so it is a single piece of any length. */
export function* splitWindow({ start, end }: TimeWindow, now: number): Generator<TimeWindow> {
  const past = Math.min(end, now + PIECE_MS);
  let from = start;
  for (; from < past; from += PIECE_MS) yield { start: from, end: Math.min(from + PIECE_MS, past) };
  const future = Math.max(start, past);
  if (future < end) yield { start: future, end };
}
