import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { AgentRequestQueries } from './agent-requests.queries';
import { CREATE_RESOURCE, GIVEN_UP_AFTER_MS, PendingCreationService } from './pending-creation.service';
import { InventoryQueries } from './inventory.queries';
import { ResourceErasure } from './resource-erasure.service';

/** Few enough for a short transaction, including the data of the resources. */
const PURGED_AT_ONCE = 500;

/** Background work of the inventory. See rules inventory-10, inventory-11. */
@Injectable()
export class InventoryJobs implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly creations: PendingCreationService,
    private readonly erasure: ResourceErasure,
    private readonly queries: InventoryQueries,
    private readonly requests: AgentRequestQueries,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.handle(CREATE_RESOURCE, ({ creationId }) => this.creations.complete(creationId));
    this.tasks.every({ name: 'resource.purge', schedule: '*/5 * * * *' }, (run) => this.purge(run));
    this.tasks.every({ name: 'resource.time-out', schedule: '*/5 * * * *' }, () => this.timeOut());
  }

  /** Abandons requests that were not completed within an hour. */
  async timeOut(): Promise<void> {
    await this.creations.timeOut();
    const nowMs = this.clock.now();
    await this.requests.timeOutDeletions(this.db, nowMs - GIVEN_UP_AFTER_MS, nowMs);
  }

  /** Deletes resources that have left the inventory, and compacts the number of resources. */
  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) =>
      this.db.transaction((tx) => this.erasure.purge(tx, most, this.clock.now())),
    );
    await this.db.transaction((tx) => this.queries.compactCounts(tx));
  }
}
