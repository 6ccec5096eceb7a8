import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module';
import { MonitoringModule } from '../monitoring/monitoring.module';
import { EvidenceMailer } from './evidence-mailer.service';
import { EvidenceSchedulesController } from './evidence-schedules.controller';
import { EvidenceOrganisationsQueries, EvidenceSchedulesQueries } from './evidence-schedules.queries';
import { EvidenceSchedulesService } from './evidence-schedules.service';

/** Evidence by mail, on a schedule. */
@Module({
  imports: [EvidenceModule, MonitoringModule],
  controllers: [EvidenceSchedulesController],
  providers: [EvidenceSchedulesService, EvidenceSchedulesQueries, EvidenceOrganisationsQueries, EvidenceMailer],
})
export class EvidenceSchedulesModule {}
