import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { ReportedConfiguration } from '@wardstone/dto/monitoring';
import { DriftDefinitionEntity } from './drift-definition.entity';
import type { ChangeSet } from './read-change-set';

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

  /**
   * The id of the drift definition, made from the template of that name if need be; undefined when the type of the resource
   * has no such template.
   */
  async requireDriftDefinition(tx: Transaction, resourceId: number, name: string): Promise<number | undefined> {
    const find = async (): Promise<number | undefined> => {
      const definition = await tx.repository(DriftDefinitionEntity).findOne({
        select: { id: true },
        where: { resource_id: resourceId, name },
        lock: { mode: 'pessimistic_write' },
      });
      return definition?.id;
    };
    const known = await find();
    if (known !== undefined) return known;
    await tx.query(
      `INSERT INTO drift_definition (resource_id, drift_template_id, name)
       SELECT r.id, t.id, t.name
         FROM resource r JOIN drift_template t ON t.resource_type_id = r.resource_type_id AND t.name = $2
        WHERE r.id = $1
       ON CONFLICT DO NOTHING`,
      [resourceId, name],
    );
    return find();
  }

  /** Whether the change set was new; one of a known version changes nothing. The newest one tells the compliance. */
  storeDrift(tx: Transaction, definitionId: number, set: ChangeSet): Promise<boolean> {
    return tx.hasRow(
      `WITH stored AS (
         INSERT INTO drift_change_set (drift_definition_id, version, is_in_compliance, created_ms)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id),
       listed AS (
         INSERT INTO drift (drift_change_set_id, category, path)
         SELECT s.id, n.category, n.path
           FROM stored s, unnest($5::text[], $6::text[]) WITH ORDINALITY AS n (category, path, position)
          ORDER BY n.position),
       judged AS (
         UPDATE drift_definition d
            SET compliance = CASE WHEN $3 THEN 'IN_COMPLIANCE' ELSE 'OUT_OF_COMPLIANCE_DRIFT' END
           FROM stored
          WHERE d.id = $1 AND NOT EXISTS (SELECT 1 FROM drift_change_set newer
                                           WHERE newer.drift_definition_id = d.id AND newer.version > $2))
       SELECT s.id FROM stored s`,
      [
        definitionId,
        set.version,
        set.isInCompliance,
        set.timeMs,
        set.drifts.map(({ category }) => category),
        set.drifts.map(({ path }) => path),
      ],
    );
  }
}
