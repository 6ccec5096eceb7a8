import { Controller, Get, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { type Link, toLink } from '@wardstone/dto';
import {
  AlertReportQuery,
  DriftReportQuery,
  InventoryReportQuery,
  OperationReportQuery,
} from '@wardstone/dto/monitoring';
import {
  CsvTable,
  LINKS,
  type MediaType,
  NegotiatedType,
  Produces,
  StreamedTable,
  TABLE,
} from '@wardstone/media-types';
import { RequestQuery } from '../api/request-query.decorator';
import { LIST_EXAMPLE, REPORT_EXAMPLES, type ReportName } from './report-examples';
import { ReportsService } from './reports.service';

/** Common declaration of every report. */
const Report = (name: ReportName, title: string): MethodDecorator =>
  applyDecorators(
    Get(name),
    Authenticated(),
    Produces('report', TABLE, { title, example: REPORT_EXAMPLES[name], gzip: true }),
    ApiOperation({ operationId: `report${name[0]!.toUpperCase()}${name.slice(1)}`, summary: title }),
  );

/** See rules reports-1, reports-2. */
@ApiTags('report')
@Controller('rest/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @Authenticated()
  @Produces('reportList', LINKS, {
    title: 'Reports',
    example: [toLink('alertDefinitions', 'http://localhost:8080/rest/reports/alertDefinitions')],
    csvExample: LIST_EXAMPLE,
  })
  @ApiOperation({ operationId: 'listReports', summary: 'List the available reports' })
  list(@NegotiatedType() type: MediaType): CsvTable | Link[] {
    return this.reports.list(type);
  }

  @Report('alertDefinitions', 'Report alert definitions of resources')
  readAlertDefinitions(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.alertDefinitions(caller);
  }

  @Report('configurationHistory', 'Report changes of configurations')
  readConfigurationHistory(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.configurationHistory(caller);
  }

  @Report('driftCompliance', 'Report drift compliance of resources, by type and version')
  readDriftCompliance(
    @RequestQuery(InventoryReportQuery) query: InventoryReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.driftCompliance(query, caller);
  }

  @Report('inventorySummary', 'Report resources by type and version')
  readInventorySummary(
    @RequestQuery(InventoryReportQuery) query: InventoryReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.inventorySummary(query, caller);
  }

  @Report('platformUtilization', 'Report processor, memory and swap of platforms')
  readPlatformUtilization(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.platformUtilization(caller);
  }

  @Report('recentAlerts', 'Report fired alerts, newest first')
  readRecentAlerts(
    @RequestQuery(AlertReportQuery) query: AlertReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.recentAlerts(query, caller);
  }

  @Report('recentDrift', 'Report files that drifted')
  readRecentDrift(
    @RequestQuery(DriftReportQuery) query: DriftReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.recentDrift(query, caller);
  }

  @Report('recentOperations', 'Report executed operations, most recently changed first')
  readRecentOperations(
    @RequestQuery(OperationReportQuery) query: OperationReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.recentOperations(query, caller);
  }

  @Report('suspectMetrics', 'Report metrics outside their baselines, largest deviation first')
  readSuspectMetrics(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.suspectMetrics(caller);
  }
}
