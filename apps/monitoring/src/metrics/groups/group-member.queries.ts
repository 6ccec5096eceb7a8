import { Injectable } from '@nestjs/common';
import { Database, parameters } from '@wardstone/database';
import type { AvailabilityType, GroupMember } from '@wardstone/dto/monitoring';
import { REQUIRES_ATTENTION } from '../../alerts/definitions/alert-definition.sql';
import type { Viewer } from '../../authorization/viewer';
import { seesResource } from '../../authorization/visible.sql';
import { substringPattern } from '../../patterns/domain/substring-pattern';

/** A member without its value, and the schedule that has it. */
export interface MemberRow extends Omit<GroupMember, 'value' | 'openAlerts'> {
  scheduleId: number | null;
}

/** Which members are listed, and whose schedule of each. */
export interface MembersWanted {
  namePart: string | undefined;
  availability: AvailabilityType | undefined;
  metricId: number | undefined;
}

@Injectable()
export class GroupMemberQueries {
  constructor(private readonly db: Database) {}

  /** The explicit members by name, each with its schedule of the metric. */
  list(groupId: number, { namePart = '', availability, metricId }: MembersWanted): Promise<MemberRow[]> {
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

  /** How many open alerts that the viewer sees the members have, on themselves and below; none is left out. */
  async countOpenAlerts(groupId: number, viewer: Viewer): Promise<ReadonlyMap<number, number>> {
    const { params, bind } = parameters(groupId);
    const isSeen = seesResource(viewer, 'a.resource_id', bind);
    const rows = await this.db.query<{ id: number; count: number }>(
      `WITH RECURSIVE way AS (
         SELECT r.id, r.parent_id, open.count
           FROM (SELECT a.resource_id, count(*) AS count FROM alert a WHERE ${REQUIRES_ATTENTION} AND ${isSeen}
                  GROUP BY a.resource_id) AS open
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
