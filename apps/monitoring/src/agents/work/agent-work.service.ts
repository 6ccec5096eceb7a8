import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { AgentWork, AgentWorkQuery, WorkReport } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type Sent, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../../api/invalid-parameter';
import { type ContentReader, ContentStore } from '../../content/content-store';
import { writeJobId } from '../../operations/domain/job-id';
import {
  OperationExecution,
  type ReportedOutcome,
  type ReportEffect,
} from '../../operations/operation-execution.service';
import { AgentRequests, type CreationOutcome } from '../../resources/agent-requests.service';
import { AgentDatabase } from '../agent-database';
import { AgentService } from '../agent.service';
import { AgentWorkQueries, type LockedWork, type WorkRow } from './agent-work.queries';
import { WorkSignals } from './work-signals';

/** See rule agents-5. */
const LEASE_MS = 60_000;
/** Maximum number of concurrent polls of one account. */
const MAX_CONCURRENT_POLLS = 50;
const OUTCOMES = { success: 'SUCCESS', failure: 'FAILURE', canceled: 'CANCELED' } as const;
const CREATION_FAILURES = ['INVALID_CONFIGURATION', 'INVALID_ARTIFACT'] as const;
const CANCEL_STATES = ['finished', 'dequeued', 'interrupted', 'unknown'];

/** A poll for work. */
interface Poll {
  isGone: () => boolean;
  /** Aborted with the refusal when its credentials become invalid. */
  ended: AbortSignal;
}

/** Result of a poll. */
interface Taken {
  work: AgentWork[];
  /** Whether a person changed the agent's resources, so that it should fetch its inventory. */
  isInventoryChanged?: true;
}

/** Leases work to agents and tracks its progress. See rule agents-5. */
@Injectable()
export class AgentWorkService {
  private readonly waitingByAccount = new Map<string, number>();

