import { Injectable } from '@nestjs/common';
import type { Queryable, Transaction } from '@wardstone/database';
import type { MapValue } from '@wardstone/dto';
import type { CreationStatus } from './pending-creation.queries';

/** A resource that an agent has to create. */
export interface RequestedCreation {
  id: number;
  type_name: string;
  plugin_name: string;
  resource_name: string;
  plugin_configuration: Readonly<Record<string, MapValue>>;
  resource_configuration: Readonly<Record<string, MapValue>>;
  /** Content key for the new resource. */
  content: string | null;
}

/** Creations and deletions requested from agents. */
@Injectable()
export class AgentRequestQueries {
  async findAgent(tx: Transaction, resourceId: number): Promise<string | undefined> {
    const [row] = await tx.query<{ agent_name: string | null }>(`SELECT r.agent_name FROM resource r WHERE r.id = $1`, [
      resourceId,
    ]);
    return row?.agent_name ?? undefined;
  }

  listCreations(db: Queryable, ids: readonly number[]): Promise<RequestedCreation[]> {
    return db.query<RequestedCreation>(
      `SELECT c.id, t.name AS type_name, p.name AS plugin_name, c.resource_name, c.plugin_configuration,
              c.resource_configuration, c.content
         FROM resource_creation c
         JOIN resource_type t ON t.id = c.resource_type_id
         JOIN plugin p ON p.id = t.plugin_id
        WHERE c.id = ANY ($1::integer[])`,
      [ids],
    );
  }

  /** State of the creation, which is locked. */
  async lockCreation(tx: Transaction, id: number): Promise<CreationStatus | undefined> {
    const [row] = await tx.query<{ status: CreationStatus }>(
      `SELECT c.status FROM resource_creation c WHERE c.id = $1 FOR UPDATE`,
      [id],
    );
    return row?.status;
  }

  isBeingDeleted(tx: Transaction, resourceId: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM resource_deletion d WHERE d.resource_id = $1 AND d.status = 'IN_PROGRESS'`, [
      resourceId,
    ]);
  }

  /** Records a request to delete the resource on the machine; without an agent it succeeds at once. */
  async insertDeletion(
    tx: Transaction,
    resourceId: number,
    status: 'IN_PROGRESS' | 'SUCCESS',
    requestedBy: string,
    nowMs: number,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO resource_deletion (resource_id, status, requested_by, created_at, finished_at)
       VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000),
               CASE $2 WHEN 'SUCCESS' THEN to_timestamp($4::float8 / 1000) END)`,
      [resourceId, status, requestedBy, nowMs],
    );
  }

  async endDeletion(tx: Transaction, resourceId: number, status: 'SUCCESS' | 'FAILURE', nowMs: number): Promise<void> {
    await tx.query(
      `UPDATE resource_deletion SET status = $2, finished_at = to_timestamp($3::float8 / 1000)
        WHERE resource_id = $1 AND status IN ('IN_PROGRESS', 'TIMED_OUT')`,
      [resourceId, status, nowMs],
    );
  }

  /** Abandons deletions that have been pending since before a time. */
  async timeOutDeletions(db: Queryable, createdBeforeMs: number, nowMs: number): Promise<void> {
    await db.query(
      `UPDATE resource_deletion SET status = 'TIMED_OUT', finished_at = to_timestamp($2::float8 / 1000)
        WHERE status = 'IN_PROGRESS' AND created_at < to_timestamp($1::float8 / 1000)`,
      [createdBeforeMs, nowMs],
    );
  }
}
