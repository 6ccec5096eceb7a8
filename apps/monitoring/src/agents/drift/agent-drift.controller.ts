import { Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { DriftReport, ReportResult } from '@wardstone/dto/monitoring';
import { Produces, one } from '@wardstone/media-types';
import { ReportBody, TakesReport } from '../report-body.decorator';
import type { SentReport } from '../reports/report-reader';
import { AgentDrift } from './agent-drift.service';

/** See rule agents-9. */
@ApiTags('agent')
@Controller('rest/agent/:name/drift')
export class AgentDriftController {
  constructor(private readonly drift: AgentDrift) {}

  @Post()
  @TakesReport()
  @Produces(['json'], one(ReportResult), {
    title: 'Result of the report',
    example: { reportId: 'r-19', accepted: 1, rejected: [], resync: false },
  })
  @ApiOperation({ operationId: 'reportDrift', summary: 'Report drift of files' })
  report(
    @Param('name') name: string,
    @ReportBody(DriftReport, {
      reportId: 'r-19',
      changeSets: [
        {
          resourceId: 10077,
          definition: 'config-files',
          version: 3,
          time: 1_772_899_500_000,
          inCompliance: false,
          drifts: [{ category: 'FILE_CHANGED', path: 'conf/a.toml' }],
        },
      ],
    })
    body: SentReport<DriftReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.drift.report(name, body, caller);
  }
}
