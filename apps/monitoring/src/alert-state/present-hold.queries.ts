import type { CoveringSilence, Upstream } from '@wardstone/alerting';
import { Queries, type Queryable } from '@wardstone/database';
import { SILENCE_TIMES } from './silence.sql';

/** Resources whose causes are looked for; all of them if empty. */
export interface HeldResources {
  readonly resourceIds?: readonly number[];
  readonly incidentId?: number;
}

export class PresentHoldQueries extends Queries {
  /** Silences that may be active. */
  listSilences(nowMs: number): Promise<CoveringSilence[]> {
    return this.db.query<CoveringSilence>(
      `SELECT ${SILENCE_TIMES} FROM silence s WHERE s.over_ms > $1 AND s.start_ms <= $1`,
      [nowMs],
    );
  }

  /**
   * Lists resources that depend on one that is DOWN: among the given ones, among those with open alerts of the
   * incident, or among all that are DOWN or have open alerts.
   */
  listBehindDown({ resourceIds, incidentId }: HeldResources): Promise<number[]> {
    return this.db.ids(
      `WITH RECURSIVE origin AS (
         SELECT n.id FROM unnest($1::integer[]) AS n (id)
          UNION
         SELECT a.resource_id FROM alert_hold h JOIN alert a ON a.id = h.alert_id
          WHERE $1::integer[] IS NULL AND h.ended_ms IS NULL AND ($2::integer IS NULL OR h.incident_id = $2)
          UNION
         SELECT r.id FROM resource r
          WHERE $1::integer[] IS NULL AND $2::integer IS NULL AND r.availability = 'DOWN' AND r.inventory_status = 'COMMITTED'),
       up AS (
         SELECT o.id, o.id AS at FROM origin o
          WHERE EXISTS (SELECT 1 FROM resource r WHERE r.availability = 'DOWN' AND r.inventory_status = 'COMMITTED')
          UNION
         SELECT up.id, next.id FROM up
          CROSS JOIN LATERAL (
            SELECT r.parent_id AS id FROM resource r WHERE r.id = up.at AND r.parent_id IS NOT NULL
             UNION ALL
            SELECT d.depends_on_id FROM resource_dependency d WHERE d.resource_id = up.at) next)
       SELECT DISTINCT up.id FROM up JOIN resource r ON r.id = up.at
        WHERE up.at <> up.id AND r.availability = 'DOWN' AND r.inventory_status = 'COMMITTED'`,
      [resourceIds ?? null, incidentId ?? null],
    );
  }

  /** The resources and all of their dependencies. See rule alerts-35. */
  async listUpstream(from: Queryable, resourceIds: readonly number[]): Promise<Map<number, Upstream>> {
    const rows = await from.query<Upstream & { id: number }>(
      `WITH RECURSIVE upstream AS (
         SELECT DISTINCT id FROM unnest($1::integer[]) AS n (id)
          UNION
         SELECT next.id FROM upstream u
          CROSS JOIN LATERAL (
            SELECT r.parent_id AS id FROM resource r WHERE r.id = u.id AND r.parent_id IS NOT NULL
             UNION ALL
            SELECT d.depends_on_id FROM resource_dependency d WHERE d.resource_id = u.id) next)
       SELECT r.id, r.inventory_status = 'COMMITTED' AS "isPresent",
              r.availability = 'DOWN' AND r.inventory_status = 'COMMITTED' AS "isDown",
              array_remove(ARRAY (SELECT d.depends_on_id FROM resource_dependency d WHERE d.resource_id = r.id)
                           || r.parent_id, NULL) AS "dependsOn"
         FROM upstream u JOIN resource r ON r.id = u.id`,
      [resourceIds],
    );
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }
}
