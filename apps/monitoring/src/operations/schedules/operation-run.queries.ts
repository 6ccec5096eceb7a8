import { type Paged, parameters, Queries, type Transaction } from '@wardstone/database';
import type { RunMemberStatus, RunStatus } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import { seesResource } from '../../authorization/visible.sql';
import type { Viewer } from '../../authorization/viewer';
import { hostJoin } from '../../resources/resource-row.sql';
import type { JobId } from '../domain/job-id';

export interface LockedRun {
  id: number;
  operation_schedule_id: number;
  ended_ms: number | null;
}

export interface RunMemberRow {
  run_id: number;
  run_ms: number;
  resource_id: number;
  resource_name: string;
  host_id: number;
  host_name: string;
  status: RunMemberStatus;
  job_name: string | null;
  job_group: string | null;
  error_message: string | null;
}

export class OperationRunQueries extends Queries {
  async insert(tx: Transaction, scheduleId: number, resourceIds: readonly number[], nowMs: number): Promise<number> {
    const [id] = await tx.ids(
      `INSERT INTO operation_run (operation_schedule_id, started_ms) VALUES ($1, $2) RETURNING id`,
      [scheduleId, nowMs],
    );
    await tx.query(
      `INSERT INTO operation_run_member (operation_run_id, position, resource_id)
       SELECT $1, m.position, m.resource_id FROM unnest($2::integer[]) WITH ORDINALITY m (resource_id, position)`,
      [id, resourceIds],
    );
    return id!;
  }

  /** Locks the run until the transaction ends. */
  lock(tx: Transaction, id: number): Promise<LockedRun | undefined> {
    return tx.first<LockedRun>(
      `SELECT run.id, run.operation_schedule_id, run.ended_ms FROM operation_run run WHERE run.id = $1 FOR NO KEY UPDATE`,
      [id],
    );
  }

  /** The unfinished run of the schedule. */
  findActive(tx: Transaction, scheduleId: number): Promise<number | undefined> {
    return tx
      .ids(`SELECT run.id FROM operation_run run WHERE run.operation_schedule_id = $1 AND run.ended_ms IS NULL`, [
        scheduleId,
      ])
      .then(([id]) => id);
  }

  /** Number of members in each state. */
  async countMembers(tx: Transaction, runId: number): Promise<ReadonlyMap<RunMemberStatus, number>> {
    const rows = await tx.query<{ status: RunMemberStatus; count: number }>(
      `SELECT m.status, count(*)::integer AS count FROM operation_run_member m WHERE m.operation_run_id = $1 GROUP BY m.status`,
      [runId],
    );
    return new Map(rows.map(({ status, count }) => [status, count]));
  }

  /** Waiting members in order. */
  listWaiting(tx: Transaction, runId: number, limit: number): Promise<{ position: number; resource_id: number }[]> {
    return tx.query(
      `SELECT m.position, m.resource_id FROM operation_run_member m
        WHERE m.operation_run_id = $1 AND m.status = 'WAITING' ORDER BY m.position LIMIT $2`,
      [runId, limit],
    );
  }

  /** Links a member with its execution, which may have ended already. */
  async link(tx: Transaction, runId: number, position: number, { name, group }: JobId): Promise<void> {
    await tx.query(
      `UPDATE operation_run_member m SET operation_history_id = h.id, status = h.status
         FROM operation_history h
        WHERE m.operation_run_id = $1 AND m.position = $2 AND h.job_name = $3 AND h.job_group = $4`,
      [runId, position, name, group],
    );
  }

  async setStatus(tx: Transaction, runId: number, position: number, status: RunMemberStatus): Promise<void> {
    await tx.query(`UPDATE operation_run_member SET status = $3 WHERE operation_run_id = $1 AND position = $2`, [
      runId,
      position,
      status,
    ]);
  }

  /** Copies the status of an execution to its member; returns the run. */
  async takeStatus(tx: Transaction, historyId: number, status: RunStatus): Promise<number | undefined> {
    const [id] = await tx.ids(
      `UPDATE operation_run_member SET status = $2 WHERE operation_history_id = $1 RETURNING operation_run_id AS id`,
      [historyId, status],
    );
    return id;
  }

  async skipWaiting(tx: Transaction, runId: number): Promise<void> {
    await tx.query(
      `UPDATE operation_run_member SET status = 'SKIPPED' WHERE operation_run_id = $1 AND status = 'WAITING'`,
      [runId],
    );
  }

  async end(tx: Transaction, runId: number, status: RunStatus, nowMs: number): Promise<void> {
    await tx.query(`UPDATE operation_run SET status = $2, ended_ms = $3 WHERE id = $1`, [runId, status, nowMs]);
  }

  /** Executions of the run that are in progress. */
  listInProgress(tx: Transaction, runId: number): Promise<number[]> {
    return tx.ids(
      `SELECT m.operation_history_id AS id FROM operation_run_member m
        WHERE m.operation_run_id = $1 AND m.status = 'INPROGRESS' AND m.operation_history_id IS NOT NULL
        ORDER BY m.position`,
      [runId],
    );
  }

  /**
   * Runs with members that are in progress without an execution, or with none in progress, because their resources were
   * deleted.
   */
  listStuck(limit: number): Promise<number[]> {
    return this.db.ids(
      `SELECT run.id FROM operation_run run
        WHERE run.ended_ms IS NULL
          AND NOT EXISTS (SELECT 1 FROM operation_run_member m JOIN operation_history h ON h.id = m.operation_history_id
                           WHERE m.operation_run_id = run.id AND h.status = 'INPROGRESS')
        ORDER BY run.id LIMIT $1`,
      [limit],
    );
  }

  /** Marks members as failed whose execution was deleted before it ended. */
  async failLost(tx: Transaction, runId: number): Promise<void> {
    await tx.query(
      `UPDATE operation_run_member SET status = 'FAILURE'
        WHERE operation_run_id = $1 AND status = 'INPROGRESS' AND operation_history_id IS NULL`,
      [runId],
    );
  }

  listMembers(
    scheduleId: number,
    runId: number | undefined,
    viewer: Viewer,
    window: PageWindow,
  ): Promise<Paged<RunMemberRow>> {
    const bound = parameters(scheduleId);
    const { bind } = bound;
    const ofRun = runId === undefined ? '' : `AND run.id = ${bind(runId)}`;
    const from = `FROM operation_run run
         JOIN operation_run_member m ON m.operation_run_id = run.id
         JOIN resource r ON r.id = m.resource_id ${hostJoin('r')}
         LEFT JOIN operation_history h ON h.id = m.operation_history_id
        WHERE run.operation_schedule_id = $1 ${ofRun} AND ${seesResource(viewer, 'r.id', bind)}`;
    const rows = `SELECT run.id AS run_id, run.started_ms AS run_ms, r.id AS resource_id, r.name AS resource_name,
                         host.id AS host_id, host.name AS host_name, m.status, h.job_name, h.job_group, h.error_message
                    ${from} ORDER BY run.id DESC, m.position`;
    return this.page(from, (cut) => `${rows} ${cut}`, bound, window);
  }
}
