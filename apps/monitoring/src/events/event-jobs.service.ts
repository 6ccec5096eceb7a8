import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { MonitoringConfig } from '../monitoring.config';
import { EventQueries } from './event.queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Few enough for a short transaction. */
const PURGED_AT_ONCE = 10_000;

/** Erases events that are older than they are kept. See rule alerts-30. */
@Injectable()
export class EventJobs implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly queries: EventQueries,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'event.purge', schedule: '20 * * * *' }, (run) => this.purge(run));
  }

  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const retentionDays = this.config.EVENT_RETENTION_DAYS;
    if (retentionDays === 0) return;
    const beforeMs = this.clock.now() - retentionDays * DAY_MS;
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(beforeMs, most));
  }
}
