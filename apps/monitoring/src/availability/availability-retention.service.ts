import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { AvailabilityQueries } from './availability.queries';

const DAY_MS = 24 * 60 * 60_000;
/** How long availability is remembered after it has ended. See rule inventory-12. */
const KEPT_MS = 365 * DAY_MS;
/** Short enough not to block others. */
const ERASED_AT_ONCE = 5_000;

/** Forgets old availability once an hour. */
@Injectable()
export class AvailabilityRetention implements OnModuleInit {
  constructor(
    private readonly jobs: JobTasks,
    private readonly clock: Clock,
    private readonly queries: AvailabilityQueries,
  ) {}

  onModuleInit(): void {
    this.jobs.every({ name: 'availability.forget', schedule: '17 * * * *' }, (run) => this.forget(run));
  }

  /** Erases all that ended a year ago or earlier, unless the process is to stop. */
  async forget({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const endedBeforeMs = this.clock.now() - KEPT_MS;
    await deleteInBatches(signal, ERASED_AT_ONCE, (most) => this.queries.erase(endedBeforeMs, most));
  }
}
