import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Addition, Operation } from '@wardstone/bootstrap';
import { ComplianceMail, ComplianceMailResult } from '@wardstone/dto/monitoring';
import { result } from '@wardstone/media-types';
import { ReportBody } from '../../agents/report-body';
import type { SentReport } from '../../agents/reports/report-reader';
import { ComplianceMailService } from './compliance-mail.service';

const reportId = '6f0a1c52-9d1f-4f1c-8d77-3a1a4d2f5b10';
const SENT = { target: 'ann: ann@example.org', outcome: 'sent', text: 'ann: ann@example.org' } as const;

@ApiTags('notifications')
@Addition()
@Controller('rest/compliance')
export class ComplianceMailController {
  constructor(private readonly mails: ComplianceMailService) {}

  @Post('mails')
  @Operation('Mail evidence of a compliance policy', {
    description:
      'Internal: only the compliance service may call this; no role grants the permission. One attempt: one mail per address, and one message per channel, without files. The caller keeps the outcomes and sends them with the next attempt.',
    access: 'REPORT_COMPLIANCE',
    returns: result('agent', ComplianceMailResult, {
      title: 'Result of the attempt',
      example: { reportId, message: 'sent to [ann: ann@example.org]', outcomes: [SENT] },
    }),
    status: 200,
  })
  mailComplianceEvidence(
    @ReportBody(ComplianceMail, {
      reportId,
      policyId: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
      subject: 'Evidence: CIS for the web servers',
      lines: ['12 of 14 systems comply.'],
      fileLines: ['Attached: evidence.csv.'],
      people: ['ann'],
      roles: [],
      addresses: [],
      channels: [
        { name: 'Auditors', sender: 'Slack', config: { url: 'https://hooks.slack.example/services/T0/B0/secret' } },
      ],
      outcomes: [],
      attempts: 0,
      since: 1_772_899_440_000,
      attachments: [{ name: 'evidence.csv', mediaType: 'text/csv', content: 'cG9saWN5LHN5c3RlbQo=' }],
    })
    body: SentReport<ComplianceMail>,
  ): Promise<ComplianceMailResult> {
    return this.mails.send(body);
  }
}
