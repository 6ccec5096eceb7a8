import { Module } from '@nestjs/common';
import { ReportsModule } from '../reports/reports.module';
import { SystemsModule } from '../systems/systems.module';
import { TailoringsModule } from '../tailorings/tailorings.module';
import { EvidenceController } from './evidence.controller';
import { EvidenceQueries } from './evidence.queries';
import { EvidenceService } from './evidence.service';

@Module({
  imports: [ReportsModule, SystemsModule, TailoringsModule],
  controllers: [EvidenceController],
  providers: [EvidenceService, EvidenceQueries],
})
export class EvidenceModule {}
