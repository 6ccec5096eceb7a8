import { Module } from '@nestjs/common';
import { ServiceKeysModule } from '@wardstone/database';
import { FactsModule } from '../facts/facts.module';
import { StoredResultsModule } from '../stored-results/stored-results.module';
import { SystemsModule } from '../systems/systems.module';
import { WaiversModule } from '../waivers/waivers.module';
import { FactCourier } from './fact-courier.service';
import { FactQueueQueries } from './fact-queue.queries';
import { SweptOrganisationsQueries } from './swept-organisations.queries';
import { MonitoringClient } from './monitoring-client';

/** Facts for monitoring, and this service's keys. */
@Module({
  imports: [ServiceKeysModule.forRoot('compliance'), FactsModule, WaiversModule, SystemsModule, StoredResultsModule],
  exports: [MonitoringClient],
  providers: [FactCourier, FactQueueQueries, MonitoringClient, SweptOrganisationsQueries],
})
export class MonitoringModule {}
