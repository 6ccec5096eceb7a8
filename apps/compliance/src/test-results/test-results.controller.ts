import { Get, Param } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import {
  FilterQuery,
  RuleResultRecord,
  RuleResultsQuery,
  TaggedListQuery,
  TestResultRecord,
} from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { ComplianceController, page, record, versions } from '../api/operation-parts';
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
  @Operation('List the latest result of each system of a report', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: page(TestResultRecord, {
      sort: TEST_RESULT_SORT,
      filter: TEST_RESULT_FIELDS,
      filterExample: 'compliant = false AND failed_rule_severity = high',
      query: TaggedListQuery,
    }),
  })
  reportTestResults(
    @QueryParameters(TaggedListQuery, 'report_id') request: ListRequest<'report_id', TaggedListQuery>,
  ): Promise<ListEnvelope> {
    return this.results.list(request);
  }

  @Get('os_versions')
  @Operation('List the versions of the operating systems that have a result', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: versions('test results', { filterExample: 'compliant = false', example: ['8.4', '8.5'] }),
  })
  reportTestResultsOS(
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.results.listOsVersions(request);
  }

  @Get('security_guide_versions')
  @Operation('List the versions of the security guides of the results', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: versions('test results', { filterExample: 'compliant = false', example: ['0.1.9', '0.1.65'] }),
  })
  reportTestResultsSG(
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.results.listGuideVersions(request);
  }

  @Get(':test_result_id')
  @Operation('Get a test result', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: record(TestResultRecord),
  })
  reportTestResult(
    @ParentIds('report_id') request: RecordRequest<'report_id'>,
    @Param('test_result_id') id: string,
  ): Promise<TestResultRecord> {
    return this.results.read(request, id);
  }

  @Get(':test_result_id/rule_results')
  @Operation('List the rule results of a scan', {
    description: '`undecided=true` also lists the rules that the scan did not decide.',
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: page(RuleResultRecord, {
      query: RuleResultsQuery,
      sort: RULE_RESULT_SORT,
      filter: RULE_RESULT_FIELDS,
      filterExample: 'result ^ (fail error) AND severity = high',
    }),
  })
  reportRuleResults(
    @QueryParameters(RuleResultsQuery, 'report_id', 'test_result_id')
    request: ListRequest<'report_id' | 'test_result_id', RuleResultsQuery>,
  ): Promise<ListEnvelope> {
    return this.results.listRuleResults(request);
  }
}
