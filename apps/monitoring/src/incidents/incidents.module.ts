import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { InventoryModule } from '../resources/inventory.module';
import { AlertDefinitionsModule } from '../alert-definitions/alert-definitions.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { GroupingController } from './grouping.controller';
import { GroupingQueries } from './grouping.queries';
import { GroupingService } from './grouping.service';
import { IncidentController } from './incident.controller';
import { IncidentListQueries } from './incident-list.queries';
import { IncidentService } from './incident.service';
import { AlertRecords } from './alert-records';
import { AlertController } from './alert.controller';
import { AlertQueries } from './alert.queries';
import { AlertService } from './alert.service';
import { AlertStateModule } from '../alert-state/alert-state.module';

/** Fired alerts and their incidents. */
@Module({
  imports: [
    AlertDefinitionsModule,
    NotificationsModule,
    AlertEngineModule,
    AlertStateModule,
    AuthorizationModule,
    InventoryModule,
  ],
  controllers: [AlertController, IncidentController, GroupingController],
  providers: [
    AlertService,
    AlertRecords,
    AlertQueries,
    IncidentService,
    IncidentListQueries,
    GroupingService,
    GroupingQueries,
  ],
})
export class IncidentsModule {}
