import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { FilterQuery, SystemRecord, TaggedListQuery } from '@wardstone/dto/compliance';
import type { ApiError } from '@wardstone/errors';
import type { FilterFields } from '@wardstone/filter-query';
import { parseTags } from '@wardstone/pagination';
import { type ListEnvelope, listEnvelope, type Page } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import type { ListWindow } from '../api/paged-rows.sql';
import type { ListRequest } from '../api/request';
import { SYSTEM_FIELDS, SYSTEM_SORT } from './domain/system-fields';
import { toSystemReach } from './domain/system-reach';
import { SystemListQueries, type SystemScope } from './system-list.queries';
import { toSystemRecord } from './system-record';
import type { SystemRow } from './system-row.sql';

/** A write that returns the list has no tags. */
type TaggedList = ListRequest<never> & Partial<Pick<TaggedListQuery, 'tags'>>;

/** A list of the systems of one policy, below the policy or its report. */
export interface PolicySystemList {
  readonly policyId: string;
  /** Error for an unknown policy. */
  readonly notFound: ApiError;
  readonly fields: FilterFields;
  readonly sort: readonly string[];
  /** Whether records contain the policies of their system. */
  readonly hasPolicies: boolean;
}

/** Lists of visible systems (rules compliance-7, compliance-19). */
@Injectable()
export class SystemListService {
  constructor(private readonly queries: SystemListQueries) {}

  /** @throws invalid_filter, invalid_sort */
  async list(request: TaggedList): Promise<ListEnvelope> {
    const page = await this.findPage({}, request, readWindow(request, readFilter(request, SYSTEM_FIELDS), SYSTEM_SORT));
    return listEnvelope(request, await this.withPolicies(page, request));
  }

  /** @throws invalid_filter */
  listOsVersions(request: ListRequest<never, FilterQuery>): Promise<string[]> {
    const filter = readFilter(request, SYSTEM_FIELDS);
    const { caller } = request;
    return this.queries.findOsVersions(caller.orgId, { reach: toSystemReach(caller) }, filter);
  }

  /** @throws invalid_filter, what `notFound` says, invalid_sort */
  async listOfPolicy(
    request: TaggedList,
    { policyId, notFound, fields, sort, hasPolicies }: PolicySystemList,
  ): Promise<ListEnvelope> {
    const filter = readFilter(request, fields);
    await this.requirePolicy(request.caller, policyId, notFound);
    const page = await this.findPage({ policyId }, request, readWindow(request, filter, sort));
    if (hasPolicies) return listEnvelope(request, await this.withPolicies(page, request));
    return listEnvelope(request, { ...page, records: page.records.map((row) => toSystemRecord(row)) });
  }

  /** @throws invalid_filter, what `notFound` says */
  async listOsVersionsOfPolicy(
    request: ListRequest<never, FilterQuery>,
    { policyId, notFound, fields }: Pick<PolicySystemList, 'policyId' | 'notFound' | 'fields'>,
  ): Promise<string[]> {
    const filter = readFilter(request, fields);
    const { caller } = request;
    await this.requirePolicy(caller, policyId, notFound);
    return this.queries.findOsVersions(caller.orgId, { reach: toSystemReach(caller), policyId }, filter);
  }

  /** A system of a policy, with all of its policies; undefined if it is not visible or not assigned. */
  async findOfPolicy(caller: CallerIdentity, policyId: string, id: string): Promise<SystemRecord | undefined> {
    const row = await this.queries.find(caller.orgId, { reach: toSystemReach(caller), policyId }, id);
    if (!row) return undefined;
    const policies = await this.queries.findPolicies(caller.orgId, [id]);
    return toSystemRecord(row, policies.get(id));
  }

  private async requirePolicy({ orgId }: CallerIdentity, policyId: string, notFound: ApiError): Promise<void> {
    if (!(await this.queries.hasPolicy(orgId, policyId))) throw notFound;
  }

  private findPage(
    scope: Omit<SystemScope, 'reach'>,
    { caller, tags = [] }: TaggedList,
    window: ListWindow,
  ): Promise<Page<SystemRow>> {
    const tagged = { ...window, tags: parseTags(tags) };
    return this.queries.findPage(caller.orgId, { ...scope, reach: toSystemReach(caller) }, tagged);
  }

  /** Policies for all systems of the page at once; skipped if only ids are returned. */
  private async withPolicies(
    { total, records }: Page<SystemRow>,
    { caller, ids_only: idsOnly }: TaggedList,
  ): Promise<Page<SystemRecord>> {
    const ids = records.map(({ id }) => id);
    const policies = idsOnly ? undefined : await this.queries.findPolicies(caller.orgId, ids);
    return { total, records: records.map((row) => toSystemRecord(row, policies?.get(row.id))) };
  }
}
