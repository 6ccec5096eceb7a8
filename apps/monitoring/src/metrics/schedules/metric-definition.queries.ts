import { Queries, type Transaction } from '@wardstone/database';
import type { MetricSchedule } from '@wardstone/dto/monitoring';
import type { Sent } from '@wardstone/media-types';
import { AS_SCHEDULE } from './metric-definition.sql';
import type { ScheduleRow } from './schedule-record';

export type DefinitionRow = ScheduleRow & { resourceTypeId: number };

/** Default schedule of a metric; undefined fields are unchanged. */
type Defaults = Pick<Sent<MetricSchedule>, 'enabled' | 'collectionInterval'>;

export class MetricDefinitionQueries extends Queries {
  /** The definition in the format of a schedule; definitions of deleted types are excluded. */
  find(id: number, transaction?: Transaction): Promise<DefinitionRow | undefined> {
    return (transaction ?? this.db).first<DefinitionRow>(
      `SELECT ${AS_SCHEDULE}
         FROM metric_definition d JOIN resource_type t ON t.id = d.resource_type_id AND NOT t.is_deleted
        WHERE d.id = $1 ${transaction ? 'FOR UPDATE OF d' : ''}`,
      [id],
    );
  }

  /** Defaults of the type's metrics; undefined for an unknown type. */
  async listOfType(resourceTypeId: number): Promise<DefinitionRow[] | undefined> {
    const rows = await this.db.query<DefinitionRow | { id: null }>(
      `SELECT ${AS_SCHEDULE}
         FROM resource_type t
         LEFT JOIN metric_definition d ON d.resource_type_id = t.id AND NOT d.is_received
        WHERE t.id = $1 AND NOT t.is_deleted
        ORDER BY d.position, d.id`,
      [resourceTypeId],
    );
    return rows.length > 0 ? rows.filter((row): row is DefinitionRow => row.id !== null) : undefined;
  }

  /** Undefined fields are unchanged. */
  async update(id: number, { enabled, collectionInterval }: Defaults, transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE metric_definition
          SET is_on_by_default = coalesce($2, is_on_by_default), default_interval_ms = coalesce($3, default_interval_ms)
        WHERE id = $1`,
      [id, enabled, collectionInterval],
    );
  }

  /** Applies the change to all schedules of the metric, locked in order of id. */
  async updateSchedules(
    id: number,
    { enabled, collectionInterval }: Defaults,
    nowMs: number,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `WITH changing AS MATERIALIZED (
         SELECT s.id FROM metric_schedule s
          WHERE s.metric_definition_id = $1
            AND (s.is_enabled <> coalesce($2, s.is_enabled)
                 OR s.collection_interval_ms <> coalesce($3, s.collection_interval_ms))
          ORDER BY s.id FOR UPDATE)
       UPDATE metric_schedule s
          SET is_enabled = coalesce($2, s.is_enabled),
              collection_interval_ms = coalesce($3, s.collection_interval_ms),
              modified_ms = greatest($4, s.modified_ms + 1)
         FROM changing WHERE s.id = changing.id`,
      [id, enabled, collectionInterval, nowMs],
    );
  }
}
