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
import { SilenceController } from '../silences/silence.controller';
import { SilenceQueries } from '../silences/silence.queries';
import { SilenceService } from '../silences/silence.service';
import { AlertRecords } from './alert-records';
import { AlertController } from './alert.controller';
import { AlertQueries } from './alert.queries';
import { AlertService } from './alert.service';

/** Fired alerts and their incidents; silences. */
@Module({
  imports: [AlertDefinitionsModule, AlertDeliveryModule, AlertEngineModule, AuthorizationModule, InventoryModule],
  controllers: [AlertController, IncidentController, GroupingController, SilenceController],
  providers: [
    AlertService,
    AlertRecords,
    AlertQueries,
    IncidentService,
    IncidentListQueries,
    GroupingService,
    GroupingQueries,
    SilenceService,
    SilenceQueries,
  ],
})
export class FiredAlertsModule {}
