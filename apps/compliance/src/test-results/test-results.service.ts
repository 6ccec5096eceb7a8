import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { FilterQuery, TaggedListQuery, TestResultRecord } from '@wardstone/dto/compliance';
import { parseTags } from '@wardstone/pagination';
import { type ListEnvelope, listEnvelope } from '../api/envelope';
import { readFilter, readSort } from '../api/contract.pipe';
import type { ListRequest, Parents } from '../api/request';
import { ownId } from '../api/record-errors';
import { ReportsService } from '../reports/reports.service';
import { reachOf } from '../systems/domain/system-reach';
import {
  RULE_RESULT_FIELDS,
  RULE_RESULT_SORT,
  TEST_RESULT_FIELDS,
  TEST_RESULT_SORT,
} from './domain/test-result-fields';
import { testResultNotFound, toRuleResultRecord, toTestResultRecord } from './result-records';
import { TestResultsQueries } from './test-results.queries';

type OfReport = 'report_id';
type OfResult = 'report_id' | 'test_result_id';

/** The results of a report and of their rules (rules compliance-7, compliance-20). */
@Injectable()
export class TestResultsService {
  constructor(
    private readonly queries: TestResultsQueries,
    private readonly reports: ReportsService,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_filter, report_not_found, invalid_sort */
  async list(caller: CallerIdentity, request: ListRequest<OfReport, TaggedListQuery>): Promise<ListEnvelope> {
    const filter = readFilter(request, TEST_RESULT_FIELDS);
    const scope = await this.requireScope(caller, request);
    const sort = readSort(request, TEST_RESULT_SORT);
    const { limit, offset, tags } = request;
    const window = { filter, sort, limit, offset, tags: parseTags(tags) };
    const { total, records } = await this.queries.findPage(caller.orgId, scope, window);
    return listEnvelope(request, { total, records: records.map(toTestResultRecord) });
  }

  /** @throws invalid_filter, report_not_found */
  async listOsVersions(caller: CallerIdentity, request: ListRequest<OfReport, FilterQuery>): Promise<string[]> {
    const filter = readFilter(request, TEST_RESULT_FIELDS);
    return this.queries.findOsVersions(caller.orgId, await this.requireScope(caller, request), filter);
  }

  /** @throws invalid_filter, report_not_found */
  async listGuideVersions(caller: CallerIdentity, request: ListRequest<OfReport, FilterQuery>): Promise<string[]> {
    const filter = readFilter(request, TEST_RESULT_FIELDS);
    return this.queries.findGuideVersions(caller.orgId, await this.requireScope(caller, request), filter);
  }

  /** @throws report_not_found, test_result_not_found */
  async read(caller: CallerIdentity, of: Parents<OfReport>, givenId: string): Promise<TestResultRecord> {
    const scope = await this.requireScope(caller, of);
    const id = ownId(givenId, () => testResultNotFound(givenId));
    const result = await this.queries.find(caller.orgId, scope, id);
    if (!result) throw testResultNotFound(givenId);
    return toTestResultRecord(result);
  }

  /** @throws invalid_filter, report_not_found, test_result_not_found, invalid_sort */
  async listRuleResults(caller: CallerIdentity, request: ListRequest<OfResult>): Promise<ListEnvelope> {
    const filter = readFilter(request, RULE_RESULT_FIELDS);
    const scope = await this.requireScope(caller, request);
    const result = await this.queries.findFacts(caller.orgId, scope, request.parents.test_result_id);
    if (!result) throw testResultNotFound(request.givenParents.test_result_id);
    const sort = readSort(request, RULE_RESULT_SORT);
    const { limit, offset } = request;
    const page = await this.queries.findRuleResults(caller.orgId, scope, result.id, { filter, sort, limit, offset });
    return listEnvelope(request, { ...page, records: page.records.map((row) => toRuleResultRecord(row, result)) });
  }

  private async requireScope(caller: CallerIdentity, of: Parents<OfReport>) {
    const at = new Date(this.clock.now());
    return { reach: reachOf(caller), reportId: await this.reports.require(caller, of), at };
  }
}
