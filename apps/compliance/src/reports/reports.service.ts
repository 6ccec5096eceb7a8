import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type {
  FailedRuleRecord,
  FilterQuery,
  ReportRecord,
  ReportStatsRecord,
  SortQuery,
} from '@wardstone/dto/compliance';
import { type ApiError, ComplianceError } from '@wardstone/errors';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import { readFilter, readSort, readWindow } from '../api/contract.pipe';
import type { ListRequest, RecordRequest } from '../api/request';
import { notFoundById, requireRecord } from '../api/record-errors';
import { toSystemReach } from '../systems/domain/system-reach';
import { SystemsService } from '../systems/systems.service';
import { StoredResultsService } from '../stored-results/stored-results.service';
import {
  FAILED_RULE_SORT,
  REPORT_FIELDS,
  REPORT_SORT,
  SYSTEM_REPORT_FIELDS,
  SYSTEM_REPORT_SORT,
} from './domain/report-fields';
import { reportNumbers } from './domain/report-numbers';
import { type FailedRuleRow, type ReportRow, type ReportScope, ReportsQueries } from './reports.queries';

const MAX_FAILED_RULES = 10;

/** Results of the scans of a policy's systems (rules compliance-7, compliance-20). */
@Injectable()
export class ReportsService {
  constructor(
    private readonly queries: ReportsQueries,
    private readonly systems: SystemsService,
    private readonly results: StoredResultsService,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_filter, invalid_sort */
  async list(request: ListRequest): Promise<ListEnvelope> {
    const { caller } = request;
    const window = readWindow(request, readFilter(request, REPORT_FIELDS), REPORT_SORT);
    const { total, records } = await this.queries.findPage(caller.orgId, this.toScope(caller), window);
    return listEnvelope(request, { total, records: records.map(toReportRecord) });
  }

  /**
   * Reports of the policies to which a system is assigned.
   * @throws invalid_filter, system_not_found, invalid_sort
   */
  async listOfSystem(request: ListRequest<'system_id'>): Promise<ListEnvelope> {
    const filter = readFilter(request, SYSTEM_REPORT_FIELDS);
    const { id: systemId } = await this.systems.requireParent(request);
    const { caller } = request;
    const window = readWindow(request, filter, SYSTEM_REPORT_SORT);
    const scope = { ...this.toScope(caller), systemId };
    const { total, records } = await this.queries.findPage(caller.orgId, scope, window);
    return listEnvelope(request, { total, records: records.map(toReportRecord) });
  }

  /**
   * Major versions of operating systems with reports, ascending.
   * @throws invalid_filter
   */
  listOsVersions(request: ListRequest<never, FilterQuery>): Promise<number[]> {
    const { caller } = request;
    const filter = readFilter(request, REPORT_FIELDS);
    return this.queries.findOsMajorVersions(caller.orgId, this.toScope(caller), filter);
  }

  /** @throws report_not_found */
  async read(caller: CallerIdentity, givenId: string): Promise<ReportRecord> {
    const scope = this.toScope(caller);
    const find = (id: string) => this.queries.find(caller.orgId, scope, id);
    return toReportRecord(await requireRecord(givenId, reportNotFound, find));
  }

  /**
   * Deletes the results; policy, tailorings and assignments stay.
   * @throws report_not_found
   */
  async remove(caller: CallerIdentity, givenId: string): Promise<ReportRecord> {
    const remove = (id: string) =>
      this.queries.findBefore(caller.orgId, this.toScope(caller), id, (transaction) =>
        this.results.reportRemoved(transaction, caller.orgId, id),
      );
    return toReportRecord(await requireRecord(givenId, reportNotFound, remove));
  }

  /** @throws report_not_found, invalid_sort */
  async readStats(request: ListRequest<'report_id', SortQuery>): Promise<ReportStatsRecord> {
    const { caller } = request;
    const id = await this.require(request);
    const window = { sort: readSort(request, FAILED_RULE_SORT), limit: MAX_FAILED_RULES };
    const failed = await this.queries.findFailedRules(caller.orgId, toSystemReach(caller), id, window);
    return { top_failed_rules: failed.map(toFailedRuleRecord) };
  }

  /**
   * The id of an existing report.
   * @throws report_not_found
   */
  async require({ caller, parents, givenParents }: RecordRequest<'report_id'>): Promise<string> {
    if (!(await this.queries.exists(caller.orgId, parents.report_id))) throw reportNotFound(givenParents.report_id);
    return parents.report_id;
  }

  private toScope(caller: CallerIdentity): ReportScope {
    return { reach: toSystemReach(caller), at: new Date(this.clock.now()) };
  }
}

export const reportNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.report_not_found, 'Report', givenId);

function toReportRecord({
  counts,
  total_system_count,
  max_result_age_days,
  profile_id,
  security_guide_id,
  ...report
}: ReportRow): ReportRecord {
  const numbers = reportNumbers(counts, total_system_count);
  return { ...report, ...numbers, max_result_age_days, profile_id, security_guide_id };
}

function toFailedRuleRecord({ title, ref_id, identifier, severity, count }: FailedRuleRow): FailedRuleRecord {
  return { title, ref_id, ...(identifier && { identifier }), severity, count };
}
