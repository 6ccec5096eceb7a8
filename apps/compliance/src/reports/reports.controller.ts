import { Delete, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { FilterQuery, ListQuery, ReportRecord, ReportStatsRecord, SortQuery } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { type ListEnvelope } from '../api/envelope';
import {
  ApiList,
  ApiQueryOf,
  ApiReads,
  ApiVersions,
  ApiWrites,
  ComplianceController,
  sortedBy,
} from '../api/operation.decorators';
import { IgnoredBody, type ListRequest, QueryParameters, RecordId } from '../api/request';
import { FAILED_RULE_SORT, REPORT_FIELDS, REPORT_SORT, SYSTEM_REPORT_SORT } from './domain/report-fields';
import { ReportsService } from './reports.service';

@ComplianceController('reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiList('Reports', 'List reports', ReportRecord, {
    description: 'There is one report per policy, created with the policy.',
    sort: REPORT_SORT,
    filter: REPORT_FIELDS,
    filterExample: 'with_reported_systems = true AND percent_compliant < 80',
  })
  list(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.reports.list(request);
  }

  @Get('os_versions')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiVersions('ReportsOS', 'List the major versions of operating systems with reports', 'reports', {
    filterExample: 'with_reported_systems = true',
    example: [7, 8, 9],
  })
  listOsVersions(@QueryParameters(FilterQuery) request: ListRequest<never, FilterQuery>): Promise<number[]> {
    return this.reports.listOsVersions(request);
  }

  @Get(':report_id')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiReads('Report', 'Get a report', ReportRecord)
  read(@Caller() caller: CallerIdentity, @RecordId('report_id') id: string): Promise<ReportRecord> {
    return this.reports.read(caller, id);
  }

  @Delete(':report_id')
  @RequirePermission('compliance:policy:delete', 'inventory:hosts:read')
  @IgnoredBody()
  @ApiWrites('DeleteReport', 'Delete all results of a report', 202, ReportRecord, {
    description: 'The policy, its tailorings and its assignments are kept. Returns the report as it was before.',
  })
  remove(@Caller() caller: CallerIdentity, @RecordId('report_id') id: string): Promise<ReportRecord> {
    return this.reports.remove(caller, id);
  }

  @Get(':report_id/stats')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiOperation({
    operationId: 'ReportStats',
    summary: 'List the most failed rules',
    description: 'By severity and then by number of systems. `sort_by=count:desc` sorts by number of systems only.',
  })
  @ApiQueryOf(SortQuery, { sort_by: sortedBy(FAILED_RULE_SORT) })
  @ApiOkResponse({ description: 'At most ten rules', type: ReportStatsRecord })
  @ApiErrors(ComplianceError.invalid_sort)
  readStats(
    @QueryParameters(SortQuery, 'report_id') request: ListRequest<'report_id', SortQuery>,
  ): Promise<ReportStatsRecord> {
    return this.reports.readStats(request);
  }
}

@ComplianceController('systems/:system_id/reports', 'reports')
export class SystemReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiList('SystemReports', 'List the reports of the policies a system is assigned to', ReportRecord, {
    sort: SYSTEM_REPORT_SORT,
    filter: { title: REPORT_FIELDS.title },
    filterExample: 'title ~ CIS',
  })
  list(@QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>): Promise<ListEnvelope> {
    return this.reports.listOfSystem(request);
  }
}
