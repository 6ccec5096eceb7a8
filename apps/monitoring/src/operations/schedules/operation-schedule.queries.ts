import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { OperationScheduleQuery, RunStatus } from '@wardstone/dto/monitoring';
import type { ConfigurationDefinition } from '@wardstone/plugin-descriptor';
import { type Bind, seesGroup, seesResource } from '../../authorization/visible.sql';
import type { Viewer } from '../../authorization/viewer';
import { hostJoin } from '../../resources/resource-row.sql';
import type { Requester } from '../domain/approval';
import type { Parameters } from '../domain/check-parameters';

/** Properties of a new schedule. */
export interface NewSchedule extends Requester {
  resource_id: number | null;
  resource_group_id: number | null;
  operation_definition_id: number;
  parameters: Parameters;
  max_concurrent: number | null;
  stop_on_failure: boolean;
  start_ms: number;
  rule: string | null;
  time_zone: string | null;
  over_ms: number;
  /** Null if there is none. */
  next_ms: number | null;
  awaits_approval: boolean;
}

/** The last run, with the number of members in each state. */
export interface RunRow {
  id: number;
  startedMs: number;
  endedMs: number | null;
  status: RunStatus;
  waiting: number;
  inProgress: number;
  succeeded: number;
  failed: number;
  canceled: number;
  skipped: number;
}

export interface ScheduleRow extends NewSchedule {
  id: number;
  requested_subject: string;
  approved_by: string | null;
  canceled_by: string | null;
  problem: string | null;
  created_ms: number;
  operation_name: string;
  display_name: string;
  parameter_definition: ConfigurationDefinition | null;
  target_name: string;
  run: RunRow | null;
}

const INSERTED = [
  'resource_id',
  'resource_group_id',
  'operation_definition_id',
  'parameters',
  'max_concurrent',
  'stop_on_failure',
  'start_ms',
  'rule',
  'time_zone',
  'over_ms',
  'next_ms',
  'requested_by',
  'requested_subject',
  'awaits_approval',
] as const satisfies readonly (keyof NewSchedule)[];

const countWhere = (status: string, name: string): string =>
  `'${name}', count(*) FILTER (WHERE m.status = '${status}')`;
const COLUMNS = `s.id, ${INSERTED.map((column) => `s.${column}`).join(', ')}, s.approved_by, s.canceled_by, s.problem, s.created_ms,
  d.name AS operation_name, d.display_name, d.parameters AS parameter_definition,
  coalesce(r.name, g.name) AS target_name,
  (SELECT json_build_object('id', run.id, 'startedMs', run.started_ms, 'endedMs', run.ended_ms, 'status', run.status,
          ${countWhere('WAITING', 'waiting')}, ${countWhere('INPROGRESS', 'inProgress')}, ${countWhere('SUCCESS', 'succeeded')},
          ${countWhere('FAILURE', 'failed')}, ${countWhere('CANCELED', 'canceled')}, ${countWhere('SKIPPED', 'skipped')})
     FROM operation_run run LEFT JOIN operation_run_member m ON m.operation_run_id = run.id
    WHERE run.id = (SELECT max(last.id) FROM operation_run last WHERE last.operation_schedule_id = s.id)
    GROUP BY run.id) AS run`;
const IS_RUNNING = `EXISTS (
  SELECT 1 FROM operation_run active WHERE active.operation_schedule_id = s.id AND active.ended_ms IS NULL)`;
/** Schedules are hidden if their target has left the inventory or their operation is no longer declared. */
const TABLES = `operation_schedule s
  JOIN operation_definition d ON d.id = s.operation_definition_id
  JOIN resource_type t ON t.id = d.resource_type_id AND NOT t.is_deleted
  LEFT JOIN resource r ON r.id = s.resource_id AND r.inventory_status <> 'UNINVENTORIED'
  LEFT JOIN resource_group g ON g.id = s.resource_group_id`;

export class OperationScheduleQueries extends Queries {
  list(query: OperationScheduleQuery, viewer: Viewer): Promise<Paged<ScheduleRow>> {
    const bound = parameters();
    const { bind } = bound;
    const { resourceId, groupId, state } = query;
    const conditions = [
      isSeen(viewer, bind),
      ...(resourceId === undefined ? [] : [`s.resource_id = ${bind(resourceId)}`]),
      ...(groupId === undefined ? [] : [`s.resource_group_id = ${bind(groupId)}`]),
      ...(state === undefined ? [] : [STATES[state]]),
    ];
    const from = `FROM ${TABLES} WHERE ${conditions.join(' AND ')}`;
    return this.page(from, (cut) => `SELECT ${COLUMNS} ${from} ORDER BY s.id DESC ${cut}`, bound, query.window);
  }

