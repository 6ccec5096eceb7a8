import { toColumns, parameters, Queries, type Transaction } from '@wardstone/database';
import { UP } from '@wardstone/series-formats';
import type { Submitter } from '../authorization/viewer';
import { seesResource, submitsTo } from '../authorization/visible.sql';
import { RECEIVED_PLUGIN, SOURCE_TYPE } from '../plugins/platforms/built-in-plugins';
import type { Platform } from './domain/target-place';

export interface FoundTarget {
  readonly id: number;
  readonly key: string;
  readonly typeId: number;
  readonly name: string;
  /** Whether the caller may submit to it. */
  readonly isOpen: boolean;
}

/** A target with its schedule of the series `up`. */
interface WatchedTarget {
  readonly resourceId: number;
  readonly scheduleId: number;
  readonly intervalMs: number;
}

export interface NewTarget {
  readonly key: string;
  readonly name: string;
  readonly parentId: number | null;
  readonly ancestry: string | null;
}

/** Held by the transaction that makes targets: no key is taken twice. */
export const TARGET_LOCK = 728_364_117;

export class ReceivedTargetQueries extends Queries {
  async lockTargets(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock($1)`, [TARGET_LOCK]);
  }

  async findType(tx: Transaction, name: string): Promise<number | undefined> {
    const row = await tx.first<{ id: number }>(
      `SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE t.name = $1 AND p.name = '${RECEIVED_PLUGIN}' AND NOT t.is_deleted`,
      [name],
    );
    return row?.id;
  }

  find(tx: Transaction, keys: readonly string[], submitter: Submitter): Promise<FoundTarget[]> {
    const { params, bind } = parameters(keys);
    const isOpen = submitsTo(submitter, 'r', bind);
    return tx.query<FoundTarget>(
      `SELECT r.id, t.target_key AS key, r.resource_type_id AS "typeId", r.name, ${isOpen} AS "isOpen"
         FROM received_target t JOIN resource r ON r.id = t.resource_id
        WHERE t.target_key = ANY ($1::text[]) AND r.inventory_status = 'COMMITTED'
          FOR KEY SHARE OF r`,
      params,
    );
  }

  /**
   * Platforms in inventory that may be the parent of a target: an agent's own, or those with these names that the
   * caller sees.
   */
  listPlatforms(tx: Transaction, names: readonly string[], submitter: Submitter): Promise<Platform[]> {
    const { params, bind } = parameters(...(submitter.ownOnly ? [] : [names]));
    const isIn = (name: string): string =>
      `(lower(${name}) = ANY ($1::text[]) OR split_part(lower(${name}), '.', 1) = ANY ($1::text[]))`;
    const condition = submitter.ownOnly
      ? `a.owner_subject = ${bind(submitter.subject)}`
      : `(${isIn('r.name')} OR ${isIn('a.hostname')}) AND ${seesResource(submitter, 'r.id', bind)}`;
    return tx.query<Platform>(
      `SELECT r.id, r.name, r.resource_type_id AS "typeId",
              array_remove(ARRAY[lower(r.name), lower(a.hostname)], NULL) AS hosts
         FROM resource r
         JOIN resource_type t ON t.id = r.resource_type_id
         LEFT JOIN agent a ON a.name = r.agent_name
        WHERE r.parent_id IS NULL AND r.category = 'PLATFORM' AND r.inventory_status = 'COMMITTED'
          AND t.name <> '${SOURCE_TYPE}' AND ${condition}
        ORDER BY r.id
          FOR KEY SHARE OF r`,
      params,
    );
  }

  /** Creates imported resources without an agent; returns their ids by key. */
  async insert(
    tx: Transaction,
    typeId: number,
    targets: readonly NewTarget[],
    subject: string,
    nowMs: number,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ id: number; key: string }>(
      `WITH made AS (
         INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description, inventory_status,
                               ancestry, created_ms, modified_ms, imported_ms)
         SELECT t.id, t.category, n.parent_id, n.key, n.name, t.description, 'COMMITTED', n.ancestry, $6, $6, $6
           FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[]) AS n (parent_id, key, name, ancestry),
                resource_type t
          WHERE t.id = $1
         ON CONFLICT DO NOTHING
         RETURNING id, resource_key)
       INSERT INTO received_target (resource_id, target_key, owner_subject)
       SELECT made.id, made.resource_key, $7 FROM made
       RETURNING resource_id AS id, target_key AS key`,
      [typeId, ...toColumns(targets, 'parentId', 'key', 'name', 'ancestry'), nowMs, subject],
    );
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  /** Releases the keys and series of resources that left the inventory. */
  async forget(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await tx.query(
      `DELETE FROM received_series s USING metric_schedule c, received_target t
        WHERE c.id = s.schedule_id AND c.resource_id = t.resource_id AND t.resource_id = ANY ($1::integer[])`,
      [resourceIds],
    );
    await tx.query(`DELETE FROM received_target t WHERE t.resource_id = ANY ($1::integer[])`, [resourceIds]);
  }

  /** Targets with a known state and a series `up`, in order of id, after the given one. */
  listWatched(after: number, most: number): Promise<WatchedTarget[]> {
    return this.db.query<WatchedTarget>(
      `SELECT r.id AS "resourceId", c.id AS "scheduleId", c.collection_interval_ms::float8 AS "intervalMs"
         FROM received_target t
         JOIN resource r ON r.id = t.resource_id AND r.inventory_status = 'COMMITTED' AND r.availability IN ('UP', 'DOWN')
         JOIN metric_definition d ON d.resource_type_id = r.resource_type_id AND d.name = '${UP}' AND NOT d.is_per_minute
         JOIN metric_schedule c ON c.resource_id = r.id AND c.metric_definition_id = d.id
        WHERE t.resource_id > $1 ORDER BY t.resource_id LIMIT $2`,
      [after, most],
    );
  }

  /** Targets without series, and sources without targets. */
  listEmpty(tx: Transaction, most: number): Promise<number[]> {
    return tx.ids(
      `SELECT t.resource_id AS id FROM received_target t
        WHERE NOT EXISTS (SELECT 1 FROM metric_schedule c JOIN received_series s ON s.schedule_id = c.id
                           WHERE c.resource_id = t.resource_id)
          AND NOT EXISTS (SELECT 1 FROM resource below
                           WHERE below.parent_id = t.resource_id AND below.inventory_status = 'COMMITTED')
        LIMIT $1`,
      [most],
    );
  }
}
