import { Delete, Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { FilterQuery, ListQuery, ReportRecord, ReportStatsRecord, SortQuery } from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import { ComplianceController, page, queryDocs, record, sortedBy, versions, written } from '../api/operation-parts';
import { type ListRequest, QueryParameters, RecordId } from '../api/request';
import { FAILED_RULE_SORT, REPORT_FIELDS, REPORT_SORT, SYSTEM_REPORT_SORT } from './domain/report-fields';
import { ReportsService } from './reports.service';

@ComplianceController('reports')
export class ReportsController {
  constructor(private readonly service: ReportsService) {}

  @Get()
  @Operation('List reports', {
    description: 'There is one report per policy, created with the policy.',
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: page(ReportRecord, {
      sort: REPORT_SORT,
      filter: REPORT_FIELDS,
      filterExample: 'with_reported_systems = true AND percent_compliant < 80',
    }),
  })
  reports(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Get('os_versions')
  @Operation('List the major versions of operating systems with reports', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: versions('reports', { filterExample: 'with_reported_systems = true', example: [7, 8, 9] }),
  })
  reportsOS(@QueryParameters(FilterQuery) request: ListRequest<never, FilterQuery>): Promise<number[]> {
    return this.service.listOsVersions(request);
  }

  @Get(':report_id')
  @Operation('Get a report', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: record(ReportRecord),
  })
  report(@Caller() caller: CallerIdentity, @RecordId('report_id') id: string): Promise<ReportRecord> {
    return this.service.read(caller, id);
  }

  @Delete(':report_id')
  @Operation('Delete all results of a report', {
    description: 'The policy, its tailorings and its assignments are kept. Returns the report as it was before.',
    access: ['compliance:policy:delete', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, ReportRecord),
  })
  deleteReport(@Caller() caller: CallerIdentity, @RecordId('report_id') id: string): Promise<ReportRecord> {
    return this.service.remove(caller, id);
  }

  @Get(':report_id/stats')
  @Operation('List the rules that failed on most systems', {
    description: 'Sorted by severity, then by number of systems; `sort_by=count:desc` sorts only by number of systems.',
    access: ['compliance:report:read', 'inventory:hosts:read'],
    parameters: queryDocs(SortQuery, { sort_by: sortedBy(FAILED_RULE_SORT) }),
    returns: ApiOkResponse({ description: 'At most ten rules', type: ReportStatsRecord }),
    errors: ['invalid_sort'],
  })
  reportStats(
    @QueryParameters(SortQuery, 'report_id') request: ListRequest<'report_id', SortQuery>,
  ): Promise<ReportStatsRecord> {
    return this.service.readStats(request);
  }
}

@ComplianceController('systems/:system_id/reports', 'reports')
export class SystemReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @Operation('List the reports of the policies a system is assigned to', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: page(ReportRecord, {
      sort: SYSTEM_REPORT_SORT,
      filter: { title: REPORT_FIELDS.title },
      filterExample: 'title ~ CIS',
    }),
  })
  systemReports(@QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>): Promise<ListEnvelope> {
    return this.reports.listOfSystem(request);
  }
}
