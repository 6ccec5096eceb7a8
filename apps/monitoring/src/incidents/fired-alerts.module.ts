import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { InventoryModule } from '../resources/inventory.module';
import { AlertDefinitionsModule } from '../alert-definitions/alert-definitions.module';
import { AlertDeliveryModule } from '../notifications/delivery/alert-delivery.module';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { GroupingController } from './grouping.controller';
import { GroupingQueries } from './grouping.queries';
import { GroupingService } from './grouping.service';
import { IncidentController } from './incident.controller';
import { IncidentListQueries } from './incident-list.queries';
import { IncidentService } from './incident.service';
import { SilenceController } from '../on-call/silences/silence.controller';
import { SilenceQueries } from '../on-call/silences/silence.queries';
import { SilenceService } from '../on-call/silences/silence.service';
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
