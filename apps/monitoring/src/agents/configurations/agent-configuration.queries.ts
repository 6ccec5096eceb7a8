import { Queries, type Transaction } from '@wardstone/database';
import type { ReportedConfiguration } from '@wardstone/dto/monitoring';

/**
 * Number of oldest versions to search for expired ones; further old ones are current versions of resources that rarely
 * change.
 */
const LOOKED_THROUGH = 100_000;

export class AgentConfigurationQueries extends Queries {
  /**
   * Stores the configuration unless it equals that of the last successful update. Returns whether there was one before;
   * undefined if nothing changed.
   */
  async store(
    tx: Transaction,
    { resourceId, resourceConfig }: ReportedConfiguration,
    nowMs: number,
  ): Promise<{ hadOne: boolean } | undefined> {
    const [row] = await tx.query<{ had_one: boolean }>(
      `WITH last AS (
         SELECT u.configuration FROM configuration_update u
          WHERE u.resource_id = $1 AND u.status = 'SUCCESS' ORDER BY u.id DESC LIMIT 1),
       stored AS (
         INSERT INTO configuration_update (resource_id, status, configuration, created_ms, modified_ms)
         SELECT $1, 'SUCCESS', $2::jsonb, $3, $3 WHERE NOT EXISTS (SELECT 1 FROM last WHERE last.configuration = $2::jsonb)
         RETURNING resource_id),
       shown AS (
         UPDATE resource r SET resource_configuration = $2::jsonb FROM stored s WHERE r.id = s.resource_id)
       SELECT EXISTS (SELECT 1 FROM last) AS had_one FROM stored`,
      [resourceId, JSON.stringify(resourceConfig), nowMs],
    );
    return row && { hadOne: row.had_one };
  }

  /**
   * Deletes versions older than the time, except each resource's version at that time, with which newer ones are
   * compared. Returns the number.
   */
  async forgetVersions(beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query<{ count: number }>(
      `WITH oldest AS MATERIALIZED (
         SELECT u.id, u.resource_id FROM configuration_update u
          WHERE u.created_ms < $1 AND u.status <> 'INPROGRESS' ORDER BY u.created_ms, u.id LIMIT ${LOOKED_THROUGH}),
       gone AS (
         DELETE FROM configuration_update WHERE id IN (
           SELECT o.id FROM oldest o
            WHERE EXISTS (
              SELECT 1 FROM configuration_update newer
               WHERE newer.resource_id = o.resource_id AND newer.id > o.id AND newer.status = 'SUCCESS'
                 AND newer.created_ms < $1)
            LIMIT $2)
         RETURNING 1)
       SELECT count(*)::integer AS count FROM gone`,
      [beforeMs, limit],
    );
    return rows[0]!.count;
  }
}
