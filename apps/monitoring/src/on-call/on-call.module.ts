import { Module } from '@nestjs/common';
import { ProblemModule } from '../problems/problem.module';
import { AccountsModule } from '../users/accounts.module';
import { AlertDefinitionsModule } from '../alert-definitions/alert-definitions.module';
import { AlertDeliveryModule } from '../notifications/delivery/alert-delivery.module';
import { CalendarFeedController } from './calendar-feed.controller';
import { CalendarFeedQueries } from './calendar-feed.queries';
import { CalendarFeedService } from './calendar-feed.service';
import { EscalationController } from './escalation.controller';
import { EscalationService } from './escalation.service';
import { OnCallController } from './on-call.controller';
import { OnCallMessageQueries } from './on-call-message.queries';
import { OnCallMessages } from './on-call-messages.service';
import { OnCallQueries } from './on-call.queries';
import { OnCallService } from './on-call.service';
import { QuietHoursController } from './quiet-hours.controller';
import { QuietHoursService } from './quiet-hours.service';
import { ReachModule } from './reach.module';
import { RotationController } from './rotation.controller';
import { RotationService } from './rotation.service';

/** Rotations, escalation policies, quiet hours, and what people on call are told and shown of them. */
@Module({
  imports: [AccountsModule, AlertDefinitionsModule, AlertDeliveryModule, ProblemModule, ReachModule],
  controllers: [
    OnCallController,
    CalendarFeedController,
    RotationController,
    EscalationController,
    QuietHoursController,
  ],
  providers: [
    OnCallQueries,
    OnCallService,
    RotationService,
    EscalationService,
    QuietHoursService,
    CalendarFeedService,
    CalendarFeedQueries,
    OnCallMessages,
    OnCallMessageQueries,
  ],
})
export class OnCallModule {}
