import { Post } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import { TestResultRecord } from '@wardstone/dto/compliance';
import { ParentIds, type RecordRequest } from '../api/request';
import { ComplianceController, recordContent, written } from '../api/operation-parts';
import type { StoredRecord } from '../api/envelope';
import { type ReceivedDocument, UploadedResult } from '../scap/document-upload.decorator';
import { reportContents } from '../scap/report-examples';
import { ResultIngestService } from './result-ingest.service';

/** Result for the smallest guide, which is the example of the guide import. */
const SMALLEST_RESULT = `<?xml version="1.0" encoding="UTF-8"?>
<TestResult xmlns="http://checklists.nist.gov/xccdf/1.2" id="xccdf_org.example_testresult_1" version="1.0"
    start-time="2026-01-10T07:59:00Z" end-time="2026-01-10T08:00:00Z">
  <benchmark id="xccdf_org.example_benchmark_EXAMPLE-9" href="example.xml"/>
  <profile idref="xccdf_org.example_profile_basic"/>
  <target>web-1.example.org</target>
  <rule-result idref="xccdf_org.example_rule_motd"><result>pass</result></rule-result>
  <score system="urn:xccdf:scoring:default" maximum="100">100</score>
</TestResult>`;

const STORED = recordContent(TestResultRecord);

@ComplianceController('systems/:system_id/test_results', 'test results')
export class ResultIngestController {
  constructor(private readonly results: ResultIngestService) {}

  @Post()
  @Operation('Upload a scan result', {
    description:
      'Accepts the output of `oscap xccdf eval` with `--results-arf` or `--results`, optionally compressed with gzip or bzip2, ' +
      'or a report of InSpec (HDF), kube-bench, Wazuh SCA, Trivy (compliance) or Lynis, optionally compressed with gzip, ' +
      'as the newest result of the system and policy; earlier ones are kept. The scanned profile determines the policy, which ' +
      'the system must be assigned to. Uploading the same scan again changes nothing (200); an older one is refused.',
    access: ['compliance:report:write', 'inventory:hosts:read'],
    parameters: ApiHeader({
      name: 'Content-Encoding',
      required: false,
      description: 'How the document is compressed',
      schema: { type: 'string', enum: ['gzip', 'bzip2'] },
      example: 'gzip',
    }),
    body: [
      'streamed',
      {
        description:
          'The document. The example is accepted once the guide in the example of ImportSecurityGuide is imported and the system ' +
          'is assigned to a policy with its profile',
        required: true,
        content: reportContents(SMALLEST_RESULT),
      },
    ],
    returns: [
      ApiResponse({ status: 200, description: 'The result of the same scan, already stored', content: STORED }),
      written(201, TestResultRecord, { consumes: [] }),
    ],
    errors: [
      'invalid_document',
      'invalid_report',
      'processing_timed_out',
      'payload_too_large',
      'too_many_heavy_requests',
      'unsupported_media_type',
    ],
  })
  storeTestResult(
    @UploadedResult() document: ReceivedDocument,
    @ParentIds('system_id') request: RecordRequest<'system_id'>,
    @RequestClient() client: Client,
  ): Promise<StoredRecord<TestResultRecord>> {
    return this.results.store(request, document, client);
  }
}
