import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { AvailabilityModule } from '../availability/availability.module';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { AddressedResourcesModule } from '../resources/addressed-resources.module';
import { InventoryModule } from '../resources/inventory.module';
import { HeartbeatWatch } from './heartbeat-watch.service';
import { HeartbeatController } from './heartbeat.controller';
import { HeartbeatQueries } from './heartbeat.queries';
import { HeartbeatService } from './heartbeat.service';

/** Heartbeats and their checks. */
@Module({
  imports: [AddressedResourcesModule, AuthorizationModule, AvailabilityModule, InventoryModule, MetricStorageModule],
  controllers: [HeartbeatController],
  providers: [HeartbeatService, HeartbeatWatch, HeartbeatQueries],
})
export class HeartbeatModule {}
