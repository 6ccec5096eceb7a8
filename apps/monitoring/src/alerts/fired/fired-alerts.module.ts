import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../../authorization/authorization.module';
import { InventoryModule } from '../../resources/inventory.module';
import { AlertDefinitionsModule } from '../definitions/alert-definitions.module';
import { AlertDeliveryModule } from '../delivery/alert-delivery.module';
import { AlertEngineModule } from '../engine/alert-engine.module';
import { GroupingController } from '../incidents/grouping.controller';
import { GroupingQueries } from '../incidents/grouping.queries';
import { GroupingService } from '../incidents/grouping.service';
import { IncidentController } from '../incidents/incident.controller';
import { IncidentListQueries } from '../incidents/incident-list.queries';
import { IncidentService } from '../incidents/incident.service';
import { EscalationController } from '../on-call/escalation.controller';
import { EscalationService } from '../on-call/escalation.service';
import { OnCallQueries } from '../on-call/on-call.queries';
import { QuietHoursController } from '../on-call/quiet-hours.controller';
import { QuietHoursService } from '../on-call/quiet-hours.service';
import { RotationController } from '../on-call/rotation.controller';
import { RotationService } from '../on-call/rotation.service';
import { SilenceController } from '../silences/silence.controller';
import { SilenceQueries } from '../silences/silence.queries';
import { SilenceService } from '../silences/silence.service';
import { AlertRecords } from './alert-records';
import { AlertController } from './alert.controller';
import { AlertQueries } from './alert.queries';
import { AlertService } from './alert.service';

const ON_CALL = [RotationController, EscalationController, QuietHoursController];

/** Fired alerts and their incidents; rotations, escalation policies and quiet hours; silences. */
@Module({
  imports: [AlertDefinitionsModule, AlertDeliveryModule, AlertEngineModule, AuthorizationModule, InventoryModule],
  controllers: [AlertController, IncidentController, GroupingController, ...ON_CALL, SilenceController],
  providers: [
    ...[AlertService, AlertRecords, AlertQueries],
    ...[IncidentService, IncidentListQueries, GroupingService, GroupingQueries],
    ...[RotationService, EscalationService, QuietHoursService, OnCallQueries],
    ...[SilenceService, SilenceQueries],
  ],
})
export class FiredAlertsModule {}
