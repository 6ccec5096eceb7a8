import { Module } from '@nestjs/common';
import { AlertDefinitionsModule } from '../definitions/alert-definitions.module';
import { EscalationController } from './escalation.controller';
import { EscalationService } from './escalation.service';
import { OnCallQueries } from './on-call.queries';
import { QuietHoursController } from './quiet-hours.controller';
import { QuietHoursService } from './quiet-hours.service';
import { RotationController } from './rotation.controller';
import { RotationService } from './rotation.service';

/** Who is told of alerts when: people in turns, steps, quiet hours. */
@Module({
  imports: [AlertDefinitionsModule],
  controllers: [RotationController, EscalationController, QuietHoursController],
  providers: [RotationService, EscalationService, QuietHoursService, OnCallQueries],
})
export class OnCallModule {}