  /** Undefined if it does not exist or the viewer does not see it. */
  find(id: number, viewer: Viewer): Promise<ScheduleRow | undefined> {
    const { params, bind } = parameters(id);
    return this.db.first<ScheduleRow>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE s.id = $1 AND ${isSeen(viewer, bind)}`,
      params,
    );
  }

  /** Locked until the transaction ends; ignores visibility. */
  async lock(tx: Transaction, id: number): Promise<ScheduleRow | undefined> {
    const found = await tx.hasRow(`SELECT 1 FROM operation_schedule s WHERE s.id = $1 FOR NO KEY UPDATE`, [id]);
    return found ? this.read(tx, id) : undefined;
  }

  /** Ignores visibility. */
  read(tx: Transaction, id: number): Promise<ScheduleRow | undefined> {
    return tx.first<ScheduleRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE s.id = $1`, [id]);
  }

  async insert(tx: Transaction, schedule: NewSchedule, nowMs: number): Promise<number> {
    const values = INSERTED.map((column) =>
      column === 'parameters' ? JSON.stringify(schedule[column]) : schedule[column],
    );
    const [id] = await tx.ids(
      `INSERT INTO operation_schedule (${INSERTED.join(', ')}, created_ms)
       VALUES (${INSERTED.map((_column, at) => `$${at + 1}`).join(', ')}, $${INSERTED.length + 1}) RETURNING id`,
      [...values, nowMs],
    );
    return id!;
  }

  async approve(tx: Transaction, id: number, approvedBy: string): Promise<void> {
    await tx.query(`UPDATE operation_schedule SET awaits_approval = false, approved_by = $2 WHERE id = $1`, [
      id,
      approvedBy,
    ]);
  }

  /** @param problem why it never runs; by default that of its last run */
  async end(tx: Transaction, id: number, canceledBy: string, problem: string | null = null): Promise<void> {
    await tx.query(
      `UPDATE operation_schedule
          SET next_ms = NULL, awaits_approval = false, canceled_by = $2, problem = coalesce($3, problem)
        WHERE id = $1`,
      [id, canceledBy, problem],
    );
  }

  /** Sets the next run, and why the last one could not start. */
  async advance(tx: Transaction, id: number, nextMs: number | null, problem: string | null): Promise<void> {
    await tx.query(`UPDATE operation_schedule SET next_ms = $2, problem = $3 WHERE id = $1`, [id, nextMs, problem]);
  }

  async remove(tx: Transaction, id: number): Promise<void> {
    await tx.query(`DELETE FROM operation_schedule WHERE id = $1`, [id]);
  }

  /** Some schedules whose next run is due, longest overdue first. */
  listDue(nowMs: number, limit: number): Promise<Pick<ScheduleRow, 'id' | 'requested_by' | 'requested_subject'>[]> {
    return this.db.query(
      `SELECT s.id, s.requested_by, s.requested_subject FROM operation_schedule s
        WHERE s.next_ms <= $1 AND NOT s.awaits_approval ORDER BY s.next_ms, s.id LIMIT $2`,
      [nowMs, limit],
    );
  }

  /** Deletes runs that ended before a time, and then schedules with neither past nor future runs. */
  async purge(endedBeforeMs: number, limit: number): Promise<number> {
    const runs = await this.db.query(
      `DELETE FROM operation_run WHERE id = ANY (ARRAY (
         SELECT run.id FROM operation_run run WHERE run.ended_ms < $1 ORDER BY run.ended_ms LIMIT $2)) RETURNING id`,
      [endedBeforeMs, limit],
    );
    const schedules = await this.db.query(
      `DELETE FROM operation_schedule WHERE id = ANY (ARRAY (
         SELECT s.id FROM operation_schedule s
          WHERE (s.next_ms IS NULL OR s.awaits_approval) AND s.created_ms < $1
            AND NOT EXISTS (SELECT 1 FROM operation_run run WHERE run.operation_schedule_id = s.id) LIMIT $2)) RETURNING id`,
      [endedBeforeMs, limit],
    );
    return Math.max(runs.length, schedules.length);
  }

  /** Whether the group has members of the type that the viewer sees. */
  async hasMembers(db: Queryable, groupId: number, typeId: number, viewer: Viewer): Promise<boolean> {
    return (await this.listMembers(db, groupId, typeId, viewer, 1)).length > 0;
  }

  /** Explicit members of a type that the viewer sees, by the names of hosts and resources. */
  listMembers(db: Queryable, groupId: number, typeId: number, viewer: Viewer, limit: number): Promise<number[]> {
    const { params, bind } = parameters(groupId, typeId, limit);
    return db.ids(
      `SELECT r.id FROM resource_group_member m JOIN resource r ON r.id = m.resource_id ${hostJoin('r')}
        WHERE m.resource_group_id = $1 AND m.is_explicit AND r.resource_type_id = $2
          AND r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}
        ORDER BY host.name COLLATE natural_order, r.name COLLATE natural_order, r.id LIMIT $3`,
      params,
    );
  }
}

const STATES: Readonly<Record<NonNullable<OperationScheduleQuery['state']>, string>> = {
  AWAITING_APPROVAL: 's.awaits_approval',
  RUNNING: `NOT s.awaits_approval AND ${IS_RUNNING}`,
  SCHEDULED: `NOT s.awaits_approval AND s.next_ms IS NOT NULL AND NOT ${IS_RUNNING}`,
  ENDED: `NOT s.awaits_approval AND s.next_ms IS NULL AND NOT ${IS_RUNNING}`,
};

function isSeen(viewer: Viewer, bind: Bind): string {
  return `CASE WHEN s.resource_id IS NOT NULL
               THEN r.id IS NOT NULL AND ${seesResource(viewer, 's.resource_id', bind)}
               ELSE ${seesGroup(viewer, 's.resource_group_id', bind)} END`;
}
