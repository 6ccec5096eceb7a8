import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { ReportedConfiguration } from '@wardstone/dto/monitoring';

@Injectable()
export class AgentConfigurationQueries {
  /**
   * Stores the configuration unless it is that of the last successful update. Returns whether there was one before;
   * undefined when nothing is new.
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
}
