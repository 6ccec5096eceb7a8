import { Injectable } from '@nestjs/common';
import type { PermissionName } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Submitter, Viewer } from '../../authorization/viewer';
import { type FoundSchedule, MetricScheduleQueries } from './metric-schedule.queries';

export type { FoundSchedule };

/** Shorter intervals are raised to it. See rule metrics-1. */
export const MIN_INTERVAL_MS = 30_000;

/** Finds the schedules named by requests. */
@Injectable()
export class MetricSchedules {
  constructor(
    private readonly queries: MetricScheduleQueries,
    private readonly authorization: AuthorizationService,
  ) {}

  /** @throws schedule_not_found, resource_forbidden */
  async require(
    id: number,
    viewer: Viewer,
    permission?: PermissionName,
    transaction?: Transaction,
  ): Promise<FoundSchedule> {
    const [schedule] = await this.requireAll([id], viewer, permission, transaction);
    return schedule!;
  }

  /**
   * The schedule of each id, in the given order.
   * @throws schedule_not_found, resource_forbidden
   */
  async requireAll(
    ids: readonly number[],
    viewer: Viewer,
    permission?: PermissionName,
    transaction?: Transaction,
  ): Promise<FoundSchedule[]> {
    const found = await this.queries.find(ids, viewer, transaction);
    const schedules = new Map(found.map((schedule) => [schedule.id, schedule]));
    const missing = ids.find((id) => !schedules.has(id));
    if (missing !== undefined) throw scheduleNotFound(missing);
    for (const { resourceId, isSeen } of found) {
      this.authorization.authorizeResource(viewer, { id: resourceId, isSeen }, permission);
    }
    return ids.map((id) => schedules.get(id)!);
  }

  /** Numeric schedules of a resource, by the name of the metric. */
  listNumericOfResource(resourceId: number, viewer: Viewer): Promise<FoundSchedule[]> {
    return this.queries.findNumericOfResource(resourceId, viewer);
  }

  /** Locks the schedule; returns whether it exists. */
  lock(id: number, transaction: Transaction): Promise<boolean> {
    return this.queries.lock(id, transaction);
  }

  /**
   * The schedule, if the caller may submit its values.
   * @throws schedule_not_found, resource_forbidden
   */
  async requireForSubmission(id: number, submitter: Submitter): Promise<FoundSchedule> {
    const schedule = await this.queries.findForSubmission(id, submitter);
    if (!schedule) throw scheduleNotFound(id);
    this.authorization.authorizeResource(
      submitter,
      { id: schedule.resourceId, isSeen: schedule.isSeen },
      'SUBMIT_METRICS',
    );
    return schedule;
  }

  /** @throws schedule_not_found, resource_forbidden, metric_not_numeric */
  async requireNumeric(id: number, viewer: Viewer, permission?: PermissionName): Promise<FoundSchedule> {
    const schedule = await this.require(id, viewer, permission);
    requireNumbers(schedule);
    return schedule;
  }
}

export function scheduleNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.schedule_not_found, `Metric schedule with id ${id} not found`);
}

/** @throws metric_not_trait */
export function requireTrait({ id, name, dataType }: FoundSchedule): void {
  if (dataType === 'TRAIT') return;
  throw new ApiError(MonitoringError.metric_not_trait, `The metric ${name} of schedule ${id} is not a trait`);
}

/** @throws metric_not_numeric */
export function requireNumbers({ id, name, dataType }: FoundSchedule): void {
  if (dataType === 'MEASUREMENT') return;
  throw new ApiError(
    MonitoringError.metric_not_numeric,
    `The metric ${name} of schedule ${id} is not numeric: it is of type ${dataType}`,
  );
}
