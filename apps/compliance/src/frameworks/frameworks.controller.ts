import { Delete, Get, Put } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import { FrameworkBody, FrameworkRecord, ListQuery } from '@wardstone/dto/compliance';
import type { ListEnvelope, StoredRecord } from '../api/envelope';
import { ComplianceController, page, record, written } from '../api/operation-parts';
import { JsonBody, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { FRAMEWORK_FIELDS, FRAMEWORK_SORT, readFrameworkRefId } from './domain/framework-fields';
import { FrameworksService } from './frameworks.service';

@ComplianceController('frameworks')
export class FrameworksController {
  constructor(private readonly service: FrameworksService) {}

  @Get()
  @Operation('List frameworks', {
    description: 'Shared by all organisations. The address of a reference assigns a rule to a framework.',
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(FrameworkRecord, { sort: FRAMEWORK_SORT, filter: FRAMEWORK_FIELDS, filterExample: 'title ~ NIST' }),
  })
  frameworks(@QueryParameters(ListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Get(':framework_ref_id')
  @Operation('Get a framework', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(FrameworkRecord),
  })
  framework(@RecordId('framework_ref_id') refId: string): Promise<FrameworkRecord> {
    return this.service.read(refId);
  }

  @Put(':framework_ref_id')
  @Operation('Create or change a framework', {
    description: 'The controls of all rules are recomputed immediately.',
    access: ['compliance:content:write', 'inventory:hosts:read'],
    returns: written(202, FrameworkRecord, { orStatus: 201 }),
  })
  putFramework(
    @JsonBody(FrameworkBody, { name: 'framework_ref_id', read: readFrameworkRefId })
    request: WriteRequest<FrameworkBody, 'framework_ref_id'>,
  ): Promise<StoredRecord<FrameworkRecord>> {
    return this.service.put(request);
  }

  @Delete(':framework_ref_id')
  @Operation('Remove a framework with its controls', {
    access: ['compliance:content:write', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, FrameworkRecord),
  })
  deleteFramework(@RecordId('framework_ref_id') refId: string): Promise<FrameworkRecord> {
    return this.service.remove(refId);
  }
}
