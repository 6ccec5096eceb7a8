import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { MAX_RUN_MEMBERS, type RunMemberStatus, type RunStatus } from '@wardstone/dto/monitoring';
import type { Viewer } from '../../authorization/viewer';
import { checkParameters } from '../domain/check-parameters';
import { parseJobId } from '../domain/job-id';
import { OperationDefinitionQueries } from '../operation-definition.queries';
import { OperationExecution } from '../operation-execution.service';
import { OperationHistoryQueries } from '../operation-history.queries';
import { OperationHistoryService } from '../operation-history.service';
import { OperationRunQueries } from './operation-run.queries';
import { OperationScheduleQueries, type ScheduleRow } from './operation-schedule.queries';

const STUCK_AT_ONCE = 100;

/** Sees everything, because permissions were checked when the run started. */
const PRODUCT: Viewer = { roles: [], permissions: ['MANAGE_INVENTORY'] };

/**
 * Runs of scheduled operations: a limited number of members at once, and none after a failure if so configured. See
 * rule operations-8.
 */
@Injectable()
export class OperationRuns implements OnModuleInit {
  constructor(
    private readonly queries: OperationRunQueries,
    private readonly schedules: OperationScheduleQueries,
    private readonly definitions: OperationDefinitionQueries,
    private readonly history: OperationHistoryQueries,
    private readonly histories: OperationHistoryService,
    private readonly execution: OperationExecution,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.execution.changes.beforeCommit(async (tx, { historyId, status }) => {
      if (status === 'INPROGRESS') return;
      const runId = await this.queries.takeStatus(tx, historyId, status);
      if (runId !== undefined) await this.advance(tx, runId);
    });
  }

  /** Starts a run on the resources that the viewer sees. Returns why it cannot start, if so. */
  async begin(tx: Transaction, schedule: ScheduleRow, viewer: Viewer): Promise<string | undefined> {
    const definition = await this.definitions.find(schedule.operation_definition_id, tx);
    if (!definition) return 'The resource type no longer has the operation';
    const problems = checkParameters(definition.parameters?.properties ?? [], schedule.parameters);
    if (problems.length > 0) return problems.join(', ');
    if ((await this.queries.findActive(tx, schedule.id)) !== undefined) return 'The previous run has not ended';
    const { resource_id: resourceId, resource_group_id: groupId } = schedule;
    const members =
      resourceId === null
        ? await this.schedules.listMembers(tx, groupId!, definition.resource_type_id, viewer, MAX_RUN_MEMBERS + 1)
        : [resourceId];
    if (members.length === 0) return 'The group has no resource of the type of the operation';
    if (members.length > MAX_RUN_MEMBERS) return `The group has more than ${MAX_RUN_MEMBERS} resources`;
    const runId = await this.queries.insert(tx, schedule.id, members, this.clock.now());
    await this.advance(tx, runId);
    return undefined;
  }

  /** Skips waiting members, and cancels those in progress. */
  async cancel(scheduleId: number): Promise<void> {
    const executions = await this.db.transaction(async (tx) => {
      const runId = await this.queries.findActive(tx, scheduleId);
      if (runId === undefined || !(await this.queries.lock(tx, runId))) return [];
      await this.queries.skipWaiting(tx, runId);
      const inProgress = await this.queries.listInProgress(tx, runId);
      if (inProgress.length === 0) await this.advance(tx, runId);
      return inProgress;
    });
    // Each in its own transaction, because the end of an execution locks it before its run.
    for (const id of executions) {
      await this.db.transaction(async (tx) => {
        const execution = await this.history.lock(tx, id);
        if (execution?.status === 'INPROGRESS') await this.histories.requestCancellation(tx, execution);
      });
    }
  }

  /** Continues runs whose resources were deleted meanwhile. */
  async continueStuck(): Promise<void> {
    for (const id of await this.queries.listStuck(STUCK_AT_ONCE)) {
      await this.db.transaction(async (tx) => {
        await this.queries.failLost(tx, id);
        await this.advance(tx, id);
      });
    }
  }

  /** Starts as many members as may be in progress at once, and ends the run after the last one. */
  private async advance(tx: Transaction, runId: number): Promise<void> {
    const run = await this.queries.lock(tx, runId);
    if (!run || run.ended_ms !== null) return;
    const schedule = await this.schedules.read(tx, run.operation_schedule_id);
    for (;;) {
      const counts = await this.queries.countMembers(tx, runId);
      const count = (status: RunMemberStatus): number => counts.get(status) ?? 0;
      const waiting = count('WAITING');
      if (waiting === 0) {
        if (count('INPROGRESS') === 0) await this.queries.end(tx, runId, toOutcome(count), this.clock.now());
        return;
      }
      if (!schedule || (schedule.stop_on_failure && count('FAILURE') + count('CANCELED') > 0)) {
        await this.queries.skipWaiting(tx, runId);
        continue;
      }
      const free = (schedule.max_concurrent ?? MAX_RUN_MEMBERS) - count('INPROGRESS');
      if (free <= 0) return;
      // One by one, because the first immediate failure may stop the rest.
      const next = await this.queries.listWaiting(tx, runId, schedule.stop_on_failure ? 1 : free);
      for (const member of next) await this.beginMember(tx, runId, schedule, member);
    }
  }

  private async beginMember(
    tx: Transaction,
    runId: number,
    schedule: ScheduleRow,
    { position, resource_id: resourceId }: { position: number; resource_id: number },
  ): Promise<void> {
    const target = await this.history.findTarget(tx, resourceId, PRODUCT);
    const definition = await this.definitions.find(schedule.operation_definition_id, tx);
    if (!target || definition?.resource_type_id !== target.resource_type_id) {
      await this.queries.setStatus(tx, runId, position, 'FAILURE');
      return;
    }
    const {
      parameters,
      requested_by: requestedBy,
      requested_subject: requestedSubject,
      approved_by: approvedBy,
    } = schedule;
    const order = { resourceId, target, definition, parameters, requestedBy, requestedSubject, approvedBy };
    const jobId = await this.execution.order(tx, order, this.clock.now());
    await this.queries.link(tx, runId, position, parseJobId(jobId)!);
  }
}

function toOutcome(count: (status: RunMemberStatus) => number): RunStatus {
  if (count('FAILURE') > 0) return 'FAILURE';
  return count('CANCELED') + count('SKIPPED') > 0 ? 'CANCELED' : 'SUCCESS';
}
