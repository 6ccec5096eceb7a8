import { Get } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import {
  ChangesQuery,
  DaysQuery,
  ReportTrendRecord,
  SystemChangeRecord,
  SystemTrendRecord,
} from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { ApiPage, ApiQueryOf, ApiReads, ComplianceController } from '../api/operation.decorators';
import { type ListRequest, QueryParameters } from '../api/request';
import { TrendsService } from './trends.service';

@ComplianceController('reports/:report_id', 'reports')
export class TrendsController {
  constructor(private readonly trends: TrendsService) {}

  @Get('trend')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiReads('ReportTrend', 'Get the daily trend of a report', ReportTrendRecord)
  @ApiQueryOf(DaysQuery, {})
  readReport(
    @QueryParameters(DaysQuery, 'report_id') request: ListRequest<'report_id', DaysQuery>,
  ): Promise<ReportTrendRecord> {
    return this.trends.readReport(request);
  }

  @Get('changes')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiPage(
    'ReportChanges',
    'List the systems whose verdict or score differs between two days',
    SystemChangeRecord,
    ChangesQuery,
  )
  listChanges(
    @QueryParameters(ChangesQuery, 'report_id') request: ListRequest<'report_id', ChangesQuery>,
  ): Promise<ListEnvelope> {
    return this.trends.listChanges(request);
  }

  @Get('systems/:system_id/trend')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiReads('ReportSystemTrend', 'Get the daily trend of a system', SystemTrendRecord)
  @ApiQueryOf(DaysQuery, {})
  readSystem(
    @QueryParameters(DaysQuery, 'report_id', 'system_id') request: ListRequest<'report_id' | 'system_id', DaysQuery>,
  ): Promise<SystemTrendRecord> {
    return this.trends.readSystem(request);
  }
}
