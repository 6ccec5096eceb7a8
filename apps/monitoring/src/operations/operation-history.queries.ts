import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { HistoryStatus, InventoryStatus, OperationHistoryQuery } from '@wardstone/dto/monitoring';
import type { ConfigurationDefinition } from '@wardstone/plugin-descriptor';
import type { Viewer } from '../authorization/viewer';
import { type Bind, isGroupMember, seesResource } from '../authorization/visible.sql';
import { hostJoin } from '../resources/resource-row.sql';
import type { Parameters } from './domain/check-parameters';
import type { JobId } from './domain/job-id';
import { OperationHistoryEntity } from './operation.entity';

export interface OperationHistoryRow extends Pick<
  OperationHistoryEntity,
  | 'id'
  | 'resource_id'
  | 'operation_name'
  | 'job_name'
  | 'job_group'
  | 'status'
  | 'error_message'
  | 'requested_by'
  | 'approved_by'
  | 'awaits_approval'
  | 'modified_ms'
> {
  parameters: Parameters;
  /** Null if the operation has none, or is no longer declared. */
  parameter_definition: ConfigurationDefinition | null;
  resource_name: string;
  host_id: number;
  host_name: string;
  results: Parameters;
}

/** An execution that a transaction has locked. */
export interface LockedExecution extends Pick<
  OperationHistoryEntity,
  | 'id'
  | 'resource_id'
  | 'operation_name'
  | 'job_name'
  | 'job_group'
  | 'status'
  | 'is_timed_out'
  | 'created_ms'
  | 'started_ms'
  | 'timeout_seconds'
  | 'requested_by'
  | 'requested_subject'
  | 'awaits_approval'
> {
  result_definition: ConfigurationDefinition | null;
}

/** Resource of an operation. */
export interface Target {
  resource_type_id: number;
  inventory_status: InventoryStatus;
  agent_name: string | null;
  is_seen: boolean;
}

/** An ordered execution; its other columns follow from the time. */
export type NewExecution = Pick<
  OperationHistoryEntity,
  | 'resource_id'
  | 'operation_definition_id'
  | 'operation_name'
  | 'operation_display_name'
  | 'requested_by'
  | 'requested_subject'
  | 'awaits_approval'
  | 'approved_by'
  | 'timeout_seconds'
> & { parameters: Parameters };

export interface Outcome {
  status: HistoryStatus;
  /** Results; by default the previous ones. */
  results?: Parameters | undefined;
  errorMessage: string | null;
  isTimedOut?: boolean;
}

const COLUMNS = `h.id, h.resource_id, r.name AS resource_name, host.id AS host_id,
  host.name AS host_name, h.operation_name, h.job_name, h.job_group,
  h.status, h.results, h.error_message, h.modified_ms, h.requested_by, h.approved_by, h.awaits_approval, h.parameters,
  (SELECT d.parameters FROM operation_definition d WHERE d.id = h.operation_definition_id) AS parameter_definition`;
const TABLES = `operation_history h JOIN resource r ON r.id = h.resource_id ${hostJoin('r')}`;
const LOCKED_COLUMNS = `h.id, h.resource_id, h.operation_name, h.job_name, h.job_group, h.status, h.is_timed_out,
  h.created_ms, h.started_ms, h.timeout_seconds, h.requested_by, h.requested_subject, h.awaits_approval,
  (SELECT d.results FROM operation_definition d WHERE d.id = h.operation_definition_id) AS result_definition`;

export class OperationHistoryQueries extends Queries {
  /** The resource, unless it has left the inventory. */
  findTarget(tx: Queryable, resourceId: number, viewer: Viewer): Promise<Target | undefined> {
    const { params, bind } = parameters(resourceId);
    const isSeen = seesResource(viewer, 'r.id', bind);
    return tx.first<Target>(
      `SELECT r.resource_type_id, r.inventory_status, r.agent_name, ${isSeen} AS is_seen
         FROM resource r WHERE r.id = $1 AND r.inventory_status <> 'UNINVENTORIED' FOR KEY SHARE OF r`,
      params,
    );
  }

  /** The new record; undefined if the job id is taken. */
  async insert(tx: Transaction, execution: NewExecution, job: JobId, nowMs: number): Promise<number | undefined> {
    const row = { ...execution, job_name: job.name, job_group: job.group, created_ms: nowMs, modified_ms: nowMs };
    const history = tx.repository(OperationHistoryEntity).createQueryBuilder();
    const inserted = await history.insert().values(row).orIgnore().returning('id').execute();
    return (inserted.raw as { id: number }[])[0]?.id;
  }

  find({ name, group }: JobId, viewer: Viewer): Promise<OperationHistoryRow | undefined> {
    const { params, bind } = parameters(name, group);
    const isSeen = seesResource(viewer, 'h.resource_id', bind);
    return this.db.first<OperationHistoryRow>(
      `SELECT ${COLUMNS} FROM ${TABLES}
        WHERE h.job_name = $1 AND h.job_group = $2 AND ${isSeen}`,
      params,
    );
  }

