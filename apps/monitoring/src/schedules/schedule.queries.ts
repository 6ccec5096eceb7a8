import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { MetricDataType } from '@wardstone/dto/monitoring';
import type { ScheduleRow } from './schedule-record';

/** Undefined stands for any. */
export interface ScheduleFilter {
  dataType: MetricDataType | undefined;
  name: string | undefined;
  enabledOnly: boolean;
}

@Injectable()
export class ScheduleQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The schedules of a resource, in the order in which the plugin declares its metrics. */
  listOfResource(resourceId: number, { dataType, name, enabledOnly }: ScheduleFilter): Promise<ScheduleRow[]> {
    return this.db.query<ScheduleRow>(
      `SELECT s.id, s.resource_id, s.metric_definition_id, d.name, d.display_name, d.unit, d.data_type, s.is_enabled,
              s.collection_interval_ms, s.modified_ms
         FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
        WHERE s.resource_id = $1
          AND ($2::text IS NULL OR d.data_type = $2)
          AND ($3::text IS NULL OR d.name = $3)
          AND (s.is_enabled OR NOT $4::boolean)
        ORDER BY d.position, s.id`,
      [resourceId, dataType ?? null, name ?? null, enabledOnly],
    );
  }
}
