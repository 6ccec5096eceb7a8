import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { type AgentNews, newsText, WORK_CHANNEL, type WorkKind } from './work.sql';

/** Work for an agent. */
export interface NewWork {
  agent: string;
  kind: WorkKind;
  resourceId?: number;
  operationHistoryId?: number;
  resourceCreationId?: number;
  cancelsWorkId?: number;
  timeoutSeconds?: number;
}

@Injectable()
export class WorkQueueQueries {
  async insert(tx: Transaction, work: NewWork, nowMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO agent_work (agent_name, kind, resource_id, operation_history_id, resource_creation_id,
                               cancels_work_id, timeout_seconds, created_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        work.agent,
        work.kind,
        work.resourceId ?? null,
        work.operationHistoryId ?? null,
        work.resourceCreationId ?? null,
        work.cancelsWorkId ?? null,
        work.timeoutSeconds ?? null,
        nowMs,
      ],
    );
  }

  /** Notifies the agent when the transaction commits. */
  async notify(tx: Transaction, agent: string, news: AgentNews = 'WORK'): Promise<void> {
    await tx.query(`SELECT pg_notify($1, $2)`, [WORK_CHANNEL, newsText(agent, news)]);
  }

  /** Ends the work of an operation without a report from the agent. */
  async withdrawOperation(tx: Transaction, historyId: number, nowMs: number): Promise<void> {
    await tx.query(`UPDATE agent_work SET ended_ms = $2 WHERE operation_history_id = $1 AND ended_ms IS NULL`, [
      historyId,
      nowMs,
    ]);
  }

  /**
   * The started work of an operation; undefined if the agent has not started it, or its cancellation was already
   * requested.
   */
  findCancelable(
    tx: Transaction,
    historyId: number,
  ): Promise<{ id: number; agent: string; isBeingCanceled: boolean } | undefined> {
    return tx.first<{ id: number; agent: string; isBeingCanceled: boolean }>(
      `SELECT w.id, w.agent_name AS agent,
              EXISTS (SELECT 1 FROM agent_work c WHERE c.cancels_work_id = w.id AND c.ended_ms IS NULL)
                AS "isBeingCanceled"
         FROM agent_work w
        WHERE w.operation_history_id = $1 AND w.kind = 'operation' AND w.ended_ms IS NULL`,
      [historyId],
    );
  }
}
