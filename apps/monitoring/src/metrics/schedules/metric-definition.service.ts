import { Inject, Injectable } from '@nestjs/common';
import type { MetricSchedule } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { Addresses } from '../../api/addresses';
import { toSchedule } from '../../schedules/schedule-record';
import { MetricDefinitionQueries } from './metric-definition.queries';

@Injectable()
export class MetricDefinitionService {
  constructor(
    @Inject(MetricDefinitionQueries) private readonly queries: MetricDefinitionQueries,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  /** @throws metric_definition_not_found */
  async read(id: number): Promise<MetricSchedule> {
    const row = await this.queries.find(id);
    if (!row) {
      throw new ApiError(MonitoringError.metric_definition_not_found, `Metric definition with id ${id} not found`);
    }
    return toSchedule(row, [
      this.addresses.link('self', `/metric/definition/${id}`),
      this.addresses.link('resourceType', `/resource/type/${row.resource_type_id}`),
    ]);
  }
}
