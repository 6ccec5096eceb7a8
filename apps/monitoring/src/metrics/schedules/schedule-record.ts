import type { Link } from '@wardstone/dto';
import type { MetricDataType, MetricSchedule } from '@wardstone/dto/monitoring';
import { type Unit, unitSymbol } from '@wardstone/units';

/** What the record of a schedule is made of; milliseconds as pg returns bigint. */
export interface ScheduleRow {
  id: number;
  resource_id: number;
  metric_definition_id: number;
  name: string;
  display_name: string;
  unit: Unit;
  data_type: MetricDataType;
  is_enabled: boolean;
  collection_interval_ms: string;
  modified_ms: string;
}

/** A schedule as it is shown. */
export function toSchedule(row: ScheduleRow, links: readonly Link[]): MetricSchedule {
  return {
    scheduleId: row.id,
    scheduleName: row.name,
    enabled: row.is_enabled,
    collectionInterval: Number(row.collection_interval_ms),
    displayName: row.display_name,
    unit: unitSymbol(row.unit),
    type: row.data_type,
    definitionId: row.metric_definition_id,
    mtime: Number(row.modified_ms),
    links,
  };
}
