import { Queries, type Transaction } from '@wardstone/database';
import type { AgentDriftDefinition, ReportedDrift } from '@wardstone/dto/monitoring';
import { BASE_DIRECTORY } from '../../configurations/drift-base.sql';
import { DriftDefinitionEntity } from './drift-definition.entity';
import type { ChangeSet } from './read-change-set';

/**
 * Position of a change set: after all others of its definition, before some, or none because it is known or its
 * predecessor is missing.
 */
export type Place = 'newest' | 'late' | 'known' | 'gap';

/** A month; changes older than that would be deleted. */
const MAX_SECONDS = 31 * 24 * 3600;

/**
 * Number of oldest change sets to search for expired ones; further old ones are the newest of definitions without
 * changes.
 */
const LOOKED_THROUGH = 100_000;

const toKey = (path: string): string => `sha256(convert_to(${path}, 'UTF8'))`;

export class AgentDriftQueries extends Queries {
  /** Definitions of resources in inventory with a known base directory. */
  listDefinitions(agent: string): Promise<AgentDriftDefinition[]> {
    return this.db.query<AgentDriftDefinition>(
      `SELECT r.id AS "resourceId", t.name, base.directory AS "baseDirectory",
              least((t.definition ->> 'intervalSeconds')::numeric, ${MAX_SECONDS})::integer::bigint * 1000 AS interval,
              coalesce(t.definition -> 'includes', '[]') AS includes, coalesce(t.definition -> 'excludes', '[]') AS excludes,
              (SELECT max(c.version) FROM drift_change_set c WHERE c.drift_definition_id = d.id) AS version
         FROM resource r
         JOIN drift_template t ON t.resource_type_id = r.resource_type_id
        CROSS JOIN LATERAL (SELECT ${BASE_DIRECTORY} AS directory) base
         LEFT JOIN drift_definition d ON d.resource_id = r.id AND d.name = t.name
        WHERE r.agent_name = $1 AND r.inventory_status = 'COMMITTED' AND base.directory <> ''
        ORDER BY r.id, t.name`,
      [agent],
    );
  }

