import { Module } from '@nestjs/common';
import { PresentHoldQueries } from './present-hold.queries';
import { PresentHoldsService } from './present-holds.service';

/** Present state of alerts, for features that fire, deliver or show them. */
@Module({
  providers: [PresentHoldsService, PresentHoldQueries],
  exports: [PresentHoldsService],
})
export class AlertStateModule {}
