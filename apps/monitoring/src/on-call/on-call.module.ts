import { Module } from '@nestjs/common';
import { ProblemModule } from '../problems/problem.module';
import { AccountsModule } from '../users/accounts.module';
import { AlertDefinitionsModule } from '../alert-definitions/alert-definitions.module';
import { NotificationsModule } from '../notifications/notifications.module';
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
import { ReachQueries } from './reach.queries';
import { ReachService } from './reach';
import { RotationController } from './rotation.controller';
import { RotationService } from './rotation.service';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { AlertStateModule } from '../alert-state/alert-state.module';
import { AuthorizationModule } from '../authorization/authorization.module';
import { InventoryModule } from '../resources/inventory.module';
import { SilenceController } from './silences/silence.controller';
import { SilenceService } from './silences/silence.service';
import { SilenceQueries } from './silences/silence.queries';
import { DependencyController } from './dependencies/dependency.controller';
import { DependencyService } from './dependencies/dependency.service';
import { DependencyQueries } from './dependencies/dependency.queries';

/** Rotations, escalation policies, quiet hours and messages to people on call; silences and dependencies of resources. */
@Module({
  imports: [
    AccountsModule,
    AlertDefinitionsModule,
    AlertEngineModule,
    AlertStateModule,
    AuthorizationModule,
    InventoryModule,
    NotificationsModule,
    ProblemModule,
  ],
  controllers: [
    OnCallController,
    CalendarFeedController,
    RotationController,
    EscalationController,
    QuietHoursController,
    SilenceController,
    DependencyController,
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
    ReachService,
    ReachQueries,
    SilenceService,
    SilenceQueries,
    DependencyService,
    DependencyQueries,
  ],
})
export class OnCallModule {}
