import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import { type AlertConditionRest, AlertDefinitionRest, DryRun, DryRunQuery } from '@wardstone/dto/monitoring';
import { RecordBody, result, type SentBody } from '@wardstone/media-types';
import { RequestQuery } from '../../api/request-query.decorator';
import { DEFINITION_SENT } from '../definition.examples';
import { DryRunService } from './dry-run.service';

const EXAMPLE: DryRun = {
  scope: undefined,
  result: undefined,
  resourceId: 10001,
  startTime: 1_700_000_000_000,
  endTime: 1_700_604_800_000,
  facts: 10_080,
  alertCount: 1,
  alerts: [
    {
      time: 1_700_123_456_000,
      summary: 'The condition was met 3 times in a row, as required.',
      matches: [
        {
          condition: 1,
          description: 'CPU Utilisation > 90 %',
          value: '0.97',
          valueText: '97 %',
          dataTime: 1_700_123_456_000,
        },
      ],
      notices: [
        {
          senderName: 'Direct Emails',
          kind: 'ALERT',
          outcome: 'TOLD',
          time: 1_700_123_476_000,
          addressees: [{ name: 'ops@example.test' }],
        },
        {
          senderName: 'On-Call Rotation',
          kind: 'ALERT',
          outcome: 'TOLD',
          time: 1_700_124_056_000,
          step: 1,
          addressees: [{ name: 'bob' }],
        },
      ],
    },
  ],
  notes: [],
};

/** Additions to the contract: dry runs of definitions against stored data. */
@ApiTags('alert')
@Addition()
@Controller('rest/alert')
export class DryRunController {
  constructor(private readonly dryRuns: DryRunService) {}

  @Post('definitions/dry-run')
  @Operation('Evaluate a definition over stored data', {
    description: 'Nothing is stored and no notification is sent. The definition is treated as enabled.',
    access: 'authenticated',
    returns: result('alert', DryRun, { title: 'Dry run', example: EXAMPLE }),
    status: 200,
    errors: [
      'resource_not_found',
      'resource_forbidden',
      'group_not_found',
      'group_forbidden',
      'metric_definition_not_found',
      'alert_definition_not_found',
      'escalation_not_found',
      'too_many_heavy_requests',
    ],
  })
  dryRunAlertDefinition(
    @RequestQuery(DryRunQuery) query: DryRunQuery,
    @RecordBody(AlertDefinitionRest, {
      description: 'The definition; its name is ignored, notifications need not be complete',
      // The id of a metric would be invalid on other installations, so the example has none.
      example: {
        ...DEFINITION_SENT,
        conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' } as AlertConditionRest],
      },
    })
    body: SentBody<AlertDefinitionRest>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<DryRun> {
    return this.dryRuns.run(query, body, caller, client);
  }
}
