import { Module } from '@nestjs/common';
import { SystemsModule } from '../systems/systems.module';
import { StoredResultsModule } from '../test-results/stored-results.module';
import { ReportSystemsController } from './report-systems.controller';
import { ReportSystemsService } from './report-systems.service';
import { ReportsController } from './reports.controller';
import { ReportsQueries } from './reports.queries';
import { ReportsService } from './reports.service';
import { SystemReportsController } from './system-reports.controller';

@Module({
  imports: [SystemsModule, StoredResultsModule],
  controllers: [ReportsController, ReportSystemsController, SystemReportsController],
  providers: [ReportsService, ReportsQueries, ReportSystemsService],
  exports: [ReportsService],
})
export class ReportsModule {}
