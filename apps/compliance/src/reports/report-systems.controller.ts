import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { FilterQuery, SystemRecord, TaggedListQuery } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { ApiList, ApiReads, ApiVersions, ComplianceController } from '../api/operation.decorators';
import { POLICY_SYSTEM_SORT, REPORT_SYSTEM_FIELDS, openFields } from '../systems/domain/system-fields';
import { ReportSystemsService } from './report-systems.service';

@ComplianceController('reports/:report_id/systems', 'reports')
export class ReportSystemsController {
  constructor(private readonly systems: ReportSystemsService) {}

  @Get()
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiList('ReportSystems', 'List the systems of a report', SystemRecord, {
    sort: POLICY_SYSTEM_SORT,
    filter: openFields(REPORT_SYSTEM_FIELDS),
    filterExample: 'never_reported = true',
    query: TaggedListQuery,
  })
  list(
    @QueryParameters(TaggedListQuery, 'report_id') request: ListRequest<'report_id', TaggedListQuery>,
  ): Promise<ListEnvelope> {
    return this.systems.list(request);
  }

  @Get('os_versions')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiVersions('ReportSystemsOS', 'List the versions of the operating systems in a report', 'systems of the report', {
    filterExample: 'never_reported = true',
    example: ['8.4', '8.5'],
  })
  listOsVersions(
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.systems.listOsVersions(request);
  }

  @Get(':system_id')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiReads('ReportSystem', 'Get a system of a report', SystemRecord)
  read(
    @ParentIds('report_id') request: RecordRequest<'report_id'>,
    @Param('system_id') id: string,
  ): Promise<SystemRecord> {
    return this.systems.read(request, id);
  }
}
