import { Inject, Injectable } from '@nestjs/common';
import { type Transaction, TransactionListeners } from '@wardstone/database';
import type { HistoryStatus } from '@wardstone/dto/monitoring';
import { MonitoringConfig } from '../monitoring.config';
import { WorkQueue } from '../work-queue/work-queue.service';
import { parametersForAgent, resultsToKeep, getTimeoutSeconds } from './domain/parameter-values';
import { needsApproval } from './domain/approval';
import type { Parameters } from './domain/check-parameters';
import { type JobId, newJobId, writeJobId } from './domain/job-id';
import type { OperationDefinitionRow } from './operation-definition.queries';
import { type LockedExecution, OperationHistoryQueries, type Outcome, type Target } from './operation-history.queries';

/** An execution started or ended. */
interface OperationChange {
  historyId: number;
  jobId: string;
  resourceId: number;
  operationName: string;
  status: HistoryStatus;
  errorMessage: string | null;
  timeMs: number;
}

type AgentTarget = Pick<Target, 'inventory_status' | 'agent_name'>;

export interface ExecutionOrder {
  resourceId: number;
  target: AgentTarget;
  definition: OperationDefinitionRow;
  /** Validated, as the user sent them. */
  parameters: Parameters;
  requestedBy: string;
  /** Subject of the requester, who may not approve it; null for an alert. */
  requestedSubject: string | null;
  /** Login of the person who has already approved it. */
  approvedBy?: string | null;
}

/** The end of an execution, as reported by its agent. */
export interface ReportedOutcome {
  status: 'SUCCESS' | 'FAILURE' | 'CANCELED';
  results: Parameters;
  errorMessage: string | null;
}

/** Result of a report. */
export type ReportEffect = 'accepted' | 'ignored' | 'conflict';

/** The life cycle of executions. See rule operations-7. */
@Injectable()
export class OperationExecution {
  /** For rules on operations. See rule operations-1. */
  readonly changes = new TransactionListeners<OperationChange>();

