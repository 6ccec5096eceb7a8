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
}

/** A member and its schedule of a metric. */
export interface MeasuredMember {
  readonly resourceId: number;
  readonly resourceName: string;
  readonly scheduleId: number;
  readonly isEnabled: boolean;
}

/** The members that count: explicit ones in inventory (rule groups-2). */
const MEMBERS = `
  SELECT r.id, r.name, r.resource_type_id
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

  /** The metrics of a type, as declared. */
  listDefinitions(typeId: number, definitionId?: number): Promise<GroupDefinition[]> {
    return this.db.query<GroupDefinition>(
      `SELECT d.id, d.data_type AS "dataType", d.default_interval_ms::float8 AS "defaultIntervalMs",
              d.display_name AS "displayName", d.unit, d.is_per_minute AS "isPerMinute"
         FROM metric_definition d
        WHERE d.resource_type_id = $1 AND ($2::int IS NULL OR d.id = $2)
        ORDER BY d.position, d.id`,
      [typeId, definitionId ?? null],
    );
  }

  /** The members that have a schedule of the metric. */
  listMeasured(groupId: number, definitionId: number): Promise<MeasuredMember[]> {
    return this.db.query<MeasuredMember>(
      `SELECT m.id AS "resourceId", m.name AS "resourceName", s.id AS "scheduleId", s.is_enabled AS "isEnabled"
         FROM (${MEMBERS}) AS m
         JOIN metric_schedule s ON s.resource_id = m.id AND s.metric_definition_id = $2`,
      [groupId, definitionId],
    );
  }
}
