import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { InventoryModule } from '../resources/inventory.module';
import { AvailabilityTimeline } from './availability-timeline';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';

@Module({
  imports: [AuthorizationModule, InventoryModule],
  controllers: [AvailabilityController],
  providers: [AvailabilityService, AvailabilityTimeline, AvailabilityQueries],
  exports: [AvailabilityTimeline],
})
export class AvailabilityModule {}
