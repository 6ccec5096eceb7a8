import { Module, type OnModuleInit } from '@nestjs/common';
import { JobTasks } from '@wardstone/jobs';
import { ContentStoreModule } from '../content/content-store.module';
import { ContentModule } from '../content/content.module';
import { CollectionSchedulesModule } from '../metrics/schedules/collection-schedules.module';
import { InventoryModule } from '../resources/inventory.module';
import { BuiltInPlugins } from './built-in-plugins.service';
import { ContentPluginsController, PluginsController } from './plugins.controller';
import { DropBoxQueries } from './drop-box.queries';
import { PluginDeployment } from './plugin-deployment.service';
import { PluginIntake } from './plugin-intake.service';
import { PluginPush } from './plugin-push.service';
import { PluginScan } from './plugin-scan.service';
import { PluginTypeRemoval } from './plugin-type-removal.service';
import { PluginsQueries } from './plugins.queries';
import { PluginsService } from './plugins.service';
import { FacetQueries } from './types/facet.queries';
import { PluginRegistration } from './types/plugin-registration.service';
import { ResourceUpgradeQueries } from './types/resource-upgrade.queries';
import { TypeQueries } from './types/type.queries';

@Module({
  imports: [CollectionSchedulesModule, ContentModule, ContentStoreModule, InventoryModule],
  controllers: [PluginsController, ContentPluginsController],
  providers: [
    BuiltInPlugins,
    DropBoxQueries,
    FacetQueries,
    PluginDeployment,
    PluginIntake,
    PluginPush,
    PluginRegistration,
    PluginScan,
    PluginTypeRemoval,
    PluginsQueries,
    PluginsService,
    ResourceUpgradeQueries,
    TypeQueries,
  ],
  exports: [PluginScan],
})
export class PluginsModule implements OnModuleInit {
  constructor(
    private readonly jobs: JobTasks,
    private readonly scan: PluginScan,
  ) {}

  onModuleInit(): void {
    this.jobs.every({ name: 'plugins.scan', schedule: '*/5 * * * *' }, () => this.scan.run());
  }
}
