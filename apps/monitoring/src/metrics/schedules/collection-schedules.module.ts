import { Module } from '@nestjs/common';
import { InventoryModule } from '../../resources/inventory.module';
import { CollectionScheduleQueries } from './collection-schedule.queries';
import { CollectionSchedules } from './collection-schedules.service';

/** Schedules created with a resource or a metric. */
@Module({
  imports: [InventoryModule],
  providers: [CollectionSchedules, CollectionScheduleQueries],
  exports: [CollectionSchedules],
})
export class CollectionSchedulesModule {}
