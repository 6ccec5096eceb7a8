import type { Link } from '@wardstone/media-types';
import { unitSymbol } from '../plugins/descriptor/configuration-definition';
import type { ScheduleRow } from './schedule.queries';
import type { MetricSchedule } from './schedule.shape';

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
