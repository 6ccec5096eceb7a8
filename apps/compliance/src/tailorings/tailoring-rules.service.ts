import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { ComplianceError } from '@wardstone/errors';
import type { ApiError } from '@wardstone/errors';
import { refuseUnknownKeys } from '../api/domain/given-body';
import type { GivenBody } from '../api/domain/given-body';
import { listEnvelope } from '../api/envelope';
import type { ListEnvelope } from '../api/envelope';
import { readFilter } from '../api/list-filter';
import { firstPage } from '../api/list-request';
import type { ListRequest } from '../api/list-request';
import { readSort } from '../api/list-sort';
import { notFoundById, ownId, parentId } from '../api/record-id';
import { recordInvalid } from '../api/record-invalid';
import { StoredRecord } from '../api/stored-record';
import { RULE_FIELDS, RULE_SORT } from '../rules/domain/rule-fields';
import type { RuleRecord } from '../rules/rule-record.dto';
import { readRuleSelection } from './domain/tailoring-input';
import type { TailoringRow } from './tailoring-row';
import { TailoringRulesQueries } from './tailoring-rules.queries';
import { TailoringsService, addressOf, requireTailoringKey, tailoringNotFound } from './tailorings.service';

/** Path ids as given. */
export interface TailoringIds {
  policy_id: string;
  tailoring_id: string;
}

export interface TailoringRuleIds extends TailoringIds {
  rule_id: string;
}

/** The rules of a tailoring (compliance spec C4). Checks in the order of A7. */
@Injectable()
export class TailoringRulesService {
  constructor(
    @Inject(TailoringRulesQueries) private readonly queries: TailoringRulesQueries,
    @Inject(TailoringsService) private readonly tailorings: TailoringsService,
  ) {}

  /** @throws invalid_parameter, invalid_filter, policy_not_found, tailoring_not_found, invalid_sort */
  async list(
    caller: CallerIdentity,
    request: ListRequest<'policy_id'>,
    givenTailoringId: string,
  ): Promise<ListEnvelope<object>> {
    requireTailoringKey(givenTailoringId);
    const filter = readFilter(request, RULE_FIELDS);
    const tailoring = await this.tailorings.require(caller, addressOf(request, givenTailoringId));
    const sort = readSort(request, RULE_SORT);
    const { limit, offset } = request;
    const page = await this.queries.findPage(caller.orgId, tailoring.id, { filter, sort, limit, offset });
    return listEnvelope(request, page);
  }

  /**
   * Makes the given rules the only ones of the tailoring; answers the first page of them.
   *
   * @param path of the request @throws invalid_parameter, policy_not_found, tailoring_not_found
   */
  async assignAll(
    caller: CallerIdentity,
    ids: TailoringIds,
    given: GivenBody,
    path: string,
  ): Promise<ListEnvelope<object>> {
    const selection = readRuleSelection(given);
    const tailoring = await this.requireParent(caller, ids, given, ['ids']);
    const request = firstPage(path);
    const { limit, offset } = request;
    const page = await this.queries.write(caller.orgId, tailoring.id, async (rules) => {
      if (!(await rules.lock())) throw tailoringNotFound(ids.tailoring_id);
      await rules.replace(tailoring.security_guide_id, selection);
      return rules.findPage({ filter: undefined, sort: readSort(request, RULE_SORT), limit, offset });
    });
    return listEnvelope(request, page);
  }

  /** @throws invalid_parameter, policy_not_found, tailoring_not_found (also when assigned already), rule_not_found, record_invalid */
  async assign(caller: CallerIdentity, ids: TailoringRuleIds, given: GivenBody): Promise<StoredRecord<RuleRecord>> {
    const tailoring = await this.requireParent(caller, ids, given, []);
    const ruleId = ownId(ids.rule_id, () => ruleNotFound(ids.rule_id));
    const found = await this.queries.findRule(caller.orgId, ruleId);
    if (!found) throw ruleNotFound(ids.rule_id);
    if (found.guideId !== tailoring.security_guide_id) {
      throw recordInvalid(['V2::TailoringRule rule Unassignable rule']);
    }
    const isAdded = await this.queries.add(caller.orgId, tailoring.id, ruleId);
    if (!isAdded) throw tailoringNotFound(ids.tailoring_id);
    return StoredRecord.accepted(found.rule);
  }

  /** @throws invalid_parameter, policy_not_found, tailoring_not_found, rule_not_found */
  async unassign(caller: CallerIdentity, ids: TailoringRuleIds, given: GivenBody): Promise<StoredRecord<RuleRecord>> {
    const tailoring = await this.requireParent(caller, ids, given, []);
    const ruleId = ownId(ids.rule_id, () => ruleNotFound(ids.rule_id));
    const rule = await this.queries.remove(caller.orgId, tailoring.id, ruleId);
    if (!rule) throw ruleNotFound(ids.rule_id);
    return StoredRecord.accepted(rule);
  }

  private requireParent(
    caller: CallerIdentity,
    { policy_id: givenPolicyId, tailoring_id: givenTailoringId }: TailoringIds,
    given: GivenBody,
    knownKeys: readonly string[],
  ): Promise<TailoringRow> {
    const policyId = parentId('policy_id', givenPolicyId);
    requireTailoringKey(givenTailoringId);
    refuseUnknownKeys(given, knownKeys);
    return this.tailorings.require(caller, { policyId, givenPolicyId, givenTailoringId });
  }
}

const ruleNotFound = (givenId: string): ApiError => notFoundById(ComplianceError.rule_not_found, 'Rule', givenId);
