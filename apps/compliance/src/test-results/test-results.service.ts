import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { FilterQuery, RuleResultsQuery, TaggedListQuery, TestResultRecord } from '@wardstone/dto/compliance';
import { parseTags } from '@wardstone/pagination';
import { type ListEnvelope, listEnvelope } from '../api/envelope';
import { readFilter, readWindow } from '../api/contract.pipe';
import type { ListRequest, RecordRequest } from '../api/request';
import { requireRecord } from '../api/record-errors';
import { ReportsService } from '../reports/reports.service';
import { toSystemReach } from '../systems/domain/system-reach';
import {
  RULE_RESULT_FIELDS,
  RULE_RESULT_SORT,
  TEST_RESULT_FIELDS,
  TEST_RESULT_SORT,
} from './domain/test-result-fields';
import { testResultNotFound, toRuleResultRecord, toTestResultRecord } from './result-records';
import { TestResultsQueries } from './test-results.queries';

/** Results of a report and of their rules (rules compliance-7, compliance-20). */
@Injectable()
export class TestResultsService {
  constructor(
    private readonly queries: TestResultsQueries,
    private readonly reports: ReportsService,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_filter, report_not_found, invalid_sort */
  async list(request: ListRequest<'report_id', TaggedListQuery>): Promise<ListEnvelope> {
    const filter = readFilter(request, TEST_RESULT_FIELDS);
    const scope = await this.requireScope(request);
    const window = { ...readWindow(request, filter, TEST_RESULT_SORT), tags: parseTags(request.tags) };
    const { total, records } = await this.queries.findPage(request.caller.orgId, scope, window);
    return listEnvelope(request, { total, records: records.map(toTestResultRecord) });
  }

  /** @throws invalid_filter, report_not_found */
  async listOsVersions(request: ListRequest<'report_id', FilterQuery>): Promise<string[]> {
    const filter = readFilter(request, TEST_RESULT_FIELDS);
    return this.queries.findOsVersions(request.caller.orgId, await this.requireScope(request), filter);
  }

  /** @throws invalid_filter, report_not_found */
  async listGuideVersions(request: ListRequest<'report_id', FilterQuery>): Promise<string[]> {
    const filter = readFilter(request, TEST_RESULT_FIELDS);
    return this.queries.findGuideVersions(request.caller.orgId, await this.requireScope(request), filter);
  }

  /** @throws report_not_found, test_result_not_found */
  async read(request: RecordRequest<'report_id'>, givenId: string): Promise<TestResultRecord> {
    const scope = await this.requireScope(request);
    const find = (id: string) => this.queries.find(request.caller.orgId, scope, id);
    return toTestResultRecord(await requireRecord(givenId, testResultNotFound, find));
  }

  /** @throws invalid_filter, report_not_found, test_result_not_found, invalid_sort */
  async listRuleResults(request: ListRequest<'report_id' | 'test_result_id', RuleResultsQuery>): Promise<ListEnvelope> {
    const filter = readFilter(request, RULE_RESULT_FIELDS);
    const scope = await this.requireScope(request);
    const { orgId } = request.caller;
    const result = await this.queries.findFacts(orgId, scope, request.parents.test_result_id);
    if (!result) throw testResultNotFound(request.givenParents.test_result_id);
    const window = { ...readWindow(request, filter, RULE_RESULT_SORT), undecided: request.undecided };
    const page = await this.queries.findRuleResults(orgId, scope, result.id, window);
    return listEnvelope(request, { ...page, records: page.records.map((row) => toRuleResultRecord(row, result)) });
  }

  private async requireScope(request: RecordRequest<'report_id'>) {
    const at = new Date(this.clock.now());
    return { reach: toSystemReach(request.caller), reportId: await this.reports.require(request), at };
  }
}
