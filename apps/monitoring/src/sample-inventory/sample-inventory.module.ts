import { Module } from '@nestjs/common';
import { PluginsModule } from '../plugins/plugins.module';
import { SampleInventoryQueries } from './sample-inventory.queries';
import { SampleInventory } from './sample-inventory.service';

/** Imports the plugin module only so that it starts first. */
@Module({ imports: [PluginsModule], providers: [SampleInventory, SampleInventoryQueries] })
export class SampleInventoryModule {}
