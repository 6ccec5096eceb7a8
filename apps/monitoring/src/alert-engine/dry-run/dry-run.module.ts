import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../../authorization/authorization.module';
import { MetricStorageModule } from '../../metrics/metric-storage.module';
import { AlertDefinitionQueries } from '../../alert-definitions/alert-definition.queries';
import { AlertDefinitionsModule } from '../../alert-definitions/alert-definitions.module';
import { AlertDeliveryModule } from '../../notifications/delivery/alert-delivery.module';
import { AlertEngineModule } from '../alert-engine.module';
import { DryRunController } from './dry-run.controller';
import { DryRunService } from './dry-run.service';
import { FactHistoryReader } from './fact-history-reader';
import { FactHistoryQueries } from './fact-history.queries';
import { StoredNumberReader } from './stored-numbers';
import { EngineQueries } from '../engine.queries';
import { IncidentQueries } from '../incident.queries';
import { OnCallQueries } from '../../on-call/on-call.queries';
import { NoticeQueries } from '../notice.queries';

/** What a definition would have fired. */
@Module({
  imports: [AuthorizationModule, AlertDefinitionsModule, AlertDeliveryModule, AlertEngineModule, MetricStorageModule],
  controllers: [DryRunController],
  providers: [
    AlertDefinitionQueries,
    EngineQueries,
    NoticeQueries,
    IncidentQueries,
    OnCallQueries,
    DryRunService,
    FactHistoryReader,
    FactHistoryQueries,
    StoredNumberReader,
  ],
})
export class DryRunModule {}
