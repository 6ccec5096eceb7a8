import { Module } from '@nestjs/common';
import { GuidesModule } from '../guides/guides.module';
import { OfferedGuidesModule } from '../offered-guides/offered-guides.module';
import { TailoringsModule } from '../tailorings/tailorings.module';
import { AgentScansController, ScanDocumentsController } from './agent-scans.controller';
import { AgentScansService } from './agent-scans.service';
import { PolicyScansController } from './policy-scans.controller';
import { ScansController, SystemSchedulesController } from './scans.controller';
import { ScansQueries } from './scans.queries';
import { ScansService } from './scans.service';

/** Scans requested by people and schedules, run by agents (rules compliance-36, compliance-37). */
@Module({
  imports: [GuidesModule, OfferedGuidesModule, TailoringsModule],
  controllers: [
    ScansController,
    PolicyScansController,
    SystemSchedulesController,
    AgentScansController,
    ScanDocumentsController,
  ],
  providers: [ScansService, AgentScansService, ScansQueries],
})
export class ScansModule {}
