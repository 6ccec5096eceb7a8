import { Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { ConfigurationReport, ReportResult } from '@wardstone/dto/monitoring';
import { Produces, one } from '@wardstone/media-types';
import { ReportBody, TakesReport } from '../report-body.decorator';
import type { SentReport } from '../reports/report-reader';
import { AgentConfigurations } from './agent-configurations.service';

/** See rule agents-9. */
@ApiTags('agent')
@Controller('rest/agent/:name/configurations')
export class AgentConfigurationsController {
  constructor(private readonly configurations: AgentConfigurations) {}

  @Post()
  @TakesReport()
  @Produces(['json'], one(ReportResult), {
    title: 'Result of the report',
    example: { reportId: 'r-18', accepted: 1, rejected: [], resync: false },
  })
  @ApiOperation({ operationId: 'reportConfigurations', summary: 'Report configurations of resources' })
  report(
    @Param('name') name: string,
    @ReportBody(ConfigurationReport, {
      reportId: 'r-18',
      items: [{ resourceId: 10077, resourceConfig: { port: '9000', logLevel: 'WARN' } }],
    })
    body: SentReport<ConfigurationReport>,
    @Caller() caller: CallerIdentity,
  ): Promise<ReportResult> {
    return this.configurations.report(name, body, caller);
  }
}
