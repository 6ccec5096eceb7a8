import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation, type Part } from '@wardstone/bootstrap';
import { type Link, toLink } from '@wardstone/dto';
import {
  AlertReportQuery,
  DriftReportQuery,
  InventoryReportQuery,
  OperationReportQuery,
} from '@wardstone/dto/monitoring';
import { CsvTable, LINKS, type MediaType, NegotiatedType, result, StreamedTable, TABLE } from '@wardstone/media-types';
import { RequestQuery } from '../api/request-query.decorator';
import { LIST_EXAMPLE, REPORT_EXAMPLES, type ReportName } from './report-examples';
import { ReportsService } from './reports.service';

const report = (name: ReportName, title: string): Part =>
  result('report', TABLE, { title, example: REPORT_EXAMPLES[name], gzip: true });

/** See rules reports-1, reports-2. */
@ApiTags('report')
@Controller('rest/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @Operation('List the available reports', {
    access: 'authenticated',
    returns: result('reportList', LINKS, {
      title: 'Reports',
      example: [toLink('alertDefinitions', 'http://localhost:8080/rest/reports/alertDefinitions')],
      csvExample: LIST_EXAMPLE,
    }),
  })
  listReports(@NegotiatedType() type: MediaType): CsvTable | Link[] {
    return this.reports.list(type);
  }

  @Get('alertDefinitions')
  @Operation('Report alert definitions of resources', {
    access: 'authenticated',
    returns: report('alertDefinitions', 'Report alert definitions of resources'),
  })
  reportAlertDefinitions(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.alertDefinitions(caller);
  }

  @Get('configurationHistory')
  @Operation('Report changes of configurations', {
    access: 'authenticated',
    returns: report('configurationHistory', 'Report changes of configurations'),
  })
  reportConfigurationHistory(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.configurationHistory(caller);
  }

  @Get('driftCompliance')
  @Operation('Report drift compliance of resources, by type and version', {
    access: 'authenticated',
    returns: report('driftCompliance', 'Report drift compliance of resources, by type and version'),
  })
  reportDriftCompliance(
    @RequestQuery(InventoryReportQuery) query: InventoryReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.driftCompliance(query, caller);
  }

  @Get('inventorySummary')
  @Operation('Report resources by type and version', {
    access: 'authenticated',
    returns: report('inventorySummary', 'Report resources by type and version'),
  })
  reportInventorySummary(
    @RequestQuery(InventoryReportQuery) query: InventoryReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.inventorySummary(query, caller);
  }

  @Get('platformUtilization')
  @Operation('Report processor, memory and swap of platforms', {
    access: 'authenticated',
    returns: report('platformUtilization', 'Report processor, memory and swap of platforms'),
  })
  reportPlatformUtilization(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.platformUtilization(caller);
  }

  @Get('recentAlerts')
  @Operation('Report fired alerts, newest first', {
    access: 'authenticated',
    returns: report('recentAlerts', 'Report fired alerts, newest first'),
  })
  reportRecentAlerts(
    @RequestQuery(AlertReportQuery) query: AlertReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.recentAlerts(query, caller);
  }

  @Get('recentDrift')
  @Operation('Report files that drifted', {
    access: 'authenticated',
    returns: report('recentDrift', 'Report files that drifted'),
  })
  reportRecentDrift(
    @RequestQuery(DriftReportQuery) query: DriftReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.recentDrift(query, caller);
  }

  @Get('recentOperations')
  @Operation('Report executed operations, most recently changed first', {
    access: 'authenticated',
    returns: report('recentOperations', 'Report executed operations, most recently changed first'),
  })
  reportRecentOperations(
    @RequestQuery(OperationReportQuery) query: OperationReportQuery,
    @Caller() caller: CallerIdentity,
  ): StreamedTable {
    return this.reports.recentOperations(query, caller);
  }

  @Get('suspectMetrics')
  @Operation('Report metrics outside their baselines, largest deviation first', {
    access: 'authenticated',
    returns: report('suspectMetrics', 'Report metrics outside their baselines, largest deviation first'),
  })
  reportSuspectMetrics(@Caller() caller: CallerIdentity): StreamedTable {
    return this.reports.suspectMetrics(caller);
  }
}
