import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { PluginsModule } from '../../plugins/plugins.module';
import { SampleInventoryQueries } from './sample-inventory.queries';
import { SampleInventory } from './sample-inventory.service';

/** Begins after the module of the plug-ins, which it imports for that alone. */
@Module({})
export class SampleInventoryModule {
  static forRoot({ isWanted }: { isWanted: boolean }): DynamicModule {
    return {
      module: SampleInventoryModule,
      imports: [PluginsModule],
      providers: isWanted ? [SampleInventory, SampleInventoryQueries] : [],
    };
  }
}
