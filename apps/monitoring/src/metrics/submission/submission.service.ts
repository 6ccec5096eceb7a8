import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { DoubleValue, MetricRejection } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../../api/invalid-parameter';
import { Addresses } from '../../api/addresses';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Submitter } from '../../authorization/viewer';
import { MetricSchedules, requireNumbers } from '../schedules/metric-schedules';
import { pick } from '../storage/log-segment';
import { MetricWriter } from '../storage/metric-writer';
import { KnownSchedules } from './known-schedules';
import { KnownSchedulesQueries } from './known-schedules.queries';
import { requireTime, readNamedPoints, readPoints } from './read-points';
import type { PointsBody } from './points-body';

const NOTHING = new HandlerResponse(undefined, { status: 204 });

/** See rule metrics-9. */
@Injectable()
export class SubmissionService {
  constructor(
    private readonly writer: MetricWriter,
    private readonly known: KnownSchedules,
    private readonly queries: KnownSchedulesQueries,
    private readonly schedules: MetricSchedules,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws schedule_not_found, resource_forbidden, metric_not_numeric, resource_not_in_inventory, points_too_old,
   *   invalid_content, metric_backlog_full
   */
  async submitOne(
    scheduleId: number,
    timeMs: number,
    body: SentBody<DoubleValue>,
    submitter: Submitter,
  ): Promise<HandlerResponse> {
    const schedule = await this.schedules.requireForSubmission(scheduleId, submitter);
    requireNumbers(schedule);
    if (!schedule.isInInventory) throw notInInventory(schedule.resourceId);
    requireTime(timeMs, this.clock.now());
    const { value } = body.read();
    if (typeof value !== 'number') {
      throw invalidContent('Field value must be a finite number');
    }
    const batch = {
      scheduleIds: Int32Array.of(scheduleId),
      times: Float64Array.of(timeMs),
      values: Float64Array.of(value),
    };
    await this.writer.write(batch, submitter.subject);
    const path = `/metric/data/${scheduleId}/raw?startTime=${timeMs}&endTime=${timeMs}`;
    return new HandlerResponse(undefined, { headers: { Location: this.addresses.of(path) } });
  }

  /**
   * Stores the points of schedules open to the submitter and returns the others.
   * @throws invalid_content, points_too_old, metric_backlog_full, and those of bodies; nothing is stored then
   */
  async submitMany(body: PointsBody, submitter: Submitter): Promise<HandlerResponse<MetricRejection | undefined>> {
    const { batch, items } = readPoints(await body.read(), this.clock.now());
    const closed = await this.known.findClosed(batch.scheduleIds, submitter);
    if (closed.size === 0) {
      await this.writer.write(batch, submitter.subject);
      return NOTHING;
    }
    const kept = pick(batch, (id) => !closed.has(id));
    await this.writer.write(kept, submitter.subject);
    const rejection = {
      rejected: items().filter((_item, index) => closed.has(batch.scheduleIds[index]!)) as MetricRejection['rejected'],
      message: `Unknown schedule or no permission to write to it: ${listed(closed)}`,
    };
    return kept.times.length > 0
      ? new HandlerResponse(rejection)
      : new HandlerResponse(rejection, {
          status: MonitoringError.points_rejected.status,
          headers: this.addresses.errorHeaders(MonitoringError.points_rejected),
        });
  }

  /**
   * @throws resource_not_found, resource_forbidden, resource_not_in_inventory, metric_name_unknown, invalid_content,
   *   points_too_old, metric_backlog_full, and those of bodies
   */
  async submitToResource(resourceId: number, body: PointsBody, submitter: Submitter): Promise<HandlerResponse> {
    await this.authorization.requireSubmission(submitter, resourceId);
    const { names, times, values } = readNamedPoints(await body.read(), this.clock.now());
    const scheduleOf = await this.queries.findByName(resourceId, [...new Set(names)]);
    const unknown = names.find((name) => !scheduleOf.has(name));
    if (unknown !== undefined) {
      throw new ApiError(
        MonitoringError.metric_name_unknown,
        `The resource with id ${resourceId} has no numeric metric "${unknown}"`,
      );
    }
    if (!(await this.queries.isInInventory(resourceId))) throw notInInventory(resourceId);
    const scheduleIds = Int32Array.from(names, (name) => scheduleOf.get(name)!);
    await this.writer.write({ scheduleIds, times, values }, submitter.subject);
    return new HandlerResponse(undefined);
  }
}

function listed(ids: ReadonlySet<number>): string {
  const first = [...ids].slice(0, 10).join(', ');
  return ids.size > 10 ? `${first} and ${ids.size - 10} more` : first;
}

function notInInventory(resourceId: number): ApiError {
  return new ApiError(MonitoringError.resource_not_in_inventory, `Resource with id ${resourceId} is not in inventory`);
}
