import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { DifferenceQuery, ResultDifferenceRecord } from '@wardstone/dto/compliance';
import { listEnvelope, type ListEnvelope } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import type { ListRequest } from '../api/request';
import { ReportsService } from '../reports/reports.service';
import { toSystemReach } from '../systems/domain/system-reach';
import { SystemsService } from '../systems/systems.service';
import { compareRules } from './domain/difference';
import { TEST_RESULT_FIELDS, TEST_RESULT_SORT } from './domain/test-result-fields';
import { testResultNotFound, toTestResultRecord } from './result-records';
import { TestResultsQueries } from './test-results.queries';

/** Stored results of a system, and their differences (rule compliance-39). */
@Injectable()
export class ResultHistoryService {
  constructor(
    private readonly queries: TestResultsQueries,
    private readonly reports: ReportsService,
    private readonly systems: SystemsService,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_filter, report_not_found, system_not_found, invalid_sort */
  async list(request: ListRequest<'report_id' | 'system_id'>): Promise<ListEnvelope> {
    const filter = readFilter(request, TEST_RESULT_FIELDS);
    const reportId = await this.reports.require(request);
    const { id: systemId } = await this.systems.requireParent(request);
    const window = readWindow(request, filter, TEST_RESULT_SORT);
    const { caller } = request;
    const scope = { reach: toSystemReach(caller), reportId, systemId, at: new Date(this.clock.now()) };
    const page = await this.queries.findPage(caller.orgId, scope, { ...window, tags: [] });
    return listEnvelope(request, { ...page, records: page.records.map(toTestResultRecord) });
  }

  /** @throws report_not_found, test_result_not_found */
  async compare(
    request: ListRequest<'report_id' | 'test_result_id', DifferenceQuery>,
  ): Promise<ResultDifferenceRecord> {
    const reportId = await this.reports.require(request);
    const { caller } = request;
    const scope = { reach: toSystemReach(caller), reportId, at: new Date(this.clock.now()) };
    const result = await this.queries.findFacts(caller.orgId, scope, request.parents.test_result_id);
    if (!result) throw testResultNotFound(request.givenParents.test_result_id);
    const against = await this.queries.findComparable(caller.orgId, reportId, result, request.against);
    if (request.against !== undefined && against === undefined) throw testResultNotFound(request.against);
    const rules = against === undefined ? [] : await this.queries.compareRules(caller.orgId, against, result.id);
    const difference = compareRules(rules);
    return { id: result.id, against: against ?? null, ...difference, type: 'result_difference' };
  }
}
