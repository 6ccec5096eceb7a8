import { Injectable } from '@nestjs/common';
import type { MinorVersionsBody, ProfileRecord } from '@wardstone/dto/compliance';
import { contractOperatorsOnly } from '@wardstone/filter-query';
import { type ListEnvelope } from '../api/envelope';
import type { ListRequest, WriteRequest } from '../api/request';
import { parentId } from '../api/record-errors';
import { ComplianceConfig } from '../compliance.config';
import { GuidePartsService, PROFILES } from './guide-parts.service';
import { ProfilesQueries } from './profiles.queries';
import { SecurityGuidesService } from './security-guides.service';

/** The profiles of a security guide (rules compliance-7, compliance-11, compliance-17, compliance-29). */
@Injectable()
export class ProfilesService {
  private readonly part: typeof PROFILES;

  constructor(
    private readonly queries: ProfilesQueries,
    private readonly parts: GuidePartsService,
    private readonly guides: SecurityGuidesService,
    { FILTER_OPERATORS }: ComplianceConfig,
  ) {
    this.part =
      FILTER_OPERATORS === 'extended' ? PROFILES : { ...PROFILES, fields: contractOperatorsOnly(PROFILES.fields) };
  }

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  list(request: ListRequest<'security_guide_id'>): Promise<ListEnvelope> {
    return this.parts.list(this.part, request);
  }

  /** @throws security_guide_not_found, profile_not_found */
  async read(givenGuideId: string, givenId: string): Promise<ProfileRecord> {
    const guideId = parentId('security_guide_id', givenGuideId);
    return this.require(guideId, givenGuideId, givenId);
  }

  /**
   * Replaces the registered minor versions of one profile.
   * @throws security_guide_not_found, profile_not_found
   */
  async registerMinors(
    { body, parents, givenParents }: WriteRequest<MinorVersionsBody, 'security_guide_id'>,
    givenId: string,
  ): Promise<ProfileRecord> {
    const profile = await this.require(parents.security_guide_id, givenParents.security_guide_id, givenId);
    await this.queries.registerMinors(profile.id, body.os_minor_versions);
    return profile;
  }

  /**
   * @param guideId canonical id
   * @throws security_guide_not_found, profile_not_found
   */
  async require(guideId: string, givenGuideId: string, givenId: string): Promise<ProfileRecord> {
    await this.guides.require(guideId, givenGuideId);
    return this.requireOfGuide(guideId, givenId);
  }

  /**
   * A profile by its id, or by its ref_id with dashes for dots.
   * @param guideId canonical id of an existing guide
   * @throws profile_not_found
   */
  requireOfGuide(guideId: string, givenId: string): Promise<ProfileRecord> {
    return this.parts.requireIn(this.part, { guideId }, givenId);
  }
}
