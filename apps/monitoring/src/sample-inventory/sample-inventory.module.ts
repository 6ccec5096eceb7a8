import { Module } from '@nestjs/common';
import { PluginsModule } from '../plugins/plugins.module';
import { SampleInventoryQueries } from './sample-inventory.queries';
import { SampleInventory } from './sample-inventory.service';

/** Begins after the module of the plugins, which it imports for that alone. */
@Module({ imports: [PluginsModule], providers: [SampleInventory, SampleInventoryQueries] })
export class SampleInventoryModule {}
