import { Injectable } from '@nestjs/common';
import type { RuleGroupRecord } from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import type { ListRequest, Parents } from '../api/request';
import { notFoundById } from '../api/record-id';
import { SecurityGuidesService } from '../security-guides/security-guides.service';
import { RuleGroupsQueries } from './rule-groups.queries';

export const RULE_GROUP_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  ref_id: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const RULE_GROUP_SORT = ['precedence'] as const;

/** The rule groups of a guide (rule compliance-17). Checks in the order of A7. */
@Injectable()
export class RuleGroupsService {
  constructor(
    private readonly queries: RuleGroupsQueries,
    private readonly guides: SecurityGuidesService,
  ) {}

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  list(request: ListRequest<'security_guide_id'>): Promise<ListEnvelope> {
    const rules = { fields: RULE_GROUP_FIELDS, sort: RULE_GROUP_SORT };
    return this.guides.listParts(request, rules, (guideId, window) => this.queries.findPage(guideId, window));
  }

  /** @throws security_guide_not_found, rule_group_not_found */
  read(of: Parents<'security_guide_id'>, givenId: string): Promise<RecordEnvelope<RuleGroupRecord>> {
    return this.guides.readPart(of, givenId, (guideId, id) => this.queries.find(guideId, id), notFound);
  }
}

const notFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.rule_group_not_found, 'RuleGroup', givenId);
