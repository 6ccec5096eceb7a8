import { Module } from '@nestjs/common';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { AlertReportQueries } from './alert-report.queries';
import { ChangeReportQueries } from './change-report.queries';
import { ReportTables } from './report-tables';
import { ReportsController } from './reports.controller';
import { ReportsService } from './reports.service';
import { ResourceReportQueries } from './resource-report.queries';

/** Reports, which read the data of other features. */
@Module({
  imports: [MetricStorageModule],
  controllers: [ReportsController],
  providers: [ReportsService, ReportTables, AlertReportQueries, ChangeReportQueries, ResourceReportQueries],
})
export class ReportsModule {}
