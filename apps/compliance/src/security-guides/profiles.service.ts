import { Injectable } from '@nestjs/common';
import type { MinorVersionsBody, ProfileRecord } from '@wardstone/dto/compliance';
import { ComplianceError } from '@wardstone/errors';
import { contractOperatorsOnly, type FilterFields } from '@wardstone/filter-query';
import { parseUuid } from '@wardstone/pagination';
import {
  type ListEnvelope,
  recordEnvelope,
  type RecordEnvelope,
  storedRecord,
  type StoredRecord,
} from '../api/envelope';
import type { ListRequest, WriteRequest } from '../api/request';
import { notFoundById, parentId, storable } from '../api/record-id';
import { ComplianceConfig } from '../compliance.config';
import { PROFILE_FIELDS, PROFILE_SORT } from './domain/guide-fields';
import { ProfilesQueries } from './profiles.queries';
import { SecurityGuidesService } from './security-guides.service';

/** The profiles of a security guide (rules compliance-11, compliance-17, compliance-29). Checks in the order of A7. */
@Injectable()
export class ProfilesService {
  private readonly fields: FilterFields;

  constructor(
    private readonly queries: ProfilesQueries,
    private readonly guides: SecurityGuidesService,
    { FILTER_OPERATORS }: ComplianceConfig,
  ) {
    this.fields = FILTER_OPERATORS === 'extended' ? PROFILE_FIELDS : contractOperatorsOnly(PROFILE_FIELDS);
  }

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  list(request: ListRequest<'security_guide_id'>): Promise<ListEnvelope> {
    const rules = { fields: this.fields, sort: PROFILE_SORT };
    return this.guides.listParts(request, rules, (guideId, window) => this.queries.findPage(guideId, window));
  }

  /** @throws security_guide_not_found, profile_not_found */
  async read(givenGuideId: string, givenId: string): Promise<RecordEnvelope<ProfileRecord>> {
    const guideId = parentId('security_guide_id', givenGuideId);
    return recordEnvelope(await this.require(guideId, givenGuideId, givenId));
  }

  /** Replaces the registered minor versions of one profile. @throws security_guide_not_found, profile_not_found */
  async registerMinors(
    { body, parents, givenParents }: WriteRequest<MinorVersionsBody, 'security_guide_id'>,
    givenId: string,
  ): Promise<StoredRecord<ProfileRecord>> {
    const profile = await this.require(parents.security_guide_id, givenParents.security_guide_id, givenId);
    await this.queries.registerMinors(profile.id, body.os_minor_versions);
    return storedRecord(profile);
  }

  /** @param guideId canonical. @throws security_guide_not_found, profile_not_found */
  async require(guideId: string, givenGuideId: string, givenId: string): Promise<ProfileRecord> {
    await this.guides.require(guideId, givenGuideId);
    return this.requireOfGuide(guideId, givenId);
  }

  /**
   * A profile by its id, or by its ref_id with dashes for dots.
   *
   * @param guideId canonical, of a guide that exists. @throws profile_not_found
   */
  async requireOfGuide(guideId: string, givenId: string): Promise<ProfileRecord> {
    const id = parseUuid(givenId);
    const profile = id
      ? await this.queries.findById(guideId, id)
      : await this.queries.findByDashedRefId(guideId, storable(givenId));
    if (!profile) throw notFoundById(ComplianceError.profile_not_found, 'Profile', givenId);
    return profile;
  }
}
