import { Injectable } from '@nestjs/common';
import { retryOnDeadlock, type Transaction } from '@wardstone/database';
import { recovers } from '../alert-state/alert-definition.sql';
import { CHANGES_CHANNEL, EVERY_RESOURCE } from './watched-schedules';

const MAX_PAYLOAD_LENGTH = 7_900;

/**
 * States of the definitions `$1` that fire once until recovered, reduced to the conditions that have held since the
 * last alert and are unchanged; these do not count again before they recover (rule alerts-51).
 */
const STILL_HOLDING = `coalesce((
  SELECT jsonb_object_agg(d.id::text, jsonb_build_object(
           'pending', held.pending, 'streak', '{"evaluations": 0, "positives": [], "suppress": null}'::jsonb, 'timers', '[]'::jsonb,
           'holding', held.ids))
    FROM alert_definition d
    JOIN LATERAL (
      SELECT jsonb_agg(c.id) AS ids,
             coalesce((SELECT jsonb_agg(m) FROM jsonb_array_elements(p.states -> d.id::text -> 'pending') m
                        WHERE (m ->> 0)::integer = ANY (array_agg(c.id))), '[]') AS pending
        FROM alert_condition c
       WHERE c.alert_definition_id = d.id AND p.states -> d.id::text -> 'holding' @> to_jsonb(c.id)) held ON held.ids IS NOT NULL
   WHERE d.resource_id = p.resource_id AND d.id = ANY ($1::integer[]) AND d.is_enabled AND d.once_until_recovered
     AND NOT d.is_deleted), '{}')`;

/** Pending evaluations of rules (table `alert_progress`), and their versions. */
@Injectable()
export class RuleStateQueries {
  /** Gives the resources of the definitions a new version, and notifies every replica. Returns the resources. */
  async bumpVersion(tx: Transaction, definitionIds: readonly number[], resets: boolean): Promise<number[]> {
    // Versions are never reused, not even after a rollback, because they are the key of cached definitions.
    const [changed] = await tx.query<{ ids: number[] }>(
      `WITH changed AS (
       INSERT INTO alert_progress AS p (resource_id, version)
       SELECT d.resource_id, nextval('alert_version') FROM alert_definition d
        WHERE d.resource_id IS NOT NULL AND (d.id = ANY ($1::integer[]) OR ${recovers('d', 'ANY ($1::integer[])')})
        GROUP BY d.resource_id ORDER BY d.resource_id
       ON CONFLICT (resource_id) DO UPDATE
          SET version = excluded.version,
              states = CASE WHEN $2::boolean THEN (p.states - (
                SELECT array_agg(d.id::text) FROM alert_definition d
                 WHERE d.resource_id = p.resource_id
                   AND (d.id = ANY ($1::integer[]) OR ${recovers('d', 'ANY ($1::integer[])')}))) || ${STILL_HOLDING}
              ELSE p.states END
       RETURNING p.resource_id),
       resources AS (
       SELECT array_agg(c.resource_id) AS ids, string_agg(c.resource_id::text, ',') AS payload FROM changed c)
       SELECT r.ids, pg_notify('${CHANGES_CHANNEL}',
                               CASE WHEN length(r.payload) < $3 THEN r.payload ELSE '${EVERY_RESOURCE}' END)
         FROM resources r WHERE r.ids IS NOT NULL`,
      [definitionIds, resets, MAX_PAYLOAD_LENGTH],
    );
    return changed?.ids ?? [];
  }

  /** Resources of the definitions and their children, and of definitions that recover one of these. */
  listTouched(tx: Transaction, definitionIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `WITH own AS (SELECT d.id, d.resource_id FROM alert_definition d WHERE d.id = ANY ($1::integer[])
                    UNION
                    SELECT d.id, d.resource_id FROM alert_definition d WHERE d.parent_id = ANY ($1::integer[]))
       SELECT o.resource_id AS id FROM own o WHERE o.resource_id IS NOT NULL
        UNION
       SELECT r.resource_id FROM alert_definition r JOIN own o ON ${recovers('r', 'o.id')} WHERE r.resource_id IS NOT NULL`,
      [definitionIds],
    );
  }

  /** Creates missing rows for those of the resources that are in inventory, and locks all. */
  async lock(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await tx.query(
      `INSERT INTO alert_progress (resource_id, version)
       SELECT n.id, nextval('alert_version')
         FROM (SELECT r.id FROM resource r
                WHERE r.id = ANY ($1::integer[]) AND r.inventory_status = 'COMMITTED'
                  AND NOT EXISTS (SELECT 1 FROM alert_progress p WHERE p.resource_id = r.id)
                ORDER BY r.id FOR KEY SHARE) n
       ON CONFLICT DO NOTHING`,
      [resourceIds],
    );
    // The engine may lock resources of recovering definitions last, in any order.
    await retryOnDeadlock(tx, () =>
      tx.query(
        `SELECT 1 FROM alert_progress p WHERE p.resource_id = ANY ($1::integer[])
          ORDER BY p.resource_id FOR NO KEY UPDATE`,
        [resourceIds],
      ),
    );
  }

  /** Stores the present values for new conditions. */
  async rememberPresent(tx: Transaction, definitionIds: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE alert_progress p SET memory = p.memory || seen.memory
         FROM (SELECT d.resource_id, jsonb_object_agg(c.id, coalesce(t.value, r.availability)) AS memory
                 FROM alert_definition d
                 JOIN resource r ON r.id = d.resource_id
                 JOIN alert_condition c ON c.alert_definition_id = d.id
                 LEFT JOIN metric_schedule s ON s.resource_id = r.id AND s.metric_definition_id = c.metric_definition_id
                 LEFT JOIN LATERAL (SELECT v.value FROM trait_value v WHERE v.schedule_id = s.id
                                     ORDER BY v.time_ms DESC LIMIT 1) t ON c.category = 'TRAIT'
                WHERE d.id = ANY ($1::integer[])
                  AND (c.category IN ('AVAILABILITY', 'AVAIL_DURATION') OR t.value IS NOT NULL)
                GROUP BY d.resource_id) seen
        WHERE p.resource_id = seen.resource_id`,
      [definitionIds],
    );
  }
}
