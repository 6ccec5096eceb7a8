import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, NoContent, StreamedBody } from '@wardstone/bootstrap';
import { AlertConditionRest, DeletionQuery } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, AREA_TYPES, one, type Parsed, Produces, RecordBody, type Sent } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { ConditionService } from './condition.service';
import { CONDITION_EXAMPLE, CONDITION_SENT } from './definition.examples';

const SHOWN = { title: 'Alert condition', example: CONDITION_EXAMPLE };
const SENT = { description: 'The condition; required fields depend on the category', example: CONDITION_SENT };

/** See rule alerts-11. */
@ApiTags('alert')
@Authenticated()
@ApiErrors(MonitoringError.alert_definition_forbidden)
@Controller('rest/alert')
export class ConditionController {
  constructor(private readonly conditions: ConditionService) {}

  @Post('definition/:id/conditions')
  @Produces(AREA_TYPES.alert, one(AlertConditionRest), { ...SHOWN, status: 201 })
  @ApiErrors(MonitoringError.alert_definition_not_found, MonitoringError.metric_definition_not_found)
  @ApiOperation({ operationId: 'addAlertCondition', summary: 'Add a condition to an alert definition' })
  create(
    @PathId() id: number,
    @RecordBody(AlertConditionRest, SENT) body: Parsed<Sent<AlertConditionRest>>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertConditionRest>> {
    return this.conditions.create(id, body, caller, note);
  }

  @Get('condition/:cid')
  @Produces(AREA_TYPES.alert, one(AlertConditionRest), SHOWN)
  @ApiErrors(MonitoringError.alert_condition_not_found)
  @ApiOperation({ operationId: 'getAlertCondition', summary: 'One condition' })
  read(@PathId('cid') id: number, @Caller() caller: CallerIdentity): Promise<AlertConditionRest> {
    return this.conditions.read(id, caller);
  }

  @Put('condition/:cid')
  @Produces(AREA_TYPES.alert, one(AlertConditionRest), SHOWN)
  @ApiErrors(MonitoringError.alert_condition_not_found, MonitoringError.metric_definition_not_found)
  @ApiOperation({ operationId: 'updateAlertCondition', summary: 'Replace a condition; it gets a new id' })
  change(
    @PathId('cid') id: number,
    @RecordBody(AlertConditionRest, SENT) body: Parsed<Sent<AlertConditionRest>>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertConditionRest>> {
    return this.conditions.change(id, body, caller, note);
  }

  @Delete('condition/:cid')
  @NoContent('The condition is removed')
  @StreamedBody()
  @ApiErrors(MonitoringError.alert_condition_not_found)
  @ApiOperation({ operationId: 'deleteAlertCondition', summary: 'Remove a condition' })
  remove(
    @PathId('cid') id: number,
    @RequestQuery(DeletionQuery, { validate: 'Whether a missing condition is an error' })
    query: DeletionQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.conditions.remove(id, query, caller, note);
  }
}
