import { Module } from '@nestjs/common';
import { AlertEngineModule } from '../engine/alert-engine.module';
import { AlertQueries } from '../fired/alert.queries';
import { IncidentController } from './incident.controller';
import { IncidentListQueries } from './incident-list.queries';
import { IncidentService } from './incident.service';

/** Alerts that are notified together, as people see them. */
@Module({
  imports: [AlertEngineModule],
  controllers: [IncidentController],
  providers: [IncidentService, IncidentListQueries, AlertQueries],
})
export class IncidentModule {}
