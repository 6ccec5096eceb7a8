import { Injectable } from '@nestjs/common';
import type { ProfileRecord, RuleGroupRecord, RuleRecord, ValueDefinitionRecord } from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError, type ErrorType } from '@wardstone/errors';
import type { FilterFields } from '@wardstone/filter-query';
import { parseUuid } from '@wardstone/pagination';
import { type ListEnvelope, listEnvelope } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import type { ListRequest, RecordRequest } from '../api/request';
import { notFoundById, requireRecord, toStorable } from '../api/record-errors';
import {
  PROFILE_FIELDS,
  PROFILE_SORT,
  RULE_FIELDS,
  RULE_GROUP_FIELDS,
  RULE_GROUP_SORT,
  RULE_SORT,
  VALUE_DEFINITION_FIELDS,
  VALUE_DEFINITION_SORT,
} from './domain/guide-fields';
import { GuidePartsQueries, type PartScope } from './guide-parts.queries';
import { type PartRows, PROFILE_ROWS, RULE_GROUP_ROWS, RULE_ROWS, VALUE_DEFINITION_ROWS } from './guide-parts.sql';
import { SecurityGuidesService } from './security-guides.service';

/** A kind of records in guides. */
interface GuidePart<R> {
  rows: PartRows<R>;
  /** Filter and sort fields of its lists. */
  fields: FilterFields;
  sort: readonly string[];
  notFound: (givenId: string) => ApiError;
}

const notFound =
  (kind: ErrorType, model: string) =>
  (givenId: string): ApiError =>
    notFoundById(kind, model, givenId);

export const PROFILES: GuidePart<ProfileRecord> = {
  rows: PROFILE_ROWS,
  fields: PROFILE_FIELDS,
  sort: PROFILE_SORT,
  notFound: notFound(ComplianceError.profile_not_found, 'Profile'),
};
export const RULES: GuidePart<RuleRecord> = {
  rows: RULE_ROWS,
  fields: RULE_FIELDS,
  sort: RULE_SORT,
  notFound: notFound(ComplianceError.rule_not_found, 'Rule'),
};
export const RULE_GROUPS: GuidePart<RuleGroupRecord> = {
  rows: RULE_GROUP_ROWS,
  fields: RULE_GROUP_FIELDS,
  sort: RULE_GROUP_SORT,
  notFound: notFound(ComplianceError.rule_group_not_found, 'RuleGroup'),
};
export const VALUE_DEFINITIONS: GuidePart<ValueDefinitionRecord> = {
  rows: VALUE_DEFINITION_ROWS,
  fields: VALUE_DEFINITION_FIELDS,
  sort: VALUE_DEFINITION_SORT,
  notFound: notFound(ComplianceError.value_definition_not_found, 'ValueDefinition'),
};

/** Parts of guides (rule compliance-17). */
@Injectable()
export class GuidePartsService {
  constructor(
    private readonly queries: GuidePartsQueries,
    private readonly guides: SecurityGuidesService,
  ) {}

  /** @throws invalid_filter, security_guide_not_found, invalid_sort */
  list<R extends { id: string }>(part: GuidePart<R>, request: ListRequest<'security_guide_id'>): Promise<ListEnvelope> {
    return this.listIn(part, request, async () => {
      const { parents, givenParents } = request;
      const guide = await this.guides.require(parents.security_guide_id, givenParents.security_guide_id);
      return { scope: { guideId: guide.id }, toRecord: (record: R) => record };
    });
  }

  /**
   * @param requireScope finds the scope and converts its records
   * @throws invalid_filter, what `requireScope` throws, invalid_sort
   */
  async listIn<R extends { id: string }>(
    part: GuidePart<R>,
    request: ListRequest<'security_guide_id'>,
    requireScope: () => Promise<{ scope: PartScope; toRecord: (record: R) => { id: string } }>,
  ): Promise<ListEnvelope> {
    const filter = readFilter(request, part.fields);
    const { scope, toRecord } = await requireScope();
    const window = readWindow(request, filter, part.sort);
    const { total, records } = await this.queries.findPage(part.rows, scope, window);
    return listEnvelope(request, { total, records: records.map(toRecord) });
  }

  /** Reads by id. @throws security_guide_not_found, and `part`'s error for unknown ids */
  async read<R extends object>(
    { rows, notFound }: GuidePart<R>,
    { parents, givenParents }: RecordRequest<'security_guide_id'>,
    givenId: string,
  ): Promise<R> {
    const guide = await this.guides.require(parents.security_guide_id, givenParents.security_guide_id);
    return requireRecord(givenId, notFound, (id) => this.queries.findById(rows, { guideId: guide.id }, id));
  }

  /**
   * Reads by id, or by ref_id with dashes for dots.
   * @throws `part`'s error for unknown ids
   */
  async requireIn<R extends object>({ rows, notFound }: GuidePart<R>, scope: PartScope, givenId: string): Promise<R> {
    const id = parseUuid(givenId);
    const found = id
      ? await this.queries.findById(rows, scope, id)
      : await this.queries.findByDashedRefId(rows, scope, toStorable(givenId));
    if (!found) throw notFound(givenId);
    return found;
  }
}
