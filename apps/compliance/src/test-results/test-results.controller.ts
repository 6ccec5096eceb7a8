import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import {
  FilterQuery,
  RuleResultRecord,
  RuleResultsQuery,
  TaggedListQuery,
  TestResultRecord,
} from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { ApiList, ApiReads, ApiVersions, ComplianceController } from '../api/operation.decorators';
import {
  RULE_RESULT_FIELDS,
  RULE_RESULT_SORT,
  TEST_RESULT_FIELDS,
  TEST_RESULT_SORT,
} from './domain/test-result-fields';
import { TestResultsService } from './test-results.service';

@ComplianceController('reports/:report_id/test_results', 'test results')
export class TestResultsController {
  constructor(private readonly results: TestResultsService) {}

  @Get()
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiList('ReportTestResults', 'List the latest result of each system of a report', TestResultRecord, {
    sort: TEST_RESULT_SORT,
    filter: TEST_RESULT_FIELDS,
    filterExample: 'compliant = false AND failed_rule_severity = high',
    query: TaggedListQuery,
  })
  list(
    @QueryParameters(TaggedListQuery, 'report_id') request: ListRequest<'report_id', TaggedListQuery>,
  ): Promise<ListEnvelope> {
    return this.results.list(request);
  }

  @Get('os_versions')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiVersions('ReportTestResultsOS', 'List the versions of the operating systems that have a result', 'test results', {
    filterExample: 'compliant = false',
    example: ['8.4', '8.5'],
  })
  listOsVersions(
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.results.listOsVersions(request);
  }

  @Get('security_guide_versions')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiVersions('ReportTestResultsSG', 'List the versions of the security guides of the results', 'test results', {
    filterExample: 'compliant = false',
    example: ['0.1.9', '0.1.65'],
  })
  listGuideVersions(
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.results.listGuideVersions(request);
  }

  @Get(':test_result_id')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiReads('ReportTestResult', 'Get a test result', TestResultRecord)
  read(
    @ParentIds('report_id') request: RecordRequest<'report_id'>,
    @Param('test_result_id') id: string,
  ): Promise<TestResultRecord> {
    return this.results.read(request, id);
  }

  @Get(':test_result_id/rule_results')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiList('ReportRuleResults', 'List the rule results of a scan', RuleResultRecord, {
    description: 'With `undecided=true` also the rules that the scan did not decide.',
    query: RuleResultsQuery,
    sort: RULE_RESULT_SORT,
    filter: RULE_RESULT_FIELDS,
    filterExample: 'result ^ (fail error) AND severity = high',
  })
  listRuleResults(
    @QueryParameters(RuleResultsQuery, 'report_id', 'test_result_id')
    request: ListRequest<'report_id' | 'test_result_id', RuleResultsQuery>,
  ): Promise<ListEnvelope> {
    return this.results.listRuleResults(request);
  }
}
