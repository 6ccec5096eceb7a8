import { Inject, Injectable } from '@nestjs/common';
import { ComplianceError } from '@wardstone/errors';
import type { ApiError } from '@wardstone/errors';
import { TEXT_OPERATORS } from '@wardstone/filter-query';
import type { FilterFields } from '@wardstone/filter-query';
import { listEnvelope, recordEnvelope } from '../api/envelope';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { readFilter } from '../api/list-filter';
import type { ListRequest, Parents } from '../api/list-request';
import { readSort } from '../api/list-sort';
import { notFoundById, ownId } from '../api/record-id';
import { SecurityGuidesService } from '../security-guides/security-guides.service';
import type { RuleGroupRecord } from './rule-group-record.dto';
import { RuleGroupsQueries } from './rule-groups.queries';

export const RULE_GROUP_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  ref_id: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const RULE_GROUP_SORT = ['precedence'] as const;

/** The rule groups of a guide (compliance spec C3). Checks in the order of A7. */
@Injectable()
export class RuleGroupsService {
  constructor(
    @Inject(RuleGroupsQueries) private readonly queries: RuleGroupsQueries,
    @Inject(SecurityGuidesService) private readonly guides: SecurityGuidesService,
  ) {}

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  async list(request: ListRequest<'security_guide_id'>): Promise<ListEnvelope<object>> {
    const filter = readFilter(request, RULE_GROUP_FIELDS);
    const guide = await this.guides.require(request.parents.security_guide_id, request.givenParents.security_guide_id);
    const sort = readSort(request, RULE_GROUP_SORT);
    const { limit, offset } = request;
    return listEnvelope(request, await this.queries.findPage(guide.id, { filter, sort, limit, offset }));
  }

  /** @throws security_guide_not_found, rule_group_not_found */
  async read(
    { parents, givenParents }: Parents<'security_guide_id'>,
    givenId: string,
  ): Promise<RecordEnvelope<RuleGroupRecord>> {
    const guide = await this.guides.require(parents.security_guide_id, givenParents.security_guide_id);
    const id = ownId(givenId, () => notFound(givenId));
    const found = await this.queries.find(guide.id, id);
    if (!found) throw notFound(givenId);
    return recordEnvelope(found);
  }
}

const notFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.rule_group_not_found, 'RuleGroup', givenId);
