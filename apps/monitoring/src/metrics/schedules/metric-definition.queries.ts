import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { ScheduleRow } from '../../schedules/schedule-record';

@Injectable()
export class MetricDefinitionQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The definition as the schedule it stands for; those of deleted types are not listed. */
  async find(id: number): Promise<(ScheduleRow & { resource_type_id: number }) | undefined> {
    const [row] = await this.db.query<ScheduleRow & { resource_type_id: number }>(
      `SELECT d.id, 0 AS resource_id, d.id AS metric_definition_id, d.name, d.display_name, d.unit, d.data_type,
              d.is_on_by_default AS is_enabled, d.default_interval_ms AS collection_interval_ms, 0 AS modified_ms,
              d.resource_type_id
         FROM metric_definition d JOIN resource_type t ON t.id = d.resource_type_id AND NOT t.is_deleted
        WHERE d.id = $1`,
      [id],
    );
    return row;
  }
}
