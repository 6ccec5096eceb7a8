import { Get } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { ListQuery, ReportRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { type ListRequest, QueryParameters } from '../api/request';
import { ApiList, ComplianceController } from '../api/operation.decorators';
import { REPORT_FIELDS, SYSTEM_REPORT_SORT } from './domain/report-fields';
import { ReportsService } from './reports.service';

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
  list(
    @Caller() caller: CallerIdentity,
    @QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>,
  ): Promise<ListEnvelope> {
    return this.reports.listOfSystem(caller, request);
  }
}
