import { Injectable } from '@nestjs/common';
import type { FilterQuery, SecurityGuideRecord } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import type { FilterFields } from '@wardstone/filter-query';
import {
  listEnvelope,
  type ListEnvelope,
  type Page,
  recordEnvelope,
  type RecordEnvelope,
  storedRecord,
  type StoredRecord,
} from '../api/envelope';
import { readFilter, readSort } from '../api/list-request';
import type { ListRequest, Parents } from '../api/request';
import type { ListWindow } from '../api/paged-rows.sql';
import { notFoundById, ownId } from '../api/record-id';
import { GUIDE_FIELDS, GUIDE_SORT, SUPPORTED_PROFILE_FIELDS, SUPPORTED_PROFILE_SORT } from './domain/guide-fields';
import { SecurityGuidesQueries } from './security-guides.queries';

type OfGuide = 'security_guide_id';

/** What a list of parts of a guide can be restricted to, and ordered by. */
interface PartList {
  fields: FilterFields;
  sort: readonly string[];
}

/** Security guides, which all organisations share (rules compliance-16, compliance-30). Checks in the order of A7. */
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
  async read(givenId: string): Promise<RecordEnvelope<SecurityGuideRecord>> {
    const id = ownId(givenId, () => guideNotFound(givenId));
    return recordEnvelope(await this.require(id, givenId));
  }

  /** What belongs to one guide. @throws invalid_filter, security_guide_not_found, invalid_sort */
  async listParts(
    request: ListRequest<OfGuide>,
    { fields, sort: sortable }: PartList,
    findPage: (guideId: string, window: ListWindow) => Promise<Page<{ id: string }>>,
  ): Promise<ListEnvelope> {
    const filter = readFilter(request, fields);
    const guide = await this.require(request.parents.security_guide_id, request.givenParents.security_guide_id);
    const sort = readSort(request, sortable);
    const { limit, offset } = request;
    return listEnvelope(request, await findPage(guide.id, { filter, sort, limit, offset }));
  }

  /** One of what belongs to a guide, by its own id. @throws security_guide_not_found, what `notFound` makes */
  async readPart<T>(
    { parents, givenParents }: Parents<OfGuide>,
    givenId: string,
    find: (guideId: string, id: string) => Promise<T | undefined>,
    notFound: (givenId: string) => ApiError,
  ): Promise<RecordEnvelope<T>> {
    const guide = await this.require(parents.security_guide_id, givenParents.security_guide_id);
    const id = ownId(givenId, () => notFound(givenId));
    const found = await find(guide.id, id);
    if (!found) throw notFound(givenId);
    return recordEnvelope(found);
  }

  /** @throws security_guide_not_found, security_guide_in_use */
  async remove(givenId: string): Promise<StoredRecord<SecurityGuideRecord>> {
    const removed = await this.queries.remove(ownId(givenId, () => guideNotFound(givenId)));
    if (!removed) throw guideNotFound(givenId);
    if (removed === 'in use') throw new ApiError(ComplianceError.security_guide_in_use, 'Security guide is in use');
    return storedRecord(removed);
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
