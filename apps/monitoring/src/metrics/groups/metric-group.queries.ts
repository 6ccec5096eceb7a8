import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { MetricDataType } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';

export interface GroupDefinition {
  readonly id: number;
  readonly dataType: MetricDataType;
  readonly defaultIntervalMs: number;
  readonly displayName: string;
  readonly unit: Unit;
  readonly isPerMinute: boolean;
  /** The schedules of the members. */
  readonly scheduleIds: readonly number[];
}

export interface MeasuredMember {
  readonly resourceId: number;
  readonly resourceName: string;
  readonly scheduleId: number;
}

/** The members that count: explicit ones in inventory (rule groups-2). */
const MEMBERS = `
  SELECT r.id, r.resource_type_id
    FROM resource_group_member m JOIN resource r ON r.id = m.resource_id
   WHERE m.resource_group_id = $1 AND m.is_explicit AND r.inventory_status = 'COMMITTED'`;

@Injectable()
export class MetricGroupQueries {
  constructor(private readonly db: Database) {}

  /** The one type of the group's members, declared or by their nature; undefined if the group is MIXED. */
  async findType(groupId: number): Promise<number | undefined> {
    const [row] = await this.db.query<{ type: number | null }>(
      `SELECT coalesce(g.resource_type_id,
                (SELECT min(m.resource_type_id) FROM (${MEMBERS}) AS m HAVING count(DISTINCT m.resource_type_id) = 1)
              ) AS type
         FROM resource_group g WHERE g.id = $1`,
      [groupId],
    );
    return row?.type ?? undefined;
  }

  /** The metrics of a type, as declared, with their schedules of the group's members. */
  async listDefinitions(groupId: number, typeId: number, definitionId?: number): Promise<GroupDefinition[]> {
    const rows = await this.db.query<{
      id: number;
      data_type: MetricDataType;
      default_interval_ms: number;
      display_name: string;
      unit: Unit;
      is_per_minute: boolean;
      schedule_ids: number[];
    }>(
      `SELECT d.id, d.data_type, d.default_interval_ms, d.display_name, d.unit, d.is_per_minute,
              ARRAY(SELECT s.id FROM (${MEMBERS}) AS m
                      JOIN metric_schedule s ON s.resource_id = m.id AND s.metric_definition_id = d.id) AS schedule_ids
         FROM metric_definition d
        WHERE d.resource_type_id = $2 AND ($3::int IS NULL OR d.id = $3)
        ORDER BY d.position, d.id`,
      [groupId, typeId, definitionId ?? null],
    );
    return rows.map((row) => ({
      id: row.id,
      dataType: row.data_type,
      defaultIntervalMs: Number(row.default_interval_ms),
      displayName: row.display_name,
      unit: row.unit,
      isPerMinute: row.is_per_minute,
      scheduleIds: row.schedule_ids,
    }));
  }

  /** The members whose schedule of the metric is enabled. */
  listMeasured(groupId: number, definitionId: number): Promise<MeasuredMember[]> {
    return this.db.query<MeasuredMember>(
      `SELECT m.id AS "resourceId", r.name AS "resourceName", s.id AS "scheduleId"
         FROM (${MEMBERS}) AS m
         JOIN resource r ON r.id = m.id
         JOIN metric_schedule s ON s.resource_id = m.id AND s.metric_definition_id = $2 AND s.is_enabled`,
      [groupId, definitionId],
    );
  }
}
