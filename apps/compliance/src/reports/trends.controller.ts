import { Get } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import {
  ChangesQuery,
  DaysQuery,
  ReportTrendRecord,
  SystemChangeRecord,
  SystemTrendRecord,
} from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { ComplianceController, orderedPage, queryDocs, record } from '../api/operation-parts';
import { type ListRequest, QueryParameters } from '../api/request';
import { TrendsService } from './trends.service';

@ComplianceController('reports/:report_id', 'reports')
export class TrendsController {
  constructor(private readonly trends: TrendsService) {}

  @Get('trend')
  @Operation('Get the daily trend of a report', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    parameters: queryDocs(DaysQuery, {}),
    returns: record(ReportTrendRecord),
  })
  reportTrend(
    @QueryParameters(DaysQuery, 'report_id') request: ListRequest<'report_id', DaysQuery>,
  ): Promise<ReportTrendRecord> {
    return this.trends.readReport(request);
  }

  @Get('changes')
  @Operation('List the systems whose verdict or score differs between two days', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: orderedPage(SystemChangeRecord, ChangesQuery),
  })
  reportChanges(
    @QueryParameters(ChangesQuery, 'report_id') request: ListRequest<'report_id', ChangesQuery>,
  ): Promise<ListEnvelope> {
    return this.trends.listChanges(request);
  }

  @Get('systems/:system_id/trend')
  @Operation('Get the daily trend of a system', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    parameters: queryDocs(DaysQuery, {}),
    returns: record(SystemTrendRecord),
  })
  reportSystemTrend(
    @QueryParameters(DaysQuery, 'report_id', 'system_id') request: ListRequest<'report_id' | 'system_id', DaysQuery>,
  ): Promise<SystemTrendRecord> {
    return this.trends.readSystem(request);
  }
}
