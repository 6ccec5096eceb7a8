import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { type MetricDefinitionListQuery, MetricSchedule } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type Precondition, type SentBody } from '@wardstone/media-types';
import { Addresses } from '../../api/addresses';
import { toSchedule } from './schedule-record';
import { type DefinitionRow, MetricDefinitionQueries } from './metric-definition.queries';
import { MIN_INTERVAL_MS } from './metric-schedules';

@Injectable()
export class MetricDefinitionService {
  constructor(
    private readonly queries: MetricDefinitionQueries,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws metric_definition_not_found */
  async read(id: number, transaction?: Transaction): Promise<MetricSchedule> {
    const row = await this.queries.find(id, transaction);
    if (!row) {
      throw new ApiError(MonitoringError.metric_definition_not_found, `Metric definition with id ${id} not found`);
    }
    return this.toRecord(row);
  }

  /**
   * In the order of the type.
   * @throws resource_type_not_found
   */
  async list({ resourceTypeId }: MetricDefinitionListQuery): Promise<MetricSchedule[]> {
    const rows = await this.queries.listOfType(resourceTypeId);
    if (rows) return rows.map((row) => this.toRecord(row));
    throw new ApiError(MonitoringError.resource_type_not_found, `Resource type with id ${resourceTypeId} not found`);
  }

  /**
   * Changes the defaults, and existing schedules if requested. See rule metrics-3.
   * @throws metric_definition_not_found, invalid_content, precondition_failed
   */
  async change(
    id: number,
    body: SentBody<MetricSchedule>,
    { precondition, updateExisting }: { precondition: Precondition; updateExisting: boolean },
  ): Promise<MetricSchedule> {
    await this.read(id);
    const { enabled, collectionInterval: wanted } = body.read();
    return this.db.transaction(async (transaction) => {
      const stored = await this.read(id, transaction);
      precondition.require(MetricSchedule, stored);
      const collectionInterval = wanted === undefined ? undefined : Math.max(wanted, MIN_INTERVAL_MS);
      await this.queries.update(id, { enabled, collectionInterval }, transaction);
      if (updateExisting) {
        await this.queries.updateSchedules(id, { enabled, collectionInterval }, this.clock.now(), transaction);
      }
      return this.read(id, transaction);
    });
  }

  private toRecord(row: DefinitionRow): MetricSchedule {
    return toSchedule(row, [
      this.addresses.link('self', `/metric/definition/${row.id}`),
      this.addresses.link('resourceType', `/resource/type/${row.resourceTypeId}`),
    ]);
  }
}
