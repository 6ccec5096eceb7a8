import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { MonitoringConfig } from '../monitoring.config';
import { WorkQueue } from '../work-queue/work-queue.service';
import { OperationDraftQueries } from './operation-draft.queries';
import { OperationHistoryQueries, type LockedExecution } from './operation-history.queries';
import { OperationScheduleQueries } from './schedules/operation-schedule.queries';
import { OperationExecution } from './operation-execution.service';

const DAY_MS = 24 * 60 * 60 * 1000;
/** See rule operations-7. */
const NEVER_STARTED_MS = DAY_MS;
const ENDED_AT_ONCE = 500;
const PURGED_AT_ONCE = 5_000;

/** Ends executions after their timeout, and deletes old ones. See rule operations-7. */
@Injectable()
export class OperationJobs implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly history: OperationHistoryQueries,
    private readonly schedules: OperationScheduleQueries,
    private readonly drafts: OperationDraftQueries,
    private readonly execution: OperationExecution,
    private readonly work: WorkQueue,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'operation.time-out', schedule: '* * * * *' }, () => this.timeOut());
    this.tasks.every({ name: 'operation.purge', schedule: '35 * * * *' }, (run) => this.purge(run));
  }

  async timeOut(): Promise<void> {
    const nowMs = this.clock.now();
    await this.drafts.purge(nowMs);
    let ended = ENDED_AT_ONCE;
    while (ended === ENDED_AT_ONCE) ended = await this.db.transaction((tx) => this.endOverdue(tx, nowMs));
  }

  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const retentionDays = this.config.OPERATION_HISTORY_DAYS;
    if (retentionDays === 0) return;
    const beforeMs = this.clock.now() - retentionDays * DAY_MS;
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.history.purge(beforeMs, most));
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.schedules.purge(beforeMs, most));
  }

  private async endOverdue(tx: Transaction, nowMs: number): Promise<number> {
    const overdue = await this.history.lockOverdue(tx, nowMs - NEVER_STARTED_MS, nowMs, ENDED_AT_ONCE);
    for (const execution of overdue) {
      await this.work.withdrawOperation(tx, execution.id, nowMs);
      const outcome = { status: 'FAILURE', errorMessage: toReason(execution, nowMs), isTimedOut: true } as const;
      await this.execution.finish(tx, execution, outcome, nowMs);
    }
    return overdue.length;
  }
}

function toReason(
  { started_ms, created_ms, timeout_seconds, awaits_approval }: LockedExecution,
  nowMs: number,
): string {
  if (awaits_approval) return `Timed out: nobody approved the operation within ${NEVER_STARTED_MS} ms`;
  if (started_ms === 0) {
    return `Timed out: no agent began the operation within ${nowMs - created_ms} ms; ${NEVER_STARTED_MS} ms are allowed`;
  }
  return `Timed out: the operation ran for ${nowMs - started_ms} ms; ${timeout_seconds * 1000} ms are allowed`;
}
