import { Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { AlertEvaluation, InstallationRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { one, Produces } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { ExpressionService } from './expression.service';

const EVALUATION: AlertEvaluation = {
  definitionId: 10022,
  health: 'OK',
  problem: null,
  author: 'ann',
  evaluatedTime: 1_700_000_000_000,
  durationMs: 4,
  series: 1,
  settlingUntil: 0,
  instances: [
    {
      state: 'PENDING',
      labels: { job: 'node', instance: 'web-1:9100', severity: 'page' },
      annotations: { summary: 'web-1:9100 is down' },
      value: 0,
      activeTime: 1_699_999_940_000,
      resourceId: 10001,
      resourceName: 'web-1',
    },
  ],
};
const INSTALLATION = { title: 'Installation', example: { resourceId: 10001 } satisfies InstallationRest };

/** See rule alerts-65. */
@ApiTags('alert')
@Addition()
@Controller('rest/alert')
export class ExpressionController {
  constructor(private readonly expressions: ExpressionService) {}

  @Get('definition/:id/evaluation')
  @Authenticated()
  @Produces('alert', one(AlertEvaluation), { title: 'Evaluation', example: EVALUATION })
  @ApiErrors(
    MonitoringError.alert_definition_not_found,
    MonitoringError.alert_definition_forbidden,
    MonitoringError.expression_not_found,
  )
  @ApiOperation({
    operationId: 'getEvaluationOfDefinition',
    summary: 'Get the evaluation state of a definition with an expression',
    description:
      'Health, author, and pending and firing series. A definition of a group or type is evaluated on each of its resources.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AlertEvaluation> {
    return this.expressions.read(id, caller);
  }

  @Get('installation')
  @Authenticated()
  @Produces('alert', one(InstallationRest), INSTALLATION)
  @ApiErrors(MonitoringError.resource_not_found)
  @ApiOperation({
    operationId: 'getInstallation',
    summary: 'Get the resource for alert definitions of the whole installation',
    description: '404 until it is created, and without access to it.',
  })
  find(@Caller() caller: CallerIdentity): Promise<InstallationRest> {
    return this.expressions.findInstallation(caller);
  }

  @Put('installation')
  @RequirePermission('MANAGE_INVENTORY')
  @Produces('alert', one(InstallationRest), INSTALLATION)
  @ApiErrors(MonitoringError.resource_type_not_found)
  @ApiOperation({
    operationId: 'createInstallation',
    summary: 'Create the resource for alert definitions of the whole installation',
    description: 'Returns an existing one unchanged. Requires MANAGE_INVENTORY.',
  })
  create(@Audit() note: AuditNote): Promise<InstallationRest> {
    return this.expressions.createInstallation(note);
  }
}
