import { parameters, Queries, type Transaction } from '@wardstone/database';
import type { ConfigurationValues } from '@wardstone/plugin-descriptor';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from './resource-row.sql';

/** States of a creation with their display names. */
export const CREATION_STATUSES = {
  IN_PROGRESS: 'In Progress',
  SUCCESS: 'Success',
  FAILURE: 'Failure',
  INVALID_CONFIGURATION: 'Invalid Configuration',
  INVALID_ARTIFACT: 'Invalid Artifact',
  TIMED_OUT: 'Timed Out',
} as const;
export type CreationStatus = keyof typeof CREATION_STATUSES;

export interface CreationOrder {
  parentId: number;
  typeId: number;
  name: string;
  pluginConfiguration: ConfigurationValues;
  resourceConfiguration: ConfigurationValues;
  /** Key in the content store, and the version to store. */
  content: { key: string; version: string } | undefined;
  requestedBy: string;
}

export interface CreationState {
  status: CreationStatus;
  error_message: string | null;
}

export interface PendingCreation extends CreationState {
  id: number;
  parent_id: number;
  resource_type_id: number;
  resource_name: string;
  plugin_configuration: ConfigurationValues;
  resource_configuration: ConfigurationValues;
  content: string | null;
}

/** Resources that are not created by the request itself (rule inventory-10). */
export class PendingCreationQueries extends Queries {
  async insert(tx: Transaction, order: CreationOrder, nowMs: number): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO resource_creation (parent_id, resource_type_id, resource_name, plugin_configuration,
                                      resource_configuration, content, content_version, requested_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000)) RETURNING id`,
      [
        order.parentId,
        order.typeId,
        order.name,
        JSON.stringify(order.pluginConfiguration),
        JSON.stringify(order.resourceConfiguration),
        order.content?.key ?? null,
        order.content?.version ?? null,
        order.requestedBy,
        nowMs,
      ],
    );
    return row!.id;
  }

  /** State of the creation; undefined if unknown or below a hidden resource. */
  findState(id: number, viewer: Viewer): Promise<CreationState | undefined> {
    const { params, bind } = parameters(id);
    const isSeen = seesResource(viewer, 'c.parent_id', bind);
    return this.db.first<CreationState>(
      `SELECT c.status, c.error_message FROM resource_creation c WHERE c.id = $1 AND ${isSeen}`,
      params,
    );
  }

  /** The created resource: in inventory, by parent, type and exact name. */
  findCreated(id: number): Promise<ResourceRow | undefined> {
    return this.db.first<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS}
         FROM ${RESOURCE_TABLES}
         JOIN resource_creation c
           ON c.parent_id = r.parent_id AND c.resource_type_id = r.resource_type_id AND c.resource_name = r.name
        WHERE c.id = $1 AND r.inventory_status = 'COMMITTED'
        ORDER BY r.id DESC LIMIT 1`,
      [id],
    );
  }

  /** The creation, locked; undefined if it has ended. */
  lock(tx: Transaction, id: number): Promise<PendingCreation | undefined> {
    return tx.first<PendingCreation>(
      `SELECT c.id, c.parent_id, c.resource_type_id, c.resource_name, c.plugin_configuration,
              c.resource_configuration, c.content, c.status, c.error_message
         FROM resource_creation c WHERE c.id = $1 AND c.status = 'IN_PROGRESS' FOR UPDATE`,
      [id],
    );
  }

  async finish(
    tx: Transaction,
    id: number,
    outcome: { status: CreationStatus; message?: string; key?: string },
    nowMs: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE resource_creation
          SET status = $2, error_message = $3, resource_key = $4, finished_at = to_timestamp($5::float8 / 1000)
        WHERE id = $1`,
      [id, outcome.status, outcome.message ?? null, outcome.key ?? null, nowMs],
    );
  }

  /** Deletes creations below the parents or of the types; returns their content keys. */
  async remove(tx: Transaction, column: 'parent_id' | 'resource_type_id', ids: readonly number[]): Promise<string[]> {
    const rows = await tx.query<{ content: string | null }>(
      `DELETE FROM resource_creation c WHERE c.${column} = ANY ($1::integer[]) RETURNING c.content`,
      [ids],
    );
    return rows.flatMap(({ content }) => content ?? []);
  }

  /** Abandons creations that have been pending since before a time; returns the number. */
  async timeOut(createdBeforeMs: number, nowMs: number): Promise<number> {
    const rows = await this.db.query(
      `UPDATE resource_creation SET status = 'TIMED_OUT', error_message = 'No agent created the resource in time',
              finished_at = to_timestamp($2::float8 / 1000)
        WHERE status = 'IN_PROGRESS' AND created_at < to_timestamp($1::float8 / 1000)
       RETURNING id`,
      [createdBeforeMs, nowMs],
    );
    return rows.length;
  }
}
