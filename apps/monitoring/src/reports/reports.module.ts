import { Module } from '@nestjs/common';
import { MonitoringConfig } from '../monitoring.config';
import { MetricStorageModule } from '../metrics/metric-storage.module';
import { AlertDefinitionsReport } from './alerts/alert-definitions.report';
import { AlertReportQueries } from './alerts/alert-report.queries';
import { RecentAlertsReport } from './alerts/recent-alerts.report';
import { ChangeReportQueries } from './changes/change-report.queries';
import { ConfigurationHistoryReport } from './changes/configuration-history.report';
import { RecentDriftReport } from './changes/recent-drift.report';
import { ConsoleUrls } from './console-urls';
import { ReportTimes } from './domain/report-times';
import { InventoryReport } from './inventory/inventory-report';
import { InventoryReportQueries } from './inventory/inventory-report.queries';
import { MetricReportQueries } from './metrics/metric-report.queries';
import { PlatformUtilizationReport } from './metrics/platform-utilization.report';
import { SuspectMetricsReport } from './metrics/suspect-metrics.report';
import { OperationReportQueries } from './operations/operation-report.queries';
import { RecentOperationsReport } from './operations/recent-operations.report';
import { ReportList } from './report-list';
import { ReportListController } from './report-list.controller';
import { ReportTables } from './report-tables';
import { ReportsController } from './reports.controller';

/** The reports, which read what other features wrote. */
@Module({
  imports: [MetricStorageModule],
  controllers: [ReportListController, ReportsController],
  providers: [
    {
      provide: ReportTimes,
      inject: [MonitoringConfig],
      useFactory: ({ REPORT_TIME_ZONE: timeZone, REPORT_LOCALE: locale }: MonitoringConfig) =>
        new ReportTimes({ timeZone, locale }),
    },
    ReportList,
    ReportTables,
    ConsoleUrls,
    AlertDefinitionsReport,
    RecentAlertsReport,
    AlertReportQueries,
    ConfigurationHistoryReport,
    RecentDriftReport,
    ChangeReportQueries,
    InventoryReport,
    InventoryReportQueries,
    PlatformUtilizationReport,
    SuspectMetricsReport,
    MetricReportQueries,
    RecentOperationsReport,
    OperationReportQueries,
  ],
})
export class ReportsModule {}
