import { Injectable } from '@nestjs/common';
import type { AuditNote } from '@wardstone/bootstrap';
import type { RuleRecord, RuleSelectionBody, TailoringRecord } from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import { firstPage, readFilter, readWindow } from '../api/contract.pipe';
import type { ListRequest, RecordRequest, WriteRequest } from '../api/request';
import { notFoundById, recordInvalid, requireRecord } from '../api/record-errors';
import { RULE_FIELDS, RULE_SORT } from '../guides/domain/guide-fields';
import { ruleSelection } from './domain/rule-selection';
import { TailoringRulesQueries } from './tailoring-rules.queries';
import { TailoringsService, requireTailoringKey, tailoringNotFound } from './tailorings.service';

/** Path parameters of a tailoring. */
export type OfTailoring = 'policy_id' | 'tailoring_id';

/** The rules of a tailoring (rules compliance-7, compliance-18). */
@Injectable()
export class TailoringRulesService {
  constructor(
    private readonly queries: TailoringRulesQueries,
    private readonly tailorings: TailoringsService,
  ) {}

  /** @throws invalid_parameter, invalid_filter, policy_not_found, tailoring_not_found, invalid_sort */
  async list(request: ListRequest<'policy_id'>, givenTailoringId: string): Promise<ListEnvelope> {
    requireTailoringKey(givenTailoringId);
    const filter = readFilter(request, RULE_FIELDS);
    const tailoring = await this.tailorings.require(request, givenTailoringId);
    const window = readWindow(request, filter, RULE_SORT);
    return listEnvelope(request, await this.queries.findPage(request.caller.orgId, tailoring.id, window));
  }

  /**
   * Replaces the rules of the tailoring; returns the first page.
   * @throws policy_not_found, tailoring_not_found
   */
  async assignAll(request: WriteRequest<RuleSelectionBody, OfTailoring>, note: AuditNote): Promise<ListEnvelope> {
    const selection = ruleSelection(request.body.ids);
    const tailoring = await this.requireParent(request);
    const list = firstPage(request);
    const window = readWindow(list, undefined, RULE_SORT);
    const page = await this.queries.write(request.caller.orgId, tailoring.id, async (rules) => {
      if (!(await rules.lock())) throw tailoringNotFound(request.givenParents.tailoring_id);
      await rules.replace(tailoring.security_guide_id, selection);
      return rules.findPage(window);
    });
    note({ ...(await this.tailorings.findFacts(request, tailoring, {})), rules: page.total });
    return listEnvelope(list, page);
  }

  /** @throws policy_not_found, tailoring_not_found (also when assigned already), rule_not_found, record_invalid */
  async assign(request: RecordRequest<OfTailoring>, givenId: string, note: AuditNote): Promise<RuleRecord> {
    const tailoring = await this.requireParent(request);
    const { orgId } = request.caller;
    const found = await requireRecord(givenId, ruleNotFound, (id) => this.queries.findRule(orgId, id));
    if (found.guideId !== tailoring.security_guide_id) {
      throw recordInvalid(['V2::TailoringRule rule Unassignable rule']);
    }
    const isAdded = await this.queries.add(orgId, tailoring.id, found.rule.id);
    if (!isAdded) throw tailoringNotFound(request.givenParents.tailoring_id);
    const after = { rule: found.rule.title };
    note(await this.tailorings.findFacts(request, tailoring, { after }));
    return found.rule;
  }

  /** @throws policy_not_found, tailoring_not_found, rule_not_found */
  async unassign(request: RecordRequest<OfTailoring>, givenId: string, note: AuditNote): Promise<RuleRecord> {
    const tailoring = await this.requireParent(request);
    const { orgId } = request.caller;
    const rule = await requireRecord(givenId, ruleNotFound, (id) => this.queries.remove(orgId, tailoring.id, id));
    const before = { rule: rule.title };
    note(await this.tailorings.findFacts(request, tailoring, { before }));
    return rule;
  }

  private requireParent(request: RecordRequest<OfTailoring>): Promise<TailoringRecord> {
    return this.tailorings.require(request, request.givenParents.tailoring_id);
  }
}

const ruleNotFound = (givenId: string): ApiError => notFoundById(ComplianceError.rule_not_found, 'Rule', givenId);
