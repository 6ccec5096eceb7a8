import { Module } from '@nestjs/common';
import { StoredResultsModule } from '../test-results/stored-results.module';
import { SystemsModule } from '../systems/systems.module';
import { WaiversModule } from '../waivers/waivers.module';
import { FactCourier } from './fact-courier.service';
import { FactsModule } from './facts.module';
import { FactsQueries } from './facts.queries';
import { MonitoringClient } from './monitoring-client';
import { ServiceKeysController } from './service-keys.controller';
import { ServiceKeysQueries } from './service-keys.queries';
import { ServiceKeys } from './service-keys.service';

/** What the service says to monitoring, and by which keys. */
@Module({
  imports: [FactsModule, WaiversModule, SystemsModule, StoredResultsModule],
  controllers: [ServiceKeysController],
  providers: [FactCourier, FactsQueries, MonitoringClient, ServiceKeys, ServiceKeysQueries],
})
export class MonitoringModule {}
