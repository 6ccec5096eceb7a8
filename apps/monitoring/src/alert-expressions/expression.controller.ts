import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { AlertEvaluation, InstallationRest } from '@wardstone/dto/monitoring';
import { result } from '@wardstone/media-types';
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
  @Operation('Get the evaluation state of a definition with an expression', {
    description:
      'Health, author, and pending and firing series. A definition of a group or type is evaluated on each of its resources.',
    access: 'authenticated',
    returns: result('alert', AlertEvaluation, { title: 'Evaluation', example: EVALUATION }),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden', 'expression_not_found'],
  })
  getEvaluationOfDefinition(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AlertEvaluation> {
    return this.expressions.read(id, caller);
  }

  @Get('installation')
  @Operation('Get the resource for alert definitions of the whole installation', {
    description: '404 until it is created, and without access to it.',
    access: 'authenticated',
    returns: result('alert', InstallationRest, INSTALLATION),
    errors: ['resource_not_found'],
  })
  getInstallation(@Caller() caller: CallerIdentity): Promise<InstallationRest> {
    return this.expressions.findInstallation(caller);
  }

  @Put('installation')
  @Operation('Create the resource for alert definitions of the whole installation', {
    description: 'Returns an existing one unchanged. Requires MANAGE_INVENTORY.',
    access: 'MANAGE_INVENTORY',
    returns: result('alert', InstallationRest, INSTALLATION),
    errors: ['resource_type_not_found'],
  })
  createInstallation(@Audit() note: AuditNote): Promise<InstallationRest> {
    return this.expressions.createInstallation(note);
  }
}
