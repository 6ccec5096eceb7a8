import { Module } from '@nestjs/common';
import { InventoryModule } from '../resources/inventory.module';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';

@Module({
  imports: [InventoryModule],
  controllers: [AvailabilityController],
  providers: [AvailabilityService, AvailabilityQueries],
})
export class AvailabilityModule {}
