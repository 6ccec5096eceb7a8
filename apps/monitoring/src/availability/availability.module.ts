import { Module } from '@nestjs/common';
import { ResourceModule } from '../resources/resource.module';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';

@Module({
  imports: [ResourceModule],
  controllers: [AvailabilityController],
  providers: [AvailabilityService, AvailabilityQueries],
})
export class AvailabilityModule {}
