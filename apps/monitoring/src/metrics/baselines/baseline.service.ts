import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { BaselineRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, one, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../../api/addresses';
import { invalidContent } from '../../api/invalid-parameter';
import type { Viewer } from '../../authorization/viewer';
import { MetricSchedules } from '../schedules/metric-schedules';
import { shownMetric } from '../shown-metric';
import { BaselineQueries } from './baseline.queries';

/** See rule metrics-13. */
@Injectable()
export class BaselineService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly queries: BaselineQueries,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
  ) {}

  /** Baselines by schedule; schedules without one are missing. */
  findEach(scheduleIds: readonly number[]): Promise<ReadonlyMap<number, BaselineRest>> {
    return this.queries.findEach(scheduleIds);
  }

  /** @throws schedule_not_found, resource_forbidden, metric_not_numeric, baseline_not_found */
  async read(scheduleId: number, viewer: Viewer): Promise<HandlerResponse<BaselineRest>> {
    const schedule = await this.schedules.requireNumeric(scheduleId, viewer);
    const baseline = (await this.queries.findEach([scheduleId])).get(scheduleId);
    if (!baseline) {
      throw new ApiError(
        MonitoringError.baseline_not_found,
        `The metric of schedule ${scheduleId} has no baseline yet`,
      );
    }
    return new HandlerResponse(baseline, { kind: one(BaselineRest, { metricOf: () => shownMetric(schedule) }) });
  }

  /** @throws schedule_not_found, resource_forbidden, metric_not_numeric, invalid_content */
  async enter(scheduleId: number, body: SentBody<BaselineRest>, viewer: Viewer): Promise<HandlerResponse> {
    await this.schedules.requireNumeric(scheduleId, viewer, 'MANAGE_MEASUREMENTS');
    const { min, max, mean } = body.read();
    if (!isNumber(min) || !isNumber(max) || !isNumber(mean)) {
      throw invalidContent('Fields min, mean and max must be numbers');
    }
    if (min > mean || mean > max) {
      throw invalidContent('Field mean must be between min and max');
    }
    await this.queries.enter(scheduleId, { min, max, mean, computeTime: this.clock.now() });
    const location = this.addresses.of(`/metric/data/${scheduleId}/baseline`);
    return new HandlerResponse(undefined, { headers: { Location: location } });
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
