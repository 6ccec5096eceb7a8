import { Injectable } from '@nestjs/common';
import type { FilterQuery, SecurityGuideRecord } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import type { ListRequest } from '../api/request';
import { notFoundById, requireRecord } from '../api/record-errors';
import { GUIDE_FIELDS, GUIDE_SORT, SUPPORTED_PROFILE_FIELDS, SUPPORTED_PROFILE_SORT } from './domain/guide-fields';
import { SecurityGuidesQueries } from './security-guides.queries';

/** Security guides, which all organisations share (rules compliance-7, compliance-16, compliance-30). */
@Injectable()
export class SecurityGuidesService {
  constructor(private readonly queries: SecurityGuidesQueries) {}

  /** @throws invalid_filter, invalid_sort */
  async list(request: ListRequest): Promise<ListEnvelope> {
    const window = readWindow(request, readFilter(request, GUIDE_FIELDS), GUIDE_SORT);
    return listEnvelope(request, await this.queries.findPage(window));
  }

  /**
   * A record for each family of profiles that supports any minor version.
   * @throws invalid_filter, invalid_sort
   */
  async listSupportedProfiles(request: ListRequest): Promise<ListEnvelope> {
    const window = readWindow(request, readFilter(request, SUPPORTED_PROFILE_FIELDS), SUPPORTED_PROFILE_SORT);
    return listEnvelope(request, await this.queries.findSupportedProfiles(window));
  }

  /**
   * Major versions of operating systems with guides, ascending.
   * @throws invalid_filter
   */
  listOsVersions(request: FilterQuery): Promise<number[]> {
    return this.queries.findOsMajorVersions(readFilter(request, GUIDE_FIELDS));
  }

  /** @throws security_guide_not_found */
  read(givenId: string): Promise<SecurityGuideRecord> {
    return requireRecord(givenId, guideNotFound, (id) => this.queries.find(id));
  }

  /** @throws security_guide_not_found, security_guide_in_use */
  async remove(givenId: string): Promise<SecurityGuideRecord> {
    const removed = await requireRecord(givenId, guideNotFound, (id) => this.queries.remove(id));
    if (removed === 'in use') throw new ApiError(ComplianceError.security_guide_in_use, 'Security guide is in use');
    return removed;
  }

  /**
   * The guide with a canonical id.
   * @param givenId id for the text of the error
   * @throws security_guide_not_found
   */
  async require(id: string, givenId: string): Promise<SecurityGuideRecord> {
    const guide = await this.queries.find(id);
    if (!guide) throw guideNotFound(givenId);
    return guide;
  }
}

export const guideNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.security_guide_not_found, 'SecurityGuide', givenId);
