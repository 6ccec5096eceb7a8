import { Get } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import { DifferenceQuery, ListQuery, ResultDifferenceRecord, TestResultRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope } from '../api/envelope';
import { ComplianceController, page, queryDocs, record } from '../api/operation-parts';
import { type ListRequest, QueryParameters } from '../api/request';
import { TEST_RESULT_FIELDS, TEST_RESULT_SORT } from './domain/test-result-fields';
import { ResultHistoryService } from './result-history.service';

@ComplianceController('reports/:report_id', 'test results')
export class ResultHistoryController {
  constructor(private readonly history: ResultHistoryService) {}

  @Get('systems/:system_id/test_results')
  @Operation('List all stored results of a system', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    returns: page(TestResultRecord, {
      sort: TEST_RESULT_SORT,
      filter: TEST_RESULT_FIELDS,
      filterExample: 'verdict = not_compliant',
    }),
  })
  reportSystemTestResults(
    @QueryParameters(ListQuery, 'report_id', 'system_id') request: ListRequest<'report_id' | 'system_id'>,
  ): Promise<ListEnvelope> {
    return this.history.list(request);
  }

  @Get('test_results/:test_result_id/difference')
  @Operation('Compare a result with another one of the same system', {
    access: ['compliance:report:read', 'inventory:hosts:read'],
    parameters: queryDocs(DifferenceQuery, {}),
    returns: record(ResultDifferenceRecord),
  })
  reportTestResultDifference(
    @QueryParameters(DifferenceQuery, 'report_id', 'test_result_id')
    request: ListRequest<'report_id' | 'test_result_id', DifferenceQuery>,
  ): Promise<ResultDifferenceRecord> {
    return this.history.compare(request);
  }
}
