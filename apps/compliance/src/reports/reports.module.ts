import { Module } from '@nestjs/common';
import { SystemsModule } from '../systems/systems.module';
import { StoredResultsModule } from '../stored-results/stored-results.module';
import { ReportSystemsController } from './report-systems.controller';
import { ReportSystemsService } from './report-systems.service';
import { ReportsController, SystemReportsController } from './reports.controller';
import { ReportsQueries } from './reports.queries';
import { ReportsService } from './reports.service';
import { TrendsController } from './trends.controller';
import { TrendsQueries } from './trends.queries';
import { TrendsService } from './trends.service';

@Module({
  imports: [SystemsModule, StoredResultsModule],
  controllers: [ReportsController, ReportSystemsController, SystemReportsController, TrendsController],
  providers: [ReportsService, ReportsQueries, ReportSystemsService, TrendsService, TrendsQueries],
  exports: [ReportsService, TrendsService],
})
export class ReportsModule {}
