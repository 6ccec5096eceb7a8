import { Get, Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { FilterQuery, ListQuery, RuleResultRecord, TaggedListQuery, TestResultRecord } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { ComplianceController } from '../api/compliance-controller.decorator';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, type Parents, QueryParameters } from '../api/request';
import { ApiList, ApiReads } from '../api/openapi.decorators';
import { ApiVersions } from '../api/openapi-versions.decorator';
import { REPORT_ID, TEST_RESULT_ID } from '../api/path-ids';
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
  @ApiParam(REPORT_ID)
  @ApiList({
    operationId: 'ReportTestResults',
    summary: 'List the latest result of each system of a report',
    record: TestResultRecord,
    sort: TEST_RESULT_SORT,
    filter: TEST_RESULT_FIELDS,
    filterExample: 'compliant = false AND failed_rule_severity = high',
    query: TaggedListQuery,
  })
  @ApiErrors(ComplianceError.report_not_found)
  list(
    @Caller() caller: CallerIdentity,
    @QueryParameters(TaggedListQuery, 'report_id') request: ListRequest<'report_id', TaggedListQuery>,
  ): Promise<ListEnvelope> {
    return this.results.list(caller, request);
  }

  @Get('os_versions')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiParam(REPORT_ID)
  @ApiVersions({
    operationId: 'ReportTestResultsOS',
    summary: 'List the versions of the operating systems that have a result',
    of: 'test results',
    filterExample: 'compliant = false',
    example: ['8.4', '8.5'],
  })
  @ApiErrors(ComplianceError.report_not_found)
  listOsVersions(
    @Caller() caller: CallerIdentity,
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.results.listOsVersions(caller, request);
  }

  @Get('security_guide_versions')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiParam(REPORT_ID)
  @ApiVersions({
    operationId: 'ReportTestResultsSG',
    summary: 'List the versions of the security guides of the results',
    of: 'test results',
    filterExample: 'compliant = false',
    example: ['0.1.9', '0.1.65'],
  })
  @ApiErrors(ComplianceError.report_not_found)
  listGuideVersions(
    @Caller() caller: CallerIdentity,
    @QueryParameters(FilterQuery, 'report_id') request: ListRequest<'report_id', FilterQuery>,
  ): Promise<string[]> {
    return this.results.listGuideVersions(caller, request);
  }

  @Get(':test_result_id')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiParam(REPORT_ID)
  @ApiParam(TEST_RESULT_ID)
  @ApiReads({ operationId: 'ReportTestResult', summary: 'Read a test result', record: TestResultRecord })
  @ApiErrors(ComplianceError.report_not_found, ComplianceError.test_result_not_found)
  read(
    @Caller() caller: CallerIdentity,
    @ParentIds('report_id') of: Parents<'report_id'>,
    @Param('test_result_id') id: string,
  ): Promise<RecordEnvelope<TestResultRecord>> {
    return this.results.read(caller, of, id);
  }

  @Get(':test_result_id/rule_results')
  @RequirePermission('compliance:report:read', 'inventory:hosts:read')
  @ApiParam(REPORT_ID)
  @ApiParam(TEST_RESULT_ID)
  @ApiList({
    operationId: 'ReportRuleResults',
    summary: 'List the rule results of a scan',
    description: 'Rules that were not evaluated are not stored.',
    record: RuleResultRecord,
    sort: RULE_RESULT_SORT,
    filter: RULE_RESULT_FIELDS,
    filterExample: 'result ^ (fail error) AND severity = high',
  })
  @ApiErrors(ComplianceError.report_not_found, ComplianceError.test_result_not_found)
  listRuleResults(
    @Caller() caller: CallerIdentity,
    @QueryParameters(ListQuery, 'report_id', 'test_result_id')
    request: ListRequest<'report_id' | 'test_result_id'>,
  ): Promise<ListEnvelope> {
    return this.results.listRuleResults(caller, request);
  }
}
