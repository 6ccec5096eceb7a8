import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type {
  OperationHistoryQuery,
  OperationHistoryRest,
  OperationRejection,
  ResultValue,
  StringValue,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { ListPage, SentBody } from '@wardstone/media-types';
import { WorkQueue } from '../work-queue/work-queue.service';
import { Addresses } from '../api/addresses';
import { invalidParameter } from '../api/invalid-parameter';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { approvalProblem, type Requester, toRejection } from './domain/approval';
import { shownParameters } from './shown-parameters';
import { type DeclaredValue, declaredValues } from './domain/result-properties';
import { type JobId, parseJobId, writeJobId } from './domain/job-id';
import { type LockedExecution, OperationHistoryQueries, type OperationHistoryRow } from './operation-history.queries';
import { OperationExecution } from './operation-execution.service';
import { STATUS_NAMES } from './history-status';

const MAX_INT = 2 ** 31 - 1;
const NUMBERS: ReadonlySet<DeclaredValue['type']> = new Set(['INTEGER', 'LONG', 'FLOAT', 'DOUBLE']);

/** Executed operations: their results, output, cancellation, approval and removal. See rules operations-6 to operations-9. */
@Injectable()
export class OperationHistoryService {
  constructor(
    private readonly queries: OperationHistoryQueries,
    private readonly execution: OperationExecution,
    private readonly work: WorkQueue,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_query, operation_history_not_found */
  async read(text: string, viewer: Viewer): Promise<OperationHistoryRest> {
    const row = await this.queries.find(requireJobId(text), viewer);
    if (!row) throw historyNotFound(text);
    return this.toRecord(row, viewer);
  }

  /** Output of its program so far. @throws invalid_query, operation_history_not_found */
  async readOutput(text: string, viewer: Viewer): Promise<StringValue> {
    const row = await this.queries.find(requireJobId(text), viewer);
    if (!row) throw historyNotFound(text);
    const { output } = row.results;
    return { value: typeof output === 'string' ? output : '' };
  }

  /** Declarations of its values. @throws invalid_query, operation_history_not_found */
  async listValues(text: string, viewer: Viewer): Promise<ResultValue[]> {
    const row = await this.queries.findResultDefinition(requireJobId(text), viewer);
    if (!row) throw historyNotFound(text);
    return declaredValues(row.results).map(({ type, ...value }) => ({ ...value, numeric: NUMBERS.has(type) }));
  }

  async list(query: OperationHistoryQuery, viewer: Viewer): Promise<ListPage<OperationHistoryRest>> {
    const { window, resourceId } = query;
    if (resourceId > MAX_INT) return { items: [], total: 0, window };
    const { rows, total } = await this.queries.list(query, viewer);
    return { items: rows.map((row) => this.toRecord(row, viewer)), total, window };
  }

  /** @throws invalid_query, operation_history_not_found, resource_forbidden, operation_running */
  async remove(text: string, viewer: Viewer): Promise<void> {
    await this.db.transaction(async (tx) => {
      const execution = await this.requireControlled(text, viewer, tx);
      if (execution.status === 'INPROGRESS') {
        throw new ApiError(MonitoringError.operation_running, `The operation ${text} is still being executed`);
      }
      await this.queries.remove(tx, execution.id);
    });
  }

  /** @throws invalid_query, operation_history_not_found, resource_forbidden, operation_ended */
  async cancel(text: string, viewer: Viewer): Promise<OperationHistoryRest> {
    await this.db.transaction(async (tx) => {
      const execution = await this.requireControlled(text, viewer, tx);
      if (execution.status !== 'INPROGRESS') {
        throw new ApiError(MonitoringError.operation_ended, `The operation ${text} has already ended`);
      }
      await this.requestCancellation(tx, execution);
    });
    return this.read(text, viewer);
  }

  /**
   * Starts an execution that waits for approval.
   * @throws invalid_query, operation_history_not_found, resource_forbidden, operation_not_awaiting_approval,
   * approval_forbidden
   */
  async approve(text: string, caller: CallerIdentity, note: AuditNote): Promise<OperationHistoryRest> {
    const execution = await this.db.transaction(async (tx) => {
      const locked = await this.requireControlled(text, caller, tx);
      requireApprover(locked, caller);
      if (!locked.awaits_approval) throw notAwaiting(`The operation ${text}`);
      const target = await this.queries.findTarget(tx, locked.resource_id, caller);
      if (!target) throw historyNotFound(text);
      await this.execution.approve(tx, locked, { target, approvedBy: caller.username }, this.clock.now());
      return locked;
    });
    const { operation_name: name, resource_id: id, requested_by: requestedBy } = execution;
    note(changeFacts({ kind: 'approval', id, name }, {}, { requestedBy, approvedBy: caller.username, job: text }));
    return this.read(text, caller);
  }

  /**
   * Ends an execution that waits for approval. Unlike `cancel`, it leaves one alone that another person has approved
   * meanwhile.
   * @throws invalid_query, operation_history_not_found, resource_forbidden, operation_not_awaiting_approval,
   * invalid_content
   */
  async reject(
    text: string,
    body: SentBody<OperationRejection>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<OperationHistoryRest> {
    await this.requireControlled(text, caller);
    const { reason } = body.read();
    const execution = await this.db.transaction(async (tx) => {
      const locked = await this.requireControlled(text, caller, tx);
      if (!locked.awaits_approval) throw notAwaiting(`The operation ${text}`);
      const errorMessage = toRejection(caller.username, reason);
      await this.execution.finish(tx, locked, { status: 'CANCELED', errorMessage }, this.clock.now());
      return locked;
    });
    const { operation_name: name, resource_id: id, requested_by: requestedBy } = execution;
    const facts = { requestedBy, rejectedBy: caller.username, reason, job: text };
    note(changeFacts({ kind: 'approval', id, name }, {}, facts));
    return this.read(text, caller);
  }

  /** Cancels waiting executions at once; for running ones the agent decides. */
  async requestCancellation(tx: Transaction, execution: LockedExecution): Promise<void> {
    const nowMs = this.clock.now();
    if (execution.started_ms !== 0 && (await this.work.cancelOperation(tx, execution, nowMs))) return;
    await this.work.withdrawOperation(tx, execution.id, nowMs);
    const errorMessage = 'Canceled before it began';
    await this.execution.finish(tx, execution, { status: 'CANCELED', errorMessage }, nowMs);
  }

  /** @param tx locks it until its end */
  private async requireControlled(text: string, viewer: Viewer, tx?: Transaction): Promise<LockedExecution> {
    const execution = await this.queries.readByJob(requireJobId(text), viewer, tx);
    if (!execution) throw historyNotFound(text);
    const { resource_id: id, is_seen: isSeen } = execution;
    this.authorization.authorizeResource(viewer, { id, isSeen }, 'CONTROL');
    return execution;
  }

  private toRecord(row: OperationHistoryRow, viewer: Viewer): OperationHistoryRest {
    const jobId = writeJobId({ name: row.job_name, group: row.job_group });
    return {
      status: STATUS_NAMES[row.status].wire,
      result: row.status === 'INPROGRESS' ? {} : row.results,
      errorMessage: row.error_message,
      params: shownParameters(viewer, row.parameter_definition, row.parameters),
      requestedBy: row.requested_by,
      approvedBy: row.approved_by,
      awaitsApproval: row.awaits_approval,
      operationName: row.operation_name,
      resourceName: row.resource_name,
      hostId: row.host_id,
      hostName: row.host_name,
      lastModified: row.modified_ms,
      jobId,
      links: [this.addresses.link('self', `/operation/history/${jobId}`)],
    };
  }
}

function requireJobId(text: string): JobId {
  const job = parseJobId(text);
  if (!job) throw invalidParameter(`${text} is not the job id of an operation`);
  return job;
}

/** @throws approval_forbidden */
export function requireApprover(requester: Requester, caller: CallerIdentity): void {
  const problem = approvalProblem(requester, caller);
  if (problem !== undefined) throw new ApiError(MonitoringError.approval_forbidden, problem);
}

export function notAwaiting(what: string): ApiError {
  return new ApiError(MonitoringError.operation_not_awaiting_approval, `${what} does not wait for approval`);
}

function historyNotFound(jobId: string): ApiError {
  return new ApiError(MonitoringError.operation_history_not_found, `Unknown job id ${jobId}`);
}
