import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { InventoryModule } from '../resources/inventory.module';
import { ReceivedJobs } from './received-jobs.service';
import { ReceivedSeriesQueries } from './received-series.queries';
import { ReceivedTargetQueries } from './received-target.queries';
import { SeriesCreation } from './series-creation.service';
import { SeriesDictionary } from './series-dictionary';
import { SeriesIntake } from './series-intake.service';
import { TargetAvailability } from './target-availability.service';

/** Series received from other systems, with any protocol. */
@Module({
  imports: [AvailabilityModule, InventoryModule, MetricStorageModule],
  providers: [
    ReceivedJobs,
    ReceivedSeriesQueries,
    ReceivedTargetQueries,
    SeriesCreation,
    SeriesDictionary,
    SeriesIntake,
    TargetAvailability,
  ],
  exports: [SeriesIntake],
})
export class ReceivedSeriesModule {}
