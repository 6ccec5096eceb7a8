import { Injectable } from '@nestjs/common';
import type { ProfileRuleRecord, RuleRecord } from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { parseUuid } from '@wardstone/pagination';
import { type ListEnvelope, listEnvelope, type RecordEnvelope, recordEnvelope } from '../api/envelope';
import { readFilter, readSort } from '../api/list-request';
import type { ListRequest, Parents } from '../api/request';
import { notFoundById, storable } from '../api/record-id';
import { ProfilesService } from '../security-guides/profiles.service';
import { SecurityGuidesService } from '../security-guides/security-guides.service';
import { remediationIssueId } from './domain/remediation-issue';
import { RULE_FIELDS, RULE_SORT } from './domain/rule-fields';
import { type RuleScope, RulesQueries } from './rules.queries';

type OfGuide = 'security_guide_id';
type OfProfile = 'security_guide_id' | 'profile_id';

/** The rules of guides and profiles (rule compliance-17). Checks in the order of A7. */
@Injectable()
export class RulesService {
  constructor(
    private readonly queries: RulesQueries,
    private readonly guides: SecurityGuidesService,
    private readonly profiles: ProfilesService,
  ) {}

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  list(request: ListRequest<OfGuide>): Promise<ListEnvelope> {
    const rules = { fields: RULE_FIELDS, sort: RULE_SORT };
    return this.guides.listParts(request, rules, (guideId, window) => this.queries.findPage({ guideId }, window));
  }

  /** @throws security_guide_not_found, rule_not_found */
  async read(of: Parents<OfGuide>, givenId: string): Promise<RecordEnvelope<RuleRecord>> {
    const { guideId } = await this.requireGuide(of);
    return recordEnvelope(await this.require({ guideId }, givenId));
  }

  /** @throws invalid_filter, security_guide_not_found, profile_not_found, invalid_sort */
  async listOfProfile(request: ListRequest<OfProfile>): Promise<ListEnvelope> {
    const filter = readFilter(request, RULE_FIELDS);
    const { scope, toRecord } = await this.requireProfile(request);
    const sort = readSort(request, RULE_SORT);
    const { limit, offset } = request;
    const { total, records } = await this.queries.findPage(scope, { filter, sort, limit, offset });
    return listEnvelope(request, { total, records: records.map(toRecord) });
  }

  /** @throws security_guide_not_found, profile_not_found, rule_not_found */
  async readOfProfile(of: Parents<OfProfile>, givenId: string): Promise<RecordEnvelope<ProfileRuleRecord>> {
    const { scope, toRecord } = await this.requireProfile(of);
    return recordEnvelope(toRecord(await this.require(scope, givenId)));
  }

  private async requireGuide({ parents, givenParents }: Parents<OfGuide>) {
    const guide = await this.guides.require(parents.security_guide_id, givenParents.security_guide_id);
    return { guideId: guide.id, guideRefId: guide.ref_id, guideVersion: guide.version };
  }

  private async requireProfile(of: Parents<OfProfile>) {
    const { guideId, ...guide } = await this.requireGuide(of);
    const profile = await this.profiles.requireOfGuide(guideId, of.givenParents.profile_id);
    const toRecord = (rule: RuleRecord): ProfileRuleRecord => ({
      ...rule,
      remediation_issue_id: remediationIssueId({
        ...guide,
        profileRefId: profile.ref_id,
        ruleRefId: rule.ref_id,
        isRemediationAvailable: rule.remediation_available,
      }),
    });
    return { scope: { guideId, profileId: profile.id }, toRecord };
  }

  /** A rule by its id, or by its ref_id with dashes for dots. */
  private async require(scope: RuleScope, givenId: string): Promise<RuleRecord> {
    const id = parseUuid(givenId);
    const rule = id
      ? await this.queries.findById(scope, id)
      : await this.queries.findByDashedRefId(scope, storable(givenId));
    if (!rule) throw ruleNotFound(givenId);
    return rule;
  }
}

const ruleNotFound = (givenId: string): ApiError => notFoundById(ComplianceError.rule_not_found, 'Rule', givenId);
