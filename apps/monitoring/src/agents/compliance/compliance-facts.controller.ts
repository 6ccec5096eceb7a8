import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Addition, Operation } from '@wardstone/bootstrap';
import { ComplianceReport, ComplianceResult } from '@wardstone/dto/monitoring';
import { result } from '@wardstone/media-types';
import type { SentReport } from '../reports/report-reader';
import { ComplianceFacts } from './compliance-facts.service';
import { ReportBody } from '../report-body';

const reportId = '6f0a1c52-9d1f-4f1c-8d77-3a1a4d2f5b10';
const systemId = '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44';

@ApiTags('agent')
@Addition()
@Controller('rest/compliance')
export class ComplianceFactsController {
  constructor(private readonly facts: ComplianceFacts) {}

  @Post('facts')
  @Operation('Report scores and events of compliance policies', {
    description:
      'Internal: only the compliance service may call this; no role grants the permission. Facts are stored once. Facts about machines that are not in inventory, or that another login registered, must be sent again later.',
    access: 'REPORT_COMPLIANCE',
    returns: result('agent', ComplianceResult, {
      title: 'Result of the report',
      example: { reportId, accepted: 1, waiting: [], rejected: [], platforms: [{ systemId, resourceId: 10076 }] },
    }),
    status: 200,
  })
  reportComplianceFacts(
    @ReportBody(ComplianceReport, {
      reportId,
      facts: [
        {
          moment: 1_772_899_501_000_000,
          agent: 'web-1',
          subject: 'wardstone|default|web-1|2026-01-15T12:00:00.000Z',
          systemId,
          policyId: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
          policy: 'CIS for the web servers',
          fresh: true,
          time: 1_772_899_440_000,
          score: 61.5,
          scoreWithExceptions: 74,
          failedRules: 9,
          verdict: 'not_compliant',
          verdictWithExceptions: 'not_compliant',
          events: [{ severity: 'ERROR', detail: 'Non-compliant: score 61.5 is below 80' }],
        },
      ],
    })
    body: SentReport<ComplianceReport>,
  ): Promise<ComplianceResult> {
    return this.facts.report(body);
  }
}
