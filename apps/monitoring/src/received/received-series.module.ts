import { Module } from '@nestjs/common';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { InventoryModule } from '../resources/inventory.module';
import { ReceivedJobs } from './received-jobs.service';
import { ReceivedSeriesQueries } from './received-series.queries';
import { ReceivedTargetQueries } from './received-target.queries';
import { SeriesCreation } from './series-creation.service';
import { SeriesDictionary } from './series-dictionary';
import { SeriesIntake } from './series-intake.service';

/** Series that others have measured, whatever the protocol that brings them. */
@Module({
  imports: [InventoryModule, MetricStorageModule],
  providers: [
    ReceivedJobs,
    ReceivedSeriesQueries,
    ReceivedTargetQueries,
    SeriesCreation,
    SeriesDictionary,
    SeriesIntake,
  ],
  exports: [SeriesIntake],
})
export class ReceivedSeriesModule {}
