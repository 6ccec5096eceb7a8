import { Injectable } from '@nestjs/common';
import type { ProfileRuleRecord, RuleRecord } from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import type { ListRequest, RecordRequest } from '../api/request';
import { ProfilesService } from './profiles.service';
import { SecurityGuidesService } from './security-guides.service';
import { remediationIssueId } from './domain/remediation-issue';
import { GuidePartsService, RULES } from './guide-parts.service';

type OfGuide = 'security_guide_id';
type OfProfile = 'security_guide_id' | 'profile_id';

/** The rules of guides and profiles (rules compliance-7, compliance-17). */
@Injectable()
export class RulesService {
  constructor(
    private readonly parts: GuidePartsService,
    private readonly guides: SecurityGuidesService,
    private readonly profiles: ProfilesService,
  ) {}

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  list(request: ListRequest<OfGuide>): Promise<ListEnvelope> {
    return this.parts.list(RULES, request);
  }

  /** @throws security_guide_not_found, rule_not_found */
  async read(of: RecordRequest<OfGuide>, givenId: string): Promise<RuleRecord> {
    const { guideId } = await this.requireGuide(of);
    return this.parts.requireIn(RULES, { guideId }, givenId);
  }

  /** @throws invalid_filter, security_guide_not_found, profile_not_found, invalid_sort */
  listOfProfile(request: ListRequest<OfProfile>): Promise<ListEnvelope> {
    return this.parts.listIn(RULES, request, () => this.requireProfile(request));
  }

  /** @throws security_guide_not_found, profile_not_found, rule_not_found */
  async readOfProfile(of: RecordRequest<OfProfile>, givenId: string): Promise<ProfileRuleRecord> {
    const { scope, toRecord } = await this.requireProfile(of);
    return toRecord(await this.parts.requireIn(RULES, scope, givenId));
  }

  private async requireGuide({ parents, givenParents }: RecordRequest<OfGuide>) {
    const guide = await this.guides.require(parents.security_guide_id, givenParents.security_guide_id);
    return { guideId: guide.id, guideRefId: guide.ref_id, guideVersion: guide.version };
  }

  private async requireProfile(of: RecordRequest<OfProfile>) {
    const { guideId, ...guide } = await this.requireGuide(of);
    const profile = await this.profiles.requireOfGuide(guideId, of.givenParents.profile_id);
    const toRecord = ({ controls, ...rule }: RuleRecord): ProfileRuleRecord => ({
      ...rule,
      remediation_issue_id: remediationIssueId({
        ...guide,
        profileRefId: profile.ref_id,
        ruleRefId: rule.ref_id,
        isRemediationAvailable: rule.remediation_available,
      }),
      controls,
    });
    return { scope: { guideId, profileId: profile.id }, toRecord };
  }
}
