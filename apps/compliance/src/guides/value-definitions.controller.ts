import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { ListQuery, ValueDefinitionRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, type Parents, QueryParameters } from '../api/request';
import { ApiList, ApiReads, ComplianceController } from '../api/operation.decorators';
import { VALUE_DEFINITION_FIELDS, VALUE_DEFINITION_SORT } from './domain/guide-fields';
import { GuidePartsService, VALUE_DEFINITIONS } from './guide-parts.service';

@ComplianceController('security_guides/:security_guide_id/value_definitions', 'value definitions')
export class ValueDefinitionsController {
  constructor(private readonly parts: GuidePartsService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('ValueDefinitions', 'List the value definitions of a security guide', ValueDefinitionRecord, {
    sort: VALUE_DEFINITION_SORT,
    filter: VALUE_DEFINITION_FIELDS,
    filterExample: 'title ~ timeout',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.parts.list(VALUE_DEFINITIONS, request);
  }

  @Get(':value_definition_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('ValueDefinition', 'Read a value definition', ValueDefinitionRecord)
  read(
    @ParentIds('security_guide_id') of: Parents<'security_guide_id'>,
    @Param('value_definition_id') id: string,
  ): Promise<RecordEnvelope<ValueDefinitionRecord>> {
    return this.parts.read(VALUE_DEFINITIONS, of, id);
  }
}