  constructor(
    private readonly agents: AgentService,
    private readonly queries: AgentWorkQueries,
    private readonly signals: WorkSignals,
    private readonly operations: OperationExecution,
    private readonly requests: AgentRequests,
    private readonly contents: ContentStore,
    private readonly db: Database,
    private readonly writes: AgentDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns work, or waits for some as long as the agent requests, the client is connected and its credentials are
   * valid.
   * @throws agent_not_found, agent_forbidden, too_many_polls, what ended the credentials
   */
  async take(
    name: string,
    { max: most, wait: waitSeconds }: AgentWorkQuery,
    caller: CallerIdentity,
    poll: Poll,
  ): Promise<Taken> {
    const { isByOwner } = await this.agents.require(name, caller);
    // An administrator only views the work: a page of another origin could send this request with the administrator's
    // browser.
    const leaseMs = isByOwner ? LEASE_MS : 0;
    if (waitSeconds === 0) return this.takeWithin(0, { name, most, leaseMs }, poll);
    const waiting = this.waitingByAccount.get(caller.subject) ?? 0;
    if (waiting >= MAX_CONCURRENT_POLLS) {
      throw new ApiError(MonitoringError.too_many_polls, undefined, {
        headers: { 'Retry-After': String(waitSeconds) },
      });
    }
    this.waitingByAccount.set(caller.subject, waiting + 1);
    try {
      await this.signals.listen();
      return await this.takeWithin(waitSeconds, { name, most, leaseMs }, poll);
    } finally {
      const left = this.waitingByAccount.get(caller.subject)! - 1;
      if (left > 0) this.waitingByAccount.set(caller.subject, left);
      else this.waitingByAccount.delete(caller.subject);
    }
  }

  private async takeWithin(
    waitSeconds: number,
    { name, most, leaseMs }: { name: string; most: number; leaseMs: number },
    { isGone, ended }: Poll,
  ): Promise<Taken> {
    // Uses this process's own clock, because it only limits how long a request is held.
    const endMs = performance.now() + waitSeconds * 1000;
    for (;;) {
      ended.throwIfAborted();
      const remainingMs = endMs - performance.now();
      const { signalled, stop } = this.signals.wait(name, Math.max(0, remainingMs), ended);
      const work = isGone() ? [] : await this.lease(name, most, leaseMs);
      if (work.length > 0 || remainingMs <= 0 || isGone() || this.signals.isStopping) {
        stop();
        return { work: await this.toRecords(work) };
      }
      const news = await signalled;
      if (news === undefined) return { work: [] };
      if (news === 'INVENTORY') return { work: [], isInventoryChanged: true };
    }
  }

  /**
   * Leases work for some time. Operations on resources that have left the inventory fail here. See rule operations-7.
   */
  private async lease(name: string, most: number, leaseMs: number): Promise<WorkRow[]> {
    // Most polls find nothing, so they avoid a transaction.
    if ((await this.queries.listOffered(this.db, [name], this.clock.now())).length === 0) return [];
    return this.writes.transaction(name, async (tx) => {
      const nowMs = this.clock.now();
      await this.queries.addDuePushes(tx, name, nowMs);
      const leased = await this.queries.lease(tx, name, most, nowMs, leaseMs);
      const isGone = (row: WorkRow): boolean => row.kind === 'operation' && row.inventory_status !== 'COMMITTED';
      for (const { id, operation_history_id } of leased.filter(isGone)) {
        const errorMessage = 'The resource is no longer in inventory';
        const outcome = { status: 'FAILURE', results: {}, errorMessage } as const;
        await this.operations.reportEnd(tx, operation_history_id!, outcome, nowMs);
        await this.queries.end(tx, id, { state: 'failure' }, nowMs);
      }
      return leased.filter((row) => !isGone(row));
    });
  }

  /** Content of the resource that the agent creates. @throws agent_not_found, agent_forbidden, agent_work_not_found */
  async openContent(name: string, id: number, caller: CallerIdentity): Promise<ContentReader> {
    await this.agents.require(name, caller);
    const key = await this.queries.findContent(this.db, name, id);
    const content = key === undefined ? undefined : await this.contents.open(key);
    if (content) return content;
    throw new ApiError(MonitoringError.agent_work_not_found, `The agent named ${name} has no work ${id} with content`);
  }

  /** @throws agent_not_found, agent_forbidden, agent_work_not_found, invalid_content, agent_work_ended */
  async report(name: string, id: number, body: SentBody<WorkReport>, caller: CallerIdentity): Promise<void> {
    await this.agents.require(name, caller);
    if (!(await this.queries.exists(this.db, name, id))) throw workNotFound(name, id);
    const report = body.read();
    await this.writes.transaction(name, async (tx) => {
      const work = await this.queries.lock(tx, name, id);
      if (!work) throw workNotFound(name, id);
      if (work.kind === 'cancel') await this.reportCancel(tx, work, report);
      else await this.reportWork(tx, work, report);
    });
  }

  private async reportWork(tx: Transaction, work: LockedWork, report: Sent<WorkReport>): Promise<void> {
    const nowMs = this.clock.now();
    const { state = '', time: atMs = nowMs, result: results = {}, errorMessage = null } = report;
    if (state === 'started') {
      if (work.ended_ms !== null) return;
      await this.queries.start(tx, work.id, nowMs);
      if (work.operation_history_id !== null) {
        await this.operations.reportStart(tx, work.operation_history_id, atMs, nowMs);
        const hasProgress = Object.keys(results ?? {}).length > 0;
        if (hasProgress) await this.operations.reportProgress(tx, work.operation_history_id, results);
      }
      return;
    }
    if (!Object.hasOwn(OUTCOMES, state)) {
      throw invalidState(['started', ...Object.keys(OUTCOMES)]);
    }
    const effect = await this.end(
      tx,
      work,
      { status: OUTCOMES[state as keyof typeof OUTCOMES], results, errorMessage },
      report,
    );
    if (effect === 'conflict') {
      throw new ApiError(MonitoringError.agent_work_ended, `The work with id ${work.id} ended with another outcome`);
    }
    await this.queries.end(tx, work.id, report, nowMs);
  }

  /** Reports the end of work to the features that ordered it. */
  private async end(
    tx: Transaction,
    work: LockedWork,
    outcome: ReportedOutcome,
    report: Sent<WorkReport>,
  ): Promise<ReportEffect> {
    const nowMs = this.clock.now();
    if (work.operation_history_id !== null) {
      return this.operations.reportEnd(tx, work.operation_history_id, outcome, nowMs);
    }
    if (work.resource_creation_id !== null) {
      return this.requests.reportCreation(tx, work.resource_creation_id, toCreationOutcome(outcome, report), nowMs);
    }
    if (work.ended_ms !== null) return work.report?.state === report.state ? 'ignored' : 'conflict';
    if (work.kind === 'deleteResource') {
      await this.requests.reportDeletion(tx, work.resource_id!, outcome.status === 'SUCCESS', nowMs);
    }
    return 'accepted';
  }

  private async toRecords(rows: readonly WorkRow[]): Promise<AgentWork[]> {
    const ids = rows.flatMap(({ resource_creation_id }) => resource_creation_id ?? []);
    const creations = ids.length === 0 ? [] : await this.requests.listCreations(this.db, ids);
    const orders = new Map<number, AgentWork['create']>();
    for (const creation of creations) {
      const content = creation.content === null ? undefined : await this.contents.open(creation.content);
      orders.set(creation.id, {
        typeName: creation.type_name,
        pluginName: creation.plugin_name,
        resourceName: creation.resource_name,
        pluginConfig: creation.plugin_configuration,
        resourceConfig: creation.resource_configuration,
        contentLength: content?.length,
      });
    }
    return rows.map((row) => toRecord(row, orders.get(row.resource_creation_id ?? 0)));
  }

  private async reportCancel(tx: Transaction, work: LockedWork, report: Sent<WorkReport>): Promise<void> {
    const { state = '' } = report;
    if (state === 'started') return;
    if (!CANCEL_STATES.includes(state)) throw invalidState(CANCEL_STATES);
    const nowMs = this.clock.now();
    const isFirst = work.ended_ms === null;
    await this.queries.end(tx, work.id, report, nowMs);
    // Finished work reports its own outcome.
    if (state === 'finished' || !isFirst) return;
    const canceled = await this.queries.findCanceled(tx, work.cancels_work_id!);
    if (canceled?.operation_history_id == null) return;
    const outcome = { status: 'CANCELED', results: {}, errorMessage: report.errorMessage ?? 'Canceled' } as const;
    await this.operations.reportEnd(tx, canceled.operation_history_id, outcome, nowMs);
    await this.queries.end(tx, canceled.id, { state: 'canceled' }, nowMs);
  }
}

function toRecord(row: WorkRow, create: AgentWork['create']): AgentWork {
  const { job_name, job_group, operation_name, parameters } = row;
  return {
    id: row.id,
    kind: row.kind,
    resourceId: row.resource_id,
    created: row.created_ms,
    timeout: row.timeout_seconds ?? undefined,
    operation:
      job_name === null || job_group === null
        ? undefined
        : { jobId: writeJobId({ name: job_name, group: job_group }), name: operation_name!, parameters: parameters! },
    create,
    cancel: row.cancels_work_id === null ? undefined : { workId: row.cancels_work_id },
  };
}

/** @throws invalid_content */
function toCreationOutcome(
  { status, errorMessage }: ReportedOutcome,
  { resourceKey, creationStatus }: Sent<WorkReport>,
): CreationOutcome {
  if (status === 'SUCCESS') {
    if (!resourceKey) {
      throw invalidContent('Field resourceKey is required for a created resource');
    }
    return { status, key: resourceKey };
  }
  const message = errorMessage ?? 'The agent did not create the resource';
  const known = CREATION_FAILURES.find((failure) => failure === creationStatus);
  return { status: known ?? 'FAILURE', message };
}

function invalidState(states: readonly string[]): ApiError {
  return invalidContent(`Field state must be one of ${states.join(', ')}`);
}

function workNotFound(name: string, id: number): ApiError {
  return new ApiError(MonitoringError.agent_work_not_found, `The agent named ${name} has no work with id ${id}`);
}
