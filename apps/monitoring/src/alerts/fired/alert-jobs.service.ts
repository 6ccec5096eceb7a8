import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { MonitoringConfig } from '../../monitoring.config';
import { AlertQueries } from './alert.queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Few enough for a short transaction. */
const PURGED_AT_ONCE = 5_000;

/** Erases old alerts, and deleted definitions once nothing shows them any more. See rule alerts-30. */
@Injectable()
export class AlertJobs implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly queries: AlertQueries,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'alert.purge', schedule: '40 * * * *' }, (run) => this.purge(run));
  }

  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const retentionDays = this.config.ALERT_RETENTION_DAYS;
    const beforeMs = retentionDays === 0 ? 0 : this.clock.now() - retentionDays * DAY_MS;
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(beforeMs, most));
    if (!signal.aborted) await this.queries.purgeDefinitions();
  }
}
