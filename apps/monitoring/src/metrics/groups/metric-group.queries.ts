import { parameters, Queries } from '@wardstone/database';
import type { AvailabilityType, GroupMember, MetricDataType } from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import type { Unit } from '@wardstone/units';
import { presentOnResources } from '../../alert-state/alert-state.sql';
import type { Viewer } from '../../authorization/viewer';
import { seesResource } from '../../authorization/visible.sql';

export interface GroupDefinition {
  readonly id: number;
  readonly dataType: MetricDataType;
  readonly defaultIntervalMs: number;
  readonly displayName: string;
  readonly unit: Unit;
  readonly isPerMinute: boolean;
}

/** A member with its schedule of a metric. */
export interface MeasuredMember {
  readonly resourceId: number;
  readonly resourceName: string;
  readonly scheduleId: number;
  readonly isEnabled: boolean;
}

/** A member without its value, and the schedule of the value. */
export interface MemberRow extends Omit<GroupMember, 'value' | 'openAlerts'> {
  scheduleId: number | null;
}

/** Selects members, and a schedule of each. */
export interface MembersWanted {
  namePart: string | undefined;
  availability: AvailabilityType | undefined;
  metricId: number | undefined;
}

/** The members that count: explicit ones in inventory (rule groups-2). */
const MEMBERS = `
  SELECT r.id, r.name, r.resource_type_id
    FROM resource_group_member m JOIN resource r ON r.id = m.resource_id
   WHERE m.resource_group_id = $1 AND m.is_explicit AND r.inventory_status = 'COMMITTED'`;

export class MetricGroupQueries extends Queries {
  /** The single type of the group, declared or common to all members; undefined if the group is MIXED. */
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

  /** The metrics of a type, in order of declaration. */
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

  /** The members with a schedule of the metric. */
  listMeasured(groupId: number, definitionId: number): Promise<MeasuredMember[]> {
    return this.db.query<MeasuredMember>(
      `SELECT m.id AS "resourceId", m.name AS "resourceName", s.id AS "scheduleId", s.is_enabled AS "isEnabled"
         FROM (${MEMBERS}) AS m
         JOIN metric_schedule s ON s.resource_id = m.id AND s.metric_definition_id = $2`,
      [groupId, definitionId],
    );
  }

  /** The explicit members by name, with their schedules of the metric. */
  listMembers(groupId: number, { namePart = '', availability, metricId }: MembersWanted): Promise<MemberRow[]> {
    return this.db.query<MemberRow>(
      `SELECT r.id AS "resourceId", r.name AS "resourceName", t.name AS "typeName", r.ancestry, r.availability,
              s.id AS "scheduleId"
         FROM resource_group_member m
         JOIN resource r ON r.id = m.resource_id AND r.inventory_status = 'COMMITTED'
         JOIN resource_type t ON t.id = r.resource_type_id
         LEFT JOIN metric_schedule s ON s.resource_id = r.id AND s.metric_definition_id = $2
        WHERE m.resource_group_id = $1 AND m.is_explicit AND r.name ILIKE $3
          AND ($4::text IS NULL OR r.availability = $4)`,
      [groupId, metricId ?? null, substringPattern(namePart), availability ?? null],
    );
  }

  /** Number of open alerts that the viewer sees, on each member and its descendants, including zeros. */
  async countOpenAlerts(groupId: number, viewer: Viewer): Promise<ReadonlyMap<number, number>> {
    const { params, bind } = parameters(groupId);
    const isSeen = seesResource(viewer, 'a.resource_id', bind);
    const rows = await this.db.query<{ id: number; count: number }>(
      `WITH RECURSIVE way AS (
         SELECT r.id, r.parent_id, open.count
           FROM (${presentOnResources(isSeen)}) AS open
           JOIN resource r ON r.id = open.resource_id AND r.inventory_status = 'COMMITTED'
          UNION ALL
         SELECT p.id, p.parent_id, w.count FROM way w JOIN resource p ON p.id = w.parent_id)
       SELECT w.id, sum(w.count)::integer AS count
         FROM way w JOIN resource_group_member m ON m.resource_id = w.id AND m.resource_group_id = $1 AND m.is_explicit
        GROUP BY w.id`,
      params,
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
