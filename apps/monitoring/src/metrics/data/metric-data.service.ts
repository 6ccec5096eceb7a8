import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { MetricAggregate, ResourceDataQuery, SchedulesQuery } from '@wardstone/dto/monitoring';
import { valueOf } from '@wardstone/media-types';
import { invalidParameter } from '../../api/invalid-parameter';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { type FoundSchedule, MetricScheduleQueries } from '../schedules/metric-schedule.queries';
import { MetricSchedules, requireNumbers } from '../schedules/metric-schedules';
import { BucketReader } from './bucket-reader';
import { toAggregate, toTotals } from './metric-aggregate';
import { type AskedBuckets, bucketsOf, MOST_POINTS_IN_ALL, windowOf } from './window-query';

/** See rules metrics-4 to metrics-7. */
@Injectable()
export class MetricDataService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly scheduleQueries: MetricScheduleQueries,
    private readonly buckets: BucketReader,
    private readonly authorization: AuthorizationService,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule_not_found, resource_forbidden, metric_not_numeric, invalid_query */
  async readSchedule(id: number, buckets: AskedBuckets, viewer: Viewer): Promise<MetricAggregate> {
    const asked = attempt(() => bucketsOf(buckets, this.clock.now()));
    // Side by side: what the caller may not see is thrown away with the answer.
    const [, accumulators] = await Promise.all([
      this.schedules.requireNumeric(id, viewer),
      asked.value && this.buckets.readEach([id], asked.value),
    ]);
    if (!asked.value || !accumulators) throw asked.error;
    return toAggregate(id, accumulators.get(id)!, asked.value);
  }

  /** @throws invalid_query, schedule_not_found, resource_forbidden, metric_not_numeric */
  async readSchedules({ sid }: SchedulesQuery, buckets: AskedBuckets, viewer: Viewer): Promise<MetricAggregate[]> {
    const schedules = await this.schedules.requireAll(sid, viewer);
    schedules.forEach(requireNumbers);
    return this.readAll(schedules, buckets);
  }

  /** @throws resource_not_found, resource_forbidden, invalid_query */
  async readResource(
    resourceId: number,
    { includeDataPoints }: ResourceDataQuery,
    buckets: AskedBuckets,
    viewer: Viewer,
  ): Promise<MetricAggregate[]> {
    await this.authorization.requireResource(viewer, resourceId);
    const schedules = await this.scheduleQueries.findNumericOfResource(resourceId, viewer);
    if (includeDataPoints) return this.readAll(schedules, buckets);
    const request = { ...windowOf(valueOf(buckets.window), this.clock.now()), count: 1 };
    const accumulators = await this.buckets.readEach(
      schedules.map(({ id }) => id),
      request,
    );
    return schedules.map(({ id }) => toTotals(id, accumulators.get(id)!));
  }

  private async readAll(schedules: readonly FoundSchedule[], buckets: AskedBuckets): Promise<MetricAggregate[]> {
    const asked = bucketsOf(buckets, this.clock.now());
    if (schedules.length * asked.count > MOST_POINTS_IN_ALL) {
      throw invalidParameter(
        `Parameter dataPoints times the number of schedules must be at most ${MOST_POINTS_IN_ALL}`,
      );
    }
    const ids = schedules.map(({ id }) => id);
    const accumulators = await this.buckets.readEach(ids, asked);
    const aggregates = new Map<number, MetricAggregate>();
    for (const id of new Set(ids)) aggregates.set(id, toAggregate(id, accumulators.get(id)!, asked));
    return ids.map((id) => aggregates.get(id)!);
  }
}

/** Its outcome, or an error to be thrown in its turn. */
function attempt<T>(work: () => T): { value: T; error?: undefined } | { value?: undefined; error: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
