import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { MonitoringConfig } from '../monitoring.config';
import { PLATFORMS_PLUGIN } from '../plugins/platforms/built-in-plugins';
import { SampleInventoryQueries } from './sample-inventory.queries';

const PLATFORM = { plugin: PLATFORMS_PLUGIN, type: 'Linux', name: 'sample-host' };
const SERVER = { plugin: 'Demo', type: 'Demo Server', name: 'Sample Server' };

/**
 * Adds a discovered platform with a server to a new installation, ready for import (rule inventory-16), once: it is not
 * created again after its removal. The plugins with its types are registered before.
 */
@Injectable()
export class SampleInventory implements OnApplicationBootstrap {
  constructor(
    private readonly queries: SampleInventoryQueries,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.SAMPLE_INVENTORY) return;
    await this.db.transaction(async (tx) => {
      if (!(await this.queries.isUntouched(tx))) return;
      const nowMs = this.clock.now();
      const parentId = await this.queries.insertDiscovered(tx, { ...PLATFORM, parentId: null }, nowMs);
      if (parentId !== undefined) await this.queries.insertDiscovered(tx, { ...SERVER, parentId }, nowMs);
    });
  }
}
