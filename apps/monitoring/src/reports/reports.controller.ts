import { Controller, Get, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import {
  AlertReportQuery,
  DriftReportQuery,
  InventoryReportQuery,
  OperationReportQuery,
} from '@wardstone/dto/monitoring';
import { AREA_TYPES, Produces, StreamedTable, TABLE } from '@wardstone/media-types';
import { RequestQuery } from '../api/request-query.decorator';
import { AlertDefinitionsReport } from './alerts/alert-definitions.report';
import { RecentAlertsReport } from './alerts/recent-alerts.report';
import { ConfigurationHistoryReport } from './changes/configuration-history.report';
import { RecentDriftReport } from './changes/recent-drift.report';
import { InventoryReport } from './inventory/inventory-report';
import { PlatformUtilizationReport } from './metrics/platform-utilization.report';
import { SuspectMetricsReport } from './metrics/suspect-metrics.report';
import { RecentOperationsReport } from './operations/recent-operations.report';
import { REPORT_EXAMPLES } from './report-examples';
import type { ReportName } from './report-names';

/** What every report has in common. */
const Report = (name: ReportName, title: string): MethodDecorator =>
  applyDecorators(
    Get(name),
    Authenticated(),
    Produces(AREA_TYPES.report, TABLE, { title, example: REPORT_EXAMPLES[name], gzip: true }),
    ApiOperation({ operationId: `report${name[0]!.toUpperCase()}${name.slice(1)}`, summary: title }),
  );

/** See rule reports-1. */
@ApiTags('report')
@Controller('rest/reports')
export class ReportsController {
  constructor(
    private readonly definitions: AlertDefinitionsReport,
    private readonly configurations: ConfigurationHistoryReport,
    private readonly inventory: InventoryReport,
    private readonly utilization: PlatformUtilizationReport,
    private readonly alerts: RecentAlertsReport,
    private readonly drift: RecentDriftReport,
    private readonly operations: RecentOperationsReport,
    private readonly suspects: SuspectMetricsReport,
  ) {}

  @Report('alertDefinitions', 'Alert definitions of resources')
  readAlertDefinitions(@Caller() caller: CallerIdentity): StreamedTable {
    return this.definitions.read(caller);
  }

  @Report('configurationHistory', 'Changes of configurations')
  readConfigurationHistory(@Caller() caller: CallerIdentity): StreamedTable {
    return this.configurations.read(caller);
  }

  @Report('driftCompliance', 'Resources by type and version that did and did not drift')
  readDriftCompliance(
    @RequestQuery(InventoryReportQuery) query: InventoryReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.inventory.readCompliance(query, caller);
  }

  @Report('inventorySummary', 'Resources by type and version')
  readInventorySummary(
    @RequestQuery(InventoryReportQuery) query: InventoryReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.inventory.read(query, caller);
  }

  @Report('platformUtilization', 'Processor, memory and swap of platforms')
  readPlatformUtilization(@Caller() caller: CallerIdentity): StreamedTable {
    return this.utilization.read(caller);
  }

  @Report('recentAlerts', 'Fired alerts, newest first')
  readRecentAlerts(
    @RequestQuery(AlertReportQuery) query: AlertReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.alerts.read(query, caller);
  }

  @Report('recentDrift', 'Files that drifted')
  readRecentDrift(
    @RequestQuery(DriftReportQuery) query: DriftReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.drift.read(query, caller);
  }

  @Report('recentOperations', 'Executed operations, last changed first')
  readRecentOperations(
    @RequestQuery(OperationReportQuery) query: OperationReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.operations.read(query, caller);
  }

  @Report('suspectMetrics', 'Metrics outside their baselines, farthest first')
  readSuspectMetrics(@Caller() caller: CallerIdentity): StreamedTable {
    return this.suspects.read(caller);
  }
}
