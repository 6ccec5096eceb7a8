import { Delete, Get, Put } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { FrameworkBody, FrameworkRecord, ListQuery } from '@wardstone/dto/compliance';
import type { ListEnvelope, StoredRecord } from '../api/envelope';
import { ApiList, ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { IgnoredBody, JsonBody, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { FRAMEWORK_FIELDS, FRAMEWORK_SORT, readFrameworkRefId } from './domain/framework-fields';
import { FrameworksService } from './frameworks.service';

@ComplianceController('frameworks')
export class FrameworksController {
  constructor(private readonly frameworks: FrameworksService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('Frameworks', 'List frameworks', FrameworkRecord, {
    description: 'Shared by all organisations. The address of a reference assigns a rule to a framework.',
    sort: FRAMEWORK_SORT,
    filter: FRAMEWORK_FIELDS,
    filterExample: 'title ~ NIST',
  })
  list(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.frameworks.list(request);
  }

  @Get(':framework_ref_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('Framework', 'Get a framework', FrameworkRecord)
  read(@RecordId('framework_ref_id') refId: string): Promise<FrameworkRecord> {
    return this.frameworks.read(refId);
  }

  @Put(':framework_ref_id')
  @RequirePermission('compliance:content:write', 'inventory:hosts:read')
  @ApiWrites('PutFramework', 'Create or change a framework', 202, FrameworkRecord, {
    description: 'The controls of all rules are recomputed immediately.',
    orStatus: 201,
  })
  put(
    @JsonBody(FrameworkBody, { name: 'framework_ref_id', read: readFrameworkRefId })
    request: WriteRequest<FrameworkBody, 'framework_ref_id'>,
  ): Promise<StoredRecord<FrameworkRecord>> {
    return this.frameworks.put(request);
  }

  @Delete(':framework_ref_id')
  @RequirePermission('compliance:content:write', 'inventory:hosts:read')
  @IgnoredBody()
  @ApiWrites('DeleteFramework', 'Remove a framework with its controls', 202, FrameworkRecord)
  remove(@RecordId('framework_ref_id') refId: string): Promise<FrameworkRecord> {
    return this.frameworks.remove(refId);
  }
}
