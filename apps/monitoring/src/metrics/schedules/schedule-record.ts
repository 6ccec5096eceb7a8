import type { Link } from '@wardstone/dto';
import type { MetricDataType, MetricSchedule } from '@wardstone/dto/monitoring';
import { type Unit, unitSymbol } from '@wardstone/units';

/** Columns of a schedule's record. */
export interface ScheduleRow {
  readonly id: number;
  readonly resourceId: number;
  readonly definitionId: number;
  readonly name: string;
  readonly displayName: string;
  readonly unit: Unit;
  readonly dataType: MetricDataType;
  readonly isEnabled: boolean;
  readonly collectionIntervalMs: number;
  readonly modifiedMs: number;
}

/** Converts a schedule to its record. */
export function toSchedule(row: ScheduleRow, links: readonly Link[]): MetricSchedule {
  return {
    scheduleId: row.id,
    scheduleName: row.name,
    enabled: row.isEnabled,
    collectionInterval: row.collectionIntervalMs,
    displayName: row.displayName,
    unit: unitSymbol(row.unit),
    type: row.dataType,
    definitionId: row.definitionId,
    mtime: row.modifiedMs,
    links,
  };
}