  constructor(
    private readonly history: OperationHistoryQueries,
    private readonly work: WorkQueue,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /** Whether a second person must approve the operation before it runs. See rule operations-9. */
  needsApproval(operationName: string): boolean {
    return needsApproval(this.config.OPERATION_APPROVAL, operationName);
  }

  /** Orders an execution, at once or after approval. Returns its job id. */
  async order(tx: Transaction, order: ExecutionOrder, nowMs: number): Promise<string> {
    const { resourceId, definition, parameters, target } = order;
    const timeoutSeconds = getTimeoutSeconds(
      parameters,
      definition.timeout_seconds,
      this.config.OPERATION_TIMEOUT_SECONDS,
    );
    const awaitsApproval = this.needsApproval(definition.name) && (order.approvedBy ?? null) === null;
    const { id, job } = await this.insert(tx, order, { timeoutSeconds, awaitsApproval }, nowMs);
    const execution = { id, resource_id: resourceId, operation_name: definition.name, ...toNames(job) };
    await this.notifyListeners(tx, execution, { status: 'INPROGRESS', errorMessage: null }, nowMs);
    if (!awaitsApproval) await this.begin(tx, execution, { target, timeoutSeconds }, nowMs);
    return writeJobId(job);
  }

  /** Starts an execution after its approval. */
  async approve(
    tx: Transaction,
    execution: LockedExecution,
    { target, approvedBy }: { target: AgentTarget; approvedBy: string },
    nowMs: number,
  ): Promise<void> {
    await this.history.approve(tx, execution.id, approvedBy, nowMs);
    await this.begin(tx, execution, { target, timeoutSeconds: execution.timeout_seconds }, nowMs);
  }

  /** Passes the work to the agent of the resource; without an agent it fails at once. */
  private async begin(
    tx: Transaction,
    execution: ReportedExecution,
    { target, timeoutSeconds }: { target: AgentTarget; timeoutSeconds: number },
    nowMs: number,
  ): Promise<void> {
    const { id: operationHistoryId, resource_id: resourceId } = execution;
    if (target.inventory_status !== 'COMMITTED') {
      const errorMessage = 'The resource is not in inventory';
      await this.finish(tx, execution, { status: 'FAILURE', errorMessage }, nowMs);
    } else if (target.agent_name === null) {
      const errorMessage = 'No agent manages the resource, so the operation cannot be executed';
      await this.finish(tx, execution, { status: 'FAILURE', errorMessage }, nowMs);
    } else {
      const { agent_name: agent } = target;
      await this.work.add(tx, { agent, kind: 'operation', resourceId, operationHistoryId, timeoutSeconds }, nowMs);
    }
  }

  /** The agent has started; only the first report counts. */
  async reportStart(tx: Transaction, historyId: number, atMs: number, nowMs: number): Promise<void> {
    const execution = await this.history.lock(tx, historyId);
    if (execution?.status !== 'INPROGRESS' || execution.started_ms !== 0) return;
    const startedMs = Math.min(Math.max(atMs, execution.created_ms), nowMs);
    await this.history.start(tx, historyId, startedMs, nowMs);
  }

  /** Stores the agent's output so far, which is kept if the execution ends without a result. */
  async reportProgress(tx: Transaction, historyId: number, results: Parameters): Promise<void> {
    const execution = await this.history.lock(tx, historyId);
    if (execution?.status !== 'INPROGRESS') return;
    await this.history.keepResults(tx, historyId, resultsToKeep(execution.result_definition, results));
  }

  /** The agent has ended the execution; replaces a provisional outcome. */
  async reportEnd(tx: Transaction, historyId: number, report: ReportedOutcome, nowMs: number): Promise<ReportEffect> {
    const execution = await this.history.lock(tx, historyId);
    if (!execution) return 'ignored';
    if (execution.status !== 'INPROGRESS' && !execution.is_timed_out) {
      return execution.status === report.status ? 'ignored' : 'conflict';
    }
    if (execution.started_ms === 0) await this.history.start(tx, historyId, nowMs, nowMs);
    const hasResults = Object.keys(report.results).length > 0;
    const results = hasResults ? resultsToKeep(execution.result_definition, report.results) : undefined;
    const errorMessage =
      report.status === 'SUCCESS'
        ? null
        : (report.errorMessage ?? `The operation failed at ${new Date(nowMs).toISOString()}`);
    await this.finish(tx, execution, { status: report.status, results, errorMessage }, nowMs);
    return 'accepted';
  }

  /** Ends an execution, and notifies listeners. */
  async finish(tx: Transaction, execution: ReportedExecution, outcome: Outcome, nowMs: number): Promise<void> {
    await this.history.finish(tx, execution.id, outcome, nowMs);
    await this.notifyListeners(tx, execution, outcome, nowMs);
  }

  /** The second of two orders in the same millisecond takes the next free id. */
  private async insert(
    tx: Transaction,
    { resourceId, definition, parameters, requestedBy, requestedSubject, approvedBy = null }: ExecutionOrder,
    { timeoutSeconds, awaitsApproval }: { timeoutSeconds: number; awaitsApproval: boolean },
    nowMs: number,
  ): Promise<{ id: number; job: JobId }> {
    const execution = {
      resource_id: resourceId,
      operation_definition_id: definition.id,
      operation_name: definition.name,
      operation_display_name: definition.display_name,
      requested_by: requestedBy,
      requested_subject: requestedSubject,
      awaits_approval: awaitsApproval,
      approved_by: approvedBy,
      timeout_seconds: timeoutSeconds,
      parameters: parametersForAgent(definition.parameters, parameters),
    };
    for (let atMs = nowMs; ; atMs++) {
      const job = newJobId(resourceId, definition.name, atMs);
      const id = await this.history.insert(tx, execution, job, nowMs);
      if (id !== undefined) return { id, job };
    }
  }

  private notifyListeners(
    tx: Transaction,
    execution: ReportedExecution,
    { status, errorMessage }: Pick<Outcome, 'status' | 'errorMessage'>,
    nowMs: number,
  ): Promise<void> {
    return this.changes.tell(tx, {
      historyId: execution.id,
      jobId: writeJobId({ name: execution.job_name, group: execution.job_group }),
      resourceId: execution.resource_id,
      operationName: execution.operation_name,
      status,
      errorMessage,
      timeMs: nowMs,
    });
  }
}

type ReportedExecution = Pick<LockedExecution, 'id' | 'resource_id' | 'operation_name' | 'job_name' | 'job_group'>;

function toNames({ name, group }: JobId): Pick<ReportedExecution, 'job_name' | 'job_group'> {
  return { job_name: name, job_group: group };
}
