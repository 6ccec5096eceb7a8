import { Module } from '@nestjs/common';
import { ReportsModule } from '../reports/reports.module';
import { TailoringsModule } from '../tailorings/tailorings.module';
import { EvidenceController } from './evidence.controller';
import { EvidenceQueries } from './evidence.queries';
import { EvidenceService } from './evidence.service';
import { RemediationController } from './remediation.controller';
import { RemediationService } from './remediation.service';

@Module({
  imports: [ReportsModule, TailoringsModule],
  controllers: [EvidenceController, RemediationController],
  providers: [EvidenceService, EvidenceQueries, RemediationService],
  exports: [EvidenceService],
})
export class EvidenceModule {}