  /** Declared result of an execution; undefined if the viewer does not see it. */
  findResultDefinition(
    { name, group }: JobId,
    viewer: Viewer,
  ): Promise<{ results: ConfigurationDefinition | null } | undefined> {
    const { params, bind } = parameters(name, group);
    const isSeen = seesResource(viewer, 'h.resource_id', bind);
    return this.db.first<{ results: ConfigurationDefinition | null }>(
      `SELECT d.results
         FROM operation_history h LEFT JOIN operation_definition d ON d.id = h.operation_definition_id
        WHERE h.job_name = $1 AND h.job_group = $2 AND ${isSeen}`,
      params,
    );
  }

  list(query: OperationHistoryQuery, viewer: Viewer): Promise<Paged<OperationHistoryRow>> {
    const bound = parameters();
    const where = `WHERE ${toCondition(query, viewer, bound.bind)}`;
    const rows = `SELECT ${COLUMNS} FROM ${TABLES} ${where} ORDER BY h.started_ms, h.modified_ms DESC, h.id`;
    return this.page(`FROM operation_history h ${where}`, (cut) => `${rows} ${cut}`, bound, query.window);
  }

  /**
   * The execution, and whether the viewer sees its resource.
   * @param tx locks it until its end
   */
  readByJob(
    { name, group }: JobId,
    viewer: Viewer,
    tx?: Transaction,
  ): Promise<(LockedExecution & { is_seen: boolean }) | undefined> {
    const { params, bind } = parameters(name, group);
    const isSeen = seesResource(viewer, 'h.resource_id', bind);
    return (tx ?? this.db).first<LockedExecution & { is_seen: boolean }>(
      `SELECT ${LOCKED_COLUMNS}, ${isSeen} AS is_seen FROM operation_history h
        WHERE h.job_name = $1 AND h.job_group = $2 ${tx ? 'FOR UPDATE OF h' : ''}`,
      params,
    );
  }

  lock(tx: Transaction, id: number): Promise<LockedExecution | undefined> {
    return tx.first<LockedExecution>(
      `SELECT ${LOCKED_COLUMNS} FROM operation_history h WHERE h.id = $1 FOR UPDATE OF h`,
      [id],
    );
  }

  async start(tx: Transaction, id: number, startedMs: number, nowMs: number): Promise<void> {
    await tx.repository(OperationHistoryEntity).update({ id }, { started_ms: startedMs, modified_ms: nowMs });
  }

  async approve(tx: Transaction, id: number, approvedBy: string, nowMs: number): Promise<void> {
    const changed = { awaits_approval: false, approved_by: approvedBy, modified_ms: nowMs };
    await tx.repository(OperationHistoryEntity).update({ id }, changed);
  }

  async keepResults(tx: Transaction, id: number, results: Parameters): Promise<void> {
    await tx.repository(OperationHistoryEntity).update({ id }, { results });
  }

  async finish(tx: Transaction, id: number, outcome: Outcome, nowMs: number): Promise<void> {
    const { status, results, errorMessage: error_message, isTimedOut: is_timed_out = false } = outcome;
    const kept = results === undefined ? {} : { results };
    const changed = { status, ...kept, error_message, is_timed_out, awaits_approval: false, modified_ms: nowMs };
    await tx.repository(OperationHistoryEntity).update({ id }, changed);
  }

  async remove(tx: Transaction, id: number): Promise<void> {
    await tx.repository(OperationHistoryEntity).delete({ id });
  }

  /** Some executions that exceeded their timeout, or that no agent has started for too long. */
  lockOverdue(tx: Transaction, createdBeforeMs: number, nowMs: number, limit: number): Promise<LockedExecution[]> {
    return tx.query<LockedExecution>(
      `SELECT ${LOCKED_COLUMNS} FROM operation_history h
        WHERE h.status = 'INPROGRESS'
          AND (h.started_ms > 0 AND h.started_ms + h.timeout_seconds::bigint * 1000 < $2
               OR h.started_ms = 0 AND h.created_ms < $1)
        ORDER BY h.id LIMIT $3 FOR UPDATE OF h SKIP LOCKED`,
      [createdBeforeMs, nowMs, limit],
    );
  }

  async purge(createdBeforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query<{ count: number }>(
      `WITH gone AS (
         DELETE FROM operation_history WHERE id = ANY (ARRAY (
           SELECT h.id FROM operation_history h WHERE h.status <> 'INPROGRESS' AND h.created_ms < $1 LIMIT $2))
         RETURNING 1)
       SELECT count(*) FROM gone`,
      [createdBeforeMs, limit],
    );
    return rows[0]!.count;
  }
}

function toCondition(query: OperationHistoryQuery, viewer: Viewer, bind: Bind): string {
  const { resourceId, groupId, status, since, awaitsApproval } = query;
  return [
    ...(resourceId <= 0 ? [] : [`h.resource_id = ${bind(resourceId)}`]),
    ...(groupId === undefined ? [] : [isGroupMember(viewer, groupId, 'h.resource_id', bind)]),
    ...(status === undefined ? [] : [`h.status = ${bind(status)}`]),
    ...(since === undefined ? [] : [`h.modified_ms > ${bind(since)}`]),
    ...(awaitsApproval === undefined ? [] : [awaitsApproval ? 'h.awaits_approval' : 'NOT h.awaits_approval']),
    seesResource(viewer, 'h.resource_id', bind),
  ].join(' AND ');
}
