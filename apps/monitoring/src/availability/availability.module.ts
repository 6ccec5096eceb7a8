import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { AccountsModule } from '../users/accounts.module';
import { InventoryModule } from '../resources/inventory.module';
import { AvailabilityTimeline } from './availability-timeline';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';
import { QuorumWatch } from './quorum-watch.service';
import { QuorumQueries } from './quorum.queries';

@Module({
  imports: [AccountsModule, AuthorizationModule, InventoryModule],
  controllers: [AvailabilityController],
  providers: [AvailabilityService, AvailabilityTimeline, AvailabilityQueries, QuorumWatch, QuorumQueries],
  exports: [AvailabilityTimeline],
})
export class AvailabilityModule {}
