import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { globalValues, HeavyWork } from '@wardstone/bootstrap';
import { DatabaseModule } from '@wardstone/database';
import { ComplianceConfig } from './compliance.config';
import { databaseOptions } from './data-source';
import { ChecklistsModule } from './checklists/checklists.module';
import { ControlsModule } from './controls/controls.module';
import { MonitoringModule } from './monitoring/monitoring.module';
import { EvidenceModule } from './evidence/evidence.module';
import { EvidenceSchedulesModule } from './evidence-schedules/evidence-schedules.module';
import { FrameworksModule } from './frameworks/frameworks.module';
import { OfferedGuidesModule } from './offered-guides/offered-guides.module';
import { PoliciesModule } from './policies/policies.module';
import { ReportsModule } from './reports/reports.module';
import { GuidesModule } from './guides/guides.module';
import { ScansModule } from './scans/scans.module';
import { StatusModule } from './status/status.module';
import { SystemsModule } from './systems/systems.module';
import { TailoringsModule } from './tailorings/tailorings.module';
import { TestResultsModule } from './test-results/test-results.module';
import { WaiversModule } from './waivers/waivers.module';

/** The areas of the contract; their controllers' paths are relative to BASE_PATH. */
const AREAS = [
  StatusModule,
  GuidesModule,
  FrameworksModule,
  PoliciesModule,
  TailoringsModule,
  SystemsModule,
  ReportsModule,
  ControlsModule,
  TestResultsModule,
  WaiversModule,
  OfferedGuidesModule,
  ScansModule,
  EvidenceModule,
  EvidenceSchedulesModule,
  ChecklistsModule,
];

@Module({})
export class AppModule {
  static forRoot(config: Readonly<ComplianceConfig>): DynamicModule {
    return {
      module: AppModule,
      imports: [
        globalValues(
          { provide: ComplianceConfig, useValue: config },
          { provide: HeavyWork, useValue: new HeavyWork(config.HEAVY_REQUESTS) },
        ),
        DatabaseModule.forRoot(databaseOptions(config)),
        ...AREAS,
        MonitoringModule,
        RouterModule.register([{ path: config.BASE_PATH, children: [...AREAS] }]),
      ],
    };
  }
}
