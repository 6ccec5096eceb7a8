import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { DAY_MS } from '@wardstone/metric-points';
import { MonitoringConfig } from '../monitoring.config';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { ReceivedSeriesQueries } from './received-series.queries';
import { ReceivedTargetQueries } from './received-target.queries';

/** Few enough for a short transaction. */
const AT_ONCE = 500;

/** Removes series that no longer arrive. See rule prometheus-11. */
@Injectable()
export class ReceivedJobs implements OnModuleInit, InventoryListener {
  constructor(
    private readonly tasks: JobTasks,
    private readonly changes: InventoryChanges,
    private readonly inventory: InventoryService,
    private readonly series: ReceivedSeriesQueries,
    private readonly targets: ReceivedTargetQueries,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    this.changes.beforeCommit(this);
    this.tasks.every({ name: 'received.forget', schedule: '41 * * * *' }, (run) => this.forget(run));
  }

  async resourcesLeft(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.targets.forget(tx, resourceIds);
  }

  /** Removes series without recent samples, then metrics and targets without series. */
  async forget({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const before = Math.floor(this.clock.now() / DAY_MS) - this.config.RECEIVED_SERIES_DAYS;
    const inBatches = (remove: (tx: Transaction) => Promise<readonly number[]>): Promise<void> =>
      deleteInBatches(signal, AT_ONCE, async () => (await this.db.transaction(remove)).length);
    await inBatches((tx) => this.series.forgetUnseen(tx, before, AT_ONCE));
    await inBatches((tx) => this.series.forgetDefinitions(tx, AT_ONCE));
    await inBatches(async (tx) => {
      await this.targets.lockTargets(tx);
      return this.inventory.uninventory(tx, await this.targets.listEmpty(tx, AT_ONCE), this.clock.now());
    });
  }
}