  /**
   * Id of the drift definition, created from the template with that name if needed; undefined if the resource's type
   * has no such template. Locked until the transaction ends.
   */
  async requireDefinition(tx: Transaction, resourceId: number, name: string): Promise<number | undefined> {
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

  /** Whether changes of the files are planned, and fire no alerts. */
  async isPlanned(tx: Transaction, definitionId: number): Promise<boolean> {
    const mode = await tx.value<string>(
      `SELECT t.definition ->> 'handlingMode' FROM drift_definition d JOIN drift_template t ON t.id = d.drift_template_id
        WHERE d.id = $1`,
      [definitionId],
    );
    return mode === 'PLANNED_CHANGE';
  }

  async place(tx: Transaction, definitionId: number, { version, part }: ChangeSet): Promise<Place> {
    const row = await tx.first<{ parts: number | null; newest: number | null }>(
      `SELECT (SELECT c.parts FROM drift_change_set c WHERE c.drift_definition_id = $1 AND c.version = $2) AS parts,
              (SELECT max(c.version) FROM drift_change_set c WHERE c.drift_definition_id = $1) AS newest`,
      [definitionId, version],
    );
    const parts = row?.parts ?? 0;
    if (part !== parts) return part < parts ? 'known' : 'gap';
    return version >= (row?.newest ?? 0) ? 'newest' : 'late';
  }

  async countFiles(tx: Transaction, definitionId: number): Promise<number> {
    return (await tx.value<number>('SELECT count(*)::integer FROM drift_file f WHERE f.drift_definition_id = $1', [
      definitionId,
    ]))!;
  }

  /** Id of the change set; later parts add to it. */
  async storeSet(tx: Transaction, definitionId: number, set: ChangeSet): Promise<number> {
    return (await tx.value<number>(
      `INSERT INTO drift_change_set (drift_definition_id, version, is_in_compliance, created_ms)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (drift_definition_id, version) DO UPDATE SET parts = drift_change_set.parts + 1
       RETURNING id`,
      [definitionId, set.version, set.isInCompliance ?? set.isBaseline, set.timeMs],
    ))!;
  }

  async storeChanges(tx: Transaction, setId: number, drifts: readonly ReportedDrift[]): Promise<void> {
    if (drifts.length === 0) return;
    await tx.query(
      `INSERT INTO drift (drift_change_set_id, category, path, sha256, size, mode, owner)
       SELECT $1, n.category, n.path, n.sha256, n.size, n.mode, n.owner
         FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::integer[], $7::text[])
              WITH ORDINALITY AS n (category, path, sha256, size, mode, owner, position)
        ORDER BY n.position`,
      [
        setId,
        drifts.map(({ category }) => category),
        drifts.map(({ path }) => path),
        drifts.map(({ sha256 }) => sha256 ?? null),
        drifts.map(({ size }) => size ?? null),
        drifts.map(({ mode }) => mode ?? null),
        drifts.map(({ owner }) => owner ?? null),
      ],
    );
  }

  /** Replaces the known files with a new baseline. */
  async storeBaseline(tx: Transaction, definitionId: number, set: ChangeSet): Promise<void> {
    if (set.part === 0) await tx.query('DELETE FROM drift_file WHERE drift_definition_id = $1', [definitionId]);
    await tx.query(
      `INSERT INTO drift_file (drift_definition_id, path_sha256, path, state, deviates)
       SELECT $1, ${toKey('n.path')}, n.path, n.state, false FROM unnest($2::text[], $3::text[]) AS n (path, state)
       ON CONFLICT DO NOTHING`,
      [definitionId, set.drifts.map(({ path }) => path), set.drifts.map((drift) => toState(drift, set.version))],
    );
  }

  /** Stores the present state of changed files, and their baseline. */
  async storeFiles(tx: Transaction, definitionId: number, { drifts, version }: ChangeSet): Promise<void> {
    if (drifts.length === 0) return;
    const paths = drifts.map(({ path }) => path);
    await tx.query(
      `INSERT INTO drift_file AS f (drift_definition_id, path_sha256, path, state, deviates)
       SELECT $1, ${toKey('n.path')}, n.path, n.state, true FROM unnest($2::text[], $3::text[]) AS n (path, state)
       ON CONFLICT (drift_definition_id, path_sha256) DO UPDATE
          SET state = excluded.state,
              deviates = CASE WHEN f.deviates THEN f.baseline ELSE f.state END IS DISTINCT FROM excluded.state,
              baseline = nullif(CASE WHEN f.deviates THEN f.baseline ELSE f.state END, excluded.state)`,
      [definitionId, paths, drifts.map((drift) => toState(drift, version))],
    );
    // Deletes files that neither exist now nor in the baseline.
    await tx.query(
      `DELETE FROM drift_file f
        WHERE f.drift_definition_id = $1 AND f.state IS NULL AND f.baseline IS NULL
          AND f.path_sha256 IN (SELECT ${toKey('n.path')} FROM unnest($2::text[]) AS n (path))`,
      [definitionId, paths],
    );
  }

  /**
   * Deletes change sets older than the time, except the newest of each definition, by which repeats are recognised.
   * Returns the number.
   */
  async forgetChanges(beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query<{ count: number }>(
      `WITH oldest AS MATERIALIZED (
         SELECT c.id, c.drift_definition_id, c.version, c.created_ms
           FROM drift_change_set c ORDER BY c.id LIMIT ${LOOKED_THROUGH}),
       gone AS (
         DELETE FROM drift_change_set WHERE id IN (
           SELECT o.id FROM oldest o
            WHERE o.created_ms < $1 AND EXISTS (
              SELECT 1 FROM drift_change_set newer
               WHERE newer.drift_definition_id = o.drift_definition_id AND newer.version > o.version)
            LIMIT $2)
         RETURNING 1)
       SELECT count(*)::integer AS count FROM gone`,
      [beforeMs, limit],
    );
    return rows[0]!.count;
  }

  /** Decides whether the files equal the baseline, unless the agent stated it. */
  async judge(tx: Transaction, definitionId: number, setId: number, set: ChangeSet): Promise<void> {
    await tx.query(
      `WITH judged AS (
         UPDATE drift_definition d
            SET compliance = CASE
                  WHEN $3 THEN 'OUT_OF_COMPLIANCE_NO_BASEDIR'
                  WHEN coalesce($4, NOT EXISTS (
                    SELECT 1 FROM drift_file f WHERE f.drift_definition_id = d.id AND f.deviates)) THEN 'IN_COMPLIANCE'
                  ELSE 'OUT_OF_COMPLIANCE_DRIFT'
                END
          WHERE d.id = $1
         RETURNING d.compliance)
       UPDATE drift_change_set c SET is_in_compliance = j.compliance = 'IN_COMPLIANCE' FROM judged j WHERE c.id = $2`,
      [definitionId, setId, set.isBaseMissing, set.isInCompliance ?? null],
    );
  }
}

/**
 * A text that is equal for equal files; null for a missing file. A file without a digest is compared by size, and an
 * unknown one differs from every other.
 */
function toState({ category, sha256, size, mode, owner }: ReportedDrift, version: number): string | null {
  if (category === 'FILE_REMOVED') return null;
  const content = sha256 ?? (size === undefined ? `version ${version}` : `${size} B`);
  return [content, mode?.toString(8), owner].filter((part) => part !== undefined).join(' ');
}
