import { Injectable } from '@nestjs/common';
import type { FilterQuery, SecurityGuideRecord } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import { readFilter, readSort } from '../api/contract.pipe';
import type { ListRequest } from '../api/request';
import { notFoundById, ownId } from '../api/record-errors';
import { GUIDE_FIELDS, GUIDE_SORT, SUPPORTED_PROFILE_FIELDS, SUPPORTED_PROFILE_SORT } from './domain/guide-fields';
import { SecurityGuidesQueries } from './security-guides.queries';

/** Security guides, which all organisations share (rules compliance-7, compliance-16, compliance-30). */
@Injectable()
export class SecurityGuidesService {
  constructor(private readonly queries: SecurityGuidesQueries) {}

  /** @throws invalid_filter, invalid_sort */
  async list(request: ListRequest): Promise<ListEnvelope> {
    const filter = readFilter(request, GUIDE_FIELDS);
    const sort = readSort(request, GUIDE_SORT);
    const { limit, offset } = request;
    return listEnvelope(request, await this.queries.findPage({ filter, sort, limit, offset }));
  }

  /** One record per family of profiles that supports any minor version. @throws invalid_filter, invalid_sort */
  async listSupportedProfiles(request: ListRequest): Promise<ListEnvelope> {
    const filter = readFilter(request, SUPPORTED_PROFILE_FIELDS);
    const sort = readSort(request, SUPPORTED_PROFILE_SORT);
    const { limit, offset } = request;
    return listEnvelope(request, await this.queries.findSupportedProfiles({ filter, sort, limit, offset }));
  }

  /** Major versions of operating systems there are guides for, ascending. @throws invalid_filter */
  listOsVersions(request: FilterQuery): Promise<number[]> {
    return this.queries.findOsMajorVersions(readFilter(request, GUIDE_FIELDS));
  }

  /** @throws security_guide_not_found */
  async read(givenId: string): Promise<SecurityGuideRecord> {
    const id = ownId(givenId, () => guideNotFound(givenId));
    return this.require(id, givenId);
  }

  /** @throws security_guide_not_found, security_guide_in_use */
  async remove(givenId: string): Promise<SecurityGuideRecord> {
    const removed = await this.queries.remove(ownId(givenId, () => guideNotFound(givenId)));
    if (!removed) throw guideNotFound(givenId);
    if (removed === 'in use') throw new ApiError(ComplianceError.security_guide_in_use, 'Security guide is in use');
    return removed;
  }

  /** The guide with a canonical id. @param givenId for the text of the error @throws security_guide_not_found */
  async require(id: string, givenId: string): Promise<SecurityGuideRecord> {
    const guide = await this.queries.find(id);
    if (!guide) throw guideNotFound(givenId);
    return guide;
  }
}

const guideNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.security_guide_not_found, 'SecurityGuide', givenId);
