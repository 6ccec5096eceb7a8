import { Injectable } from '@nestjs/common';
import type { ValueDefinitionRecord } from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import type { ListRequest, Parents } from '../api/request';
import { notFoundById } from '../api/record-id';
import { SecurityGuidesService } from '../security-guides/security-guides.service';
import { ValueDefinitionsQueries } from './value-definitions.queries';

export const VALUE_DEFINITION_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  ref_id: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const VALUE_DEFINITION_SORT = ['title'] as const;

/** The value definitions of a guide (rule compliance-17). Checks in the order of A7. */
@Injectable()
export class ValueDefinitionsService {
  constructor(
    private readonly queries: ValueDefinitionsQueries,
    private readonly guides: SecurityGuidesService,
  ) {}

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  list(request: ListRequest<'security_guide_id'>): Promise<ListEnvelope> {
    const rules = { fields: VALUE_DEFINITION_FIELDS, sort: VALUE_DEFINITION_SORT };
    return this.guides.listParts(request, rules, (guideId, window) => this.queries.findPage(guideId, window));
  }

  /** @throws security_guide_not_found, value_definition_not_found */
  read(of: Parents<'security_guide_id'>, givenId: string): Promise<RecordEnvelope<ValueDefinitionRecord>> {
    return this.guides.readPart(of, givenId, (guideId, id) => this.queries.find(guideId, id), notFound);
  }
}

const notFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.value_definition_not_found, 'ValueDefinition', givenId);
