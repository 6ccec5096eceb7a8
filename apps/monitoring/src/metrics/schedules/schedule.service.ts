import { Injectable } from '@nestjs/common';
import {
  METRIC_DATA_TYPES,
  type MetricDataType,
  type MetricSchedule,
  type ScheduleListQuery,
} from '@wardstone/dto/monitoring';
import { Addresses } from '../../api/addresses';
import { AuthorizationService, resourceNotFound } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { type ScheduleRow, toSchedule } from './schedule-record';
import { ScheduleQueries } from './schedule.queries';

/** See rule metrics-2. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly queries: ScheduleQueries,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
  ) {}

  /** @throws resource_not_found, resource_forbidden */
  async listOfResource(
    resourceId: number,
    { type, name, enabledOnly }: ScheduleListQuery,
    viewer: Viewer,
  ): Promise<MetricSchedule[]> {
    const dataType = dataTypeOf(type);
    const filter = { dataType: dataType ?? undefined, name, enabledOnly };
    const found = await this.queries.listOfResource(resourceId, filter, viewer);
    if (!found) throw resourceNotFound(resourceId);
    this.authorization.authorizeResource(viewer, { id: resourceId, isSeen: found.isSeen });
    return dataType === null ? [] : found.schedules.map((row) => this.toSchedule(row));
  }

  private toSchedule(row: ScheduleRow): MetricSchedule {
    const { addresses } = this;
    const data = `/metric/data/${row.id}`;
    return toSchedule(row, [
      ...(row.data_type === 'MEASUREMENT'
        ? [addresses.link('metric', data), addresses.link('metric-raw', `${data}/raw`)]
        : []),
      addresses.link('resource', `/resource/${row.resource_id}`),
    ]);
  }
}

/** Undefined for any type; null for one that no metric has. */
function dataTypeOf(asked: string): MetricDataType | undefined | null {
  const word = asked.toUpperCase();
  if (word === 'ALL') return undefined;
  return word === 'METRIC' ? 'MEASUREMENT' : (METRIC_DATA_TYPES.find((type) => type === word) ?? null);
}
