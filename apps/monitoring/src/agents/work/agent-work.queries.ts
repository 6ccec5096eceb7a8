import { Injectable } from '@nestjs/common';
import type { Queryable, Transaction } from '@wardstone/database';
import type { MapValue } from '@wardstone/dto';
import type { WorkKind } from '../../work-queue/work.sql';

export interface WorkRow {
  id: number;
  kind: WorkKind;
  resource_id: number | null;
  created_ms: number;
  timeout_seconds: number | null;
  cancels_work_id: number | null;
  operation_history_id: number | null;
  resource_creation_id: number | null;
  /** Status of its resource. */
  inventory_status: string | null;
  job_name: string | null;
  job_group: string | null;
  operation_name: string | null;
  parameters: Readonly<Record<string, MapValue>> | null;
}

export interface LockedWork {
  id: number;
  kind: WorkKind;
  resource_id: number | null;
  operation_history_id: number | null;
  resource_creation_id: number | null;
  cancels_work_id: number | null;
  ended_ms: number | null;
  report: { state?: string } | null;
}

/** Agents that were offline for longer fetch plugins when they return. */
const RECENT_MS = 24 * 60 * 60 * 1000;

/** Work `w` that can be started: for each resource only the oldest unfinished one, and cancellations at once. */
const IS_OFFERED = `
  w.ended_ms IS NULL AND w.started_ms IS NULL AND w.leased_until_ms <= $2
  AND (w.kind = 'cancel' OR w.resource_id IS NULL OR NOT EXISTS (
        SELECT 1 FROM agent_work e
         WHERE e.resource_id = w.resource_id AND e.kind <> 'cancel' AND e.ended_ms IS NULL AND e.id < w.id))`;
/** A plugin push that has come due since the agent `a` registered, and for which it has no work yet. */
const HAS_DUE_PUSH = `
  EXISTS (SELECT 1 FROM plugin_push p
           WHERE p.due_ms <= $2 AND p.due_ms > $2::bigint - $3 AND p.due_ms > a.registered_ms
             AND NOT EXISTS (SELECT 1 FROM agent_work w
                              WHERE w.agent_name = a.name AND w.kind = 'updatePlugins'
                                AND w.created_ms >= p.due_ms))`;

@Injectable()
export class AgentWorkQueries {
  /** Agents for which there is work to lease. */
  async listOffered(db: Queryable, agents: readonly string[], nowMs: number): Promise<string[]> {
    const rows = await db.query<{ name: string }>(
      `SELECT a.name FROM agent a
        WHERE a.name = ANY ($1::text[])
          AND (EXISTS (SELECT 1 FROM agent_work w WHERE w.agent_name = a.name AND ${IS_OFFERED})
               OR ${HAS_DUE_PUSH})`,
      [agents, nowMs, RECENT_MS],
    );
    return rows.map(({ name }) => name);
  }

  /** Adds work to fetch plugins once after each push that has come due since the agent registered (rule plugins-2). */
  async addDuePushes(tx: Transaction, agent: string, nowMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO agent_work (agent_name, kind, timeout_seconds, created_ms)
       SELECT a.name, 'updatePlugins', 600, $2 FROM agent a WHERE a.name = $1 AND ${HAS_DUE_PUSH}`,
      [agent, nowMs, RECENT_MS],
    );
  }

  /** Leases offered work for some time, oldest first. */
  async lease(tx: Queryable, agent: string, most: number, nowMs: number, leaseMs: number): Promise<WorkRow[]> {
    const rows = await tx.query<WorkRow>(
      `WITH offered AS (
         SELECT w.id FROM agent_work w
          WHERE w.agent_name = $1 AND ${IS_OFFERED}
          ORDER BY w.id LIMIT $3 FOR UPDATE SKIP LOCKED),
       leased AS (
         UPDATE agent_work w SET leased_until_ms = $2::bigint + $4 FROM offered o WHERE w.id = o.id
         RETURNING w.id, w.kind, w.resource_id, w.created_ms, w.timeout_seconds, w.cancels_work_id,
                   w.operation_history_id, w.resource_creation_id)
       SELECT l.*, r.inventory_status, h.job_name, h.job_group, h.operation_name, h.parameters
         FROM leased l
         LEFT JOIN resource r ON r.id = l.resource_id
         LEFT JOIN operation_history h ON h.id = l.operation_history_id
        ORDER BY l.id`,
      [agent, nowMs, most, leaseMs],
    );
    return rows;
  }

  /** Whether the agent has this work, which is locked until the transaction ends. */
  exists(db: Queryable, agent: string, id: number): Promise<boolean> {
    return db.hasRow(`SELECT 1 FROM agent_work w WHERE w.id = $1 AND w.agent_name = $2`, [id, agent]);
  }

  lock(tx: Transaction, agent: string, id: number): Promise<LockedWork | undefined> {
    return tx.first<LockedWork>(
      `SELECT w.id, w.kind, w.resource_id, w.operation_history_id, w.resource_creation_id, w.cancels_work_id,
              w.ended_ms, w.report
         FROM agent_work w WHERE w.id = $1 AND w.agent_name = $2 FOR UPDATE`,
      [id, agent],
    );
  }

  /** Content key for the resource to create; undefined if the agent has no such work. */
  async findContent(db: Queryable, agent: string, id: number): Promise<string | undefined> {
    const [row] = await db.query<{ content: string | null }>(
      `SELECT c.content FROM agent_work w JOIN resource_creation c ON c.id = w.resource_creation_id
        WHERE w.id = $1 AND w.agent_name = $2`,
      [id, agent],
    );
    return row?.content ?? undefined;
  }

  /** Work to cancel. */
  findCanceled(tx: Transaction, id: number): Promise<{ id: number; operation_history_id: number | null } | undefined> {
    return tx.first<{ id: number; operation_history_id: number | null }>(
      `SELECT w.id, w.operation_history_id FROM agent_work w WHERE w.id = $1 FOR UPDATE`,
      [id],
    );
  }

  async start(tx: Transaction, id: number, nowMs: number): Promise<void> {
    await tx.query(`UPDATE agent_work SET started_ms = coalesce(started_ms, $2) WHERE id = $1`, [id, nowMs]);
  }

  async end(tx: Transaction, id: number, report: object, nowMs: number): Promise<void> {
    await tx.query(`UPDATE agent_work SET ended_ms = coalesce(ended_ms, $3), report = $2 WHERE id = $1`, [
      id,
      JSON.stringify(report),
      nowMs,
    ]);
  }
}
