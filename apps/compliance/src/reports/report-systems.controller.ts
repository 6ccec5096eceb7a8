import { Get, Param } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import { FilterQuery, SystemRecord, TaggedListQuery } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { ComplianceController, page, record, versions } from '../api/operation-parts';
import { openFields, POLICY_SYSTEM_SORT, REPORT_SYSTEM_FIELDS } from '../systems/domain/system-fields';
import { ReportSystemsService } from './report-systems.service';

@ComplianceController('reports/:report_id/systems', 'reports')
export class ReportSystemsController {
  constructor(private readonly systems: ReportSystemsService) {}

  @Get()
  @Operation('List the systems of a report', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: page(SystemRecord, {
      sort: POLICY_SYSTEM_SORT,
      filter: openFields(REPORT_SYSTEM_FIELDS),
      filterExample: 'never_reported = true',
      query: TaggedListQuery,
    }),
  })
  reportSystems(
    @QueryParameters(TaggedListQuery, 'report_id') request: ListRequest<'report_id', TaggedListQuery>,
  ): Promise<ListEnvelope> {
    return this.systems.list(request);
  }

  @Get('os_versions')
  @Operation('List the versions of the operating systems in a report', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: versions('systems of the report', { filterExample: 'never_reported = true', example: ['8.4', '8.5'] }),
  })
  reportSystemsOS(
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.systems.listOsVersions(request);
  }

  @Get(':system_id')
  @Operation('Get a system of a report', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: record(SystemRecord),
  })
  reportSystem(
    @ParentIds('report_id') request: RecordRequest<'report_id'>,
    @Param('system_id') id: string,
  ): Promise<SystemRecord> {
    return this.systems.read(request, id);
  }
}
