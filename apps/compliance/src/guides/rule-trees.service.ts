import { Injectable } from '@nestjs/common';
import type { RuleTreeNodeRecord } from '@wardstone/dto/compliance';
import type { RecordRequest } from '../api/request';
import { ProfilesService } from './profiles.service';
import { SecurityGuidesService } from './security-guides.service';
import { buildRuleTree } from './domain/rule-tree';
import { RuleTreesQueries } from './rule-trees.queries';

/** Groups of a guide with its rules, or those of a profile or tailoring (rule compliance-21). */
@Injectable()
export class RuleTreesService {
  constructor(
    private readonly queries: RuleTreesQueries,
    private readonly guides: SecurityGuidesService,
    private readonly profiles: ProfilesService,
  ) {}

  /** @throws security_guide_not_found */
  async ofGuide(givenId: string): Promise<RuleTreeNodeRecord[]> {
    const guide = await this.guides.read(givenId);
    return buildRuleTree(await this.queries.listOfGuide(guide.id));
  }

  /** @throws security_guide_not_found, profile_not_found */
  async ofProfile(
    { parents, givenParents }: RecordRequest<'security_guide_id'>,
    givenId: string,
  ): Promise<RuleTreeNodeRecord[]> {
    const guideId = parents.security_guide_id;
    const profile = await this.profiles.require(guideId, givenParents.security_guide_id, givenId);
    return buildRuleTree(await this.queries.listOfProfile(guideId, profile.id));
  }

  /** @param tailoring an existing one */
  async ofTailoring(
    orgId: string,
    tailoring: { id: string; security_guide_id: string },
  ): Promise<RuleTreeNodeRecord[]> {
    return buildRuleTree(await this.queries.listOfTailoring(orgId, tailoring.security_guide_id, tailoring.id));
  }
}
