import { Controller, Get, Inject, Query, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller } from '@wardstone/auth';
import type { CallerIdentity } from '@wardstone/auth';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, Produces, StreamedTable, TABLE } from '@wardstone/media-types';
import { ApiIntegerQuery, ApiTextQuery } from '../api/query-docs.decorator';
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

const ApiTimeBounds = (what: string): MethodDecorator =>
  applyDecorators(
    ApiIntegerQuery('startTime', `Only those ${what} at or after this, in ms since 1970`),
    ApiIntegerQuery('endTime', 'Only those until then, that ms included; now when only startTime is given'),
  );

const ApiConstants = (name: string, description: string, values: string): MethodDecorator =>
  applyDecorators(
    ApiTextQuery(name, `${description}: ${values}, several with commas between; all when absent`),
    ApiErrors(MonitoringError.invalid_query),
  );

const ApiTypeAndVersion = (): MethodDecorator =>
  applyDecorators(
    ApiIntegerQuery('resourceTypeId', 'List each resource of this type in place of the sums over all types'),
    ApiTextQuery('version', 'Only resources of this version; together with a type'),
  );

/** See rule reports-1. */
@ApiTags('report')
@Controller('rest/reports')
export class ReportsController {
  constructor(
    @Inject(AlertDefinitionsReport) private readonly definitions: AlertDefinitionsReport,
    @Inject(ConfigurationHistoryReport) private readonly configurations: ConfigurationHistoryReport,
    @Inject(InventoryReport) private readonly inventory: InventoryReport,
    @Inject(PlatformUtilizationReport) private readonly utilization: PlatformUtilizationReport,
    @Inject(RecentAlertsReport) private readonly alerts: RecentAlertsReport,
    @Inject(RecentDriftReport) private readonly drift: RecentDriftReport,
    @Inject(RecentOperationsReport) private readonly operations: RecentOperationsReport,
    @Inject(SuspectMetricsReport) private readonly suspects: SuspectMetricsReport,
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
  @ApiTypeAndVersion()
  readDriftCompliance(@Query() query: Record<string, unknown>, @Caller() caller: CallerIdentity): StreamedTable {
    return this.inventory.readCompliance(query, caller);
  }

  @Report('inventorySummary', 'Resources by type and version')
  @ApiTypeAndVersion()
  readInventorySummary(@Query() query: Record<string, unknown>, @Caller() caller: CallerIdentity): StreamedTable {
    return this.inventory.read(query, caller);
  }

  @Report('platformUtilization', 'Processor, memory and swap of platforms')
  readPlatformUtilization(@Caller() caller: CallerIdentity): StreamedTable {
    return this.utilization.read(caller);
  }

  @Report('recentAlerts', 'Alerts that fired, the newest first')
  @ApiConstants('alertPriority', 'Priorities', 'high, medium, low')
  @ApiTimeBounds('that fired')
  readRecentAlerts(@Query() query: Record<string, unknown>, @Caller() caller: CallerIdentity): StreamedTable {
    return this.alerts.read(query, caller);
  }

  @Report('recentDrift', 'Files that drifted')
  @ApiQuery({
    name: 'categories',
    required: true,
    description: 'What happened: FILE_ADDED, FILE_CHANGED, FILE_REMOVED, several with commas between',
    schema: { type: 'string', example: 'FILE_CHANGED' },
  })
  @ApiIntegerQuery('snapshot', 'Only change sets up to this version')
  @ApiTextQuery('path', 'Part of the path, in any letter case')
  @ApiTextQuery('definition', 'Part of the name of the drift definition, in this letter case')
  @ApiTimeBounds('that were noticed')
  @ApiErrors(MonitoringError.drift_category_not_found)
  readRecentDrift(@Query() query: Record<string, unknown>, @Caller() caller: CallerIdentity): StreamedTable {
    return this.drift.read(query, caller);
  }

  @Report('recentOperations', 'Operations, those that changed last first')
  @ApiConstants('status', 'How far they are', 'inprogress, success, failure, canceled')
  @ApiIntegerQuery('startTime', 'Only those that began at or after this, in ms since 1970')
  @ApiIntegerQuery('endTime', 'Only those last changed until then; now when only startTime is given')
  readRecentOperations(@Query() query: Record<string, unknown>, @Caller() caller: CallerIdentity): StreamedTable {
    return this.operations.read(query, caller);
  }

  @Report('suspectMetrics', 'Metrics far from their baselines, the farthest first')
  readSuspectMetrics(@Caller() caller: CallerIdentity): StreamedTable {
    return this.suspects.read(caller);
  }
}
