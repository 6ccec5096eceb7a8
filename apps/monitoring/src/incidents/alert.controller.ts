import { Controller, Delete, Get, HttpCode, Post, Put, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote, StreamedBody } from '@wardstone/bootstrap';
import {
  Acknowledgement,
  AcknowledgementResult,
  AlertCountQuery,
  AlertDefinitionRest,
  AlertExplanation,
  AlertFilterQuery,
  AlertListQuery,
  AlertQuery,
  AlertRest,
  IntegerValue,
  SlimAlert,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import {
  type Answer,
  listOf,
  type ListPage,
  one,
  Produces,
  RecordBody,
  type SentBody,
  TEXTS,
} from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { DEFINITION_BASICS_EXAMPLE } from '../alert-definitions/definition.examples';
import { EXAMPLE, EXPLANATION_EXAMPLE, SLIM_EXAMPLE } from './alert.examples';
import { AlertService } from './alert.service';
import { ALERT_PAGE, SLIM_ALERT_PAGE } from './alert.page';

const OfAlert = (): MethodDecorator => applyDecorators(Authenticated(), ApiErrors(MonitoringError.alert_not_found));

/** See rule alerts-15. */
@ApiTags('alert')
@Controller('rest/alert')
export class AlertController {
  constructor(private readonly alerts: AlertService) {}

  @Get()
  @Authenticated()
  @Produces('alert', listOf(AlertRest, ALERT_PAGE), { title: 'Alerts', example: [EXAMPLE], gzip: true })
  @ApiOperation({ operationId: 'listAlerts', summary: 'List fired alerts, newest first by default' })
  list(
    @RequestQuery(AlertListQuery) query: AlertListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<AlertRest> | Answer<ListPage<SlimAlert>>> {
    return this.alerts.list(query, caller);
  }

  @Get('count')
  @Authenticated()
  @Produces('alert', one(IntegerValue), { title: 'Number of alerts', example: { value: 3 } })
  @ApiOperation({ operationId: 'countAlerts', summary: 'Count fired alerts' })
  count(
    @RequestQuery(AlertCountQuery) query: AlertCountQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<IntegerValue> {
    return this.alerts.count(query, caller);
  }

  @Get(':id')
  @OfAlert()
  @Produces('alert', one(AlertRest, ALERT_PAGE), { title: 'Alert', example: EXAMPLE })
  @ApiOperation({ operationId: 'getAlert', summary: 'Get an alert' })
  read(
    @PathId() id: number,
    @RequestQuery(AlertQuery) query: AlertQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<AlertRest | Answer<SlimAlert>> {
    return this.alerts.read(id, query, caller);
  }

  @Get(':id/conditions')
  @OfAlert()
  @Produces('alert', TEXTS, {
    title: 'Conditions',
    example: ["category='AVAILABILITY', name='AVAIL_GOES_UP', comparator='null', threshold='null', option='null' : UP"],
  })
  @ApiOperation({ operationId: 'listAlertConditionLogs', summary: 'List the condition logs of an alert' })
  listConditions(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<string[]> {
    return this.alerts.listConditions(id, caller);
  }

  @Get(':id/notifications')
  @OfAlert()
  @Produces('alert', TEXTS, {
    title: 'Notifications',
    example: ['Direct Emails: SUCCESS: sent to [ops@example.test]'],
  })
  @ApiOperation({ operationId: 'listAlertNotificationLogs', summary: 'List the notifications of an alert' })
  listNotifications(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<string[]> {
    return this.alerts.listNotifications(id, caller);
  }

  @Get(':id/definition')
  @OfAlert()
  @Produces('alert', one(AlertDefinitionRest), {
    title: 'Alert definition',
    example: DEFINITION_BASICS_EXAMPLE,
  })
  @ApiOperation({ operationId: 'getDefinitionOfAlert', summary: 'Get the current definition of an alert' })
  readDefinition(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AlertDefinitionRest> {
    return this.alerts.readDefinition(id, caller);
  }

  @Get(':id/explain')
  @OfAlert()
  @Produces('alert', one(AlertExplanation), {
    title: 'Why the alert fired, and what became of it',
    example: EXPLANATION_EXAMPLE,
  })
  @Addition()
  @ApiOperation({
    operationId: 'explainAlert',
    summary: 'Explain why an alert fired, who was notified, and what is planned',
  })
  explain(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AlertExplanation> {
    return this.alerts.explain(id, caller);
  }

  @Post('acknowledge')
  @RequirePermission('MANAGE_ALERTS')
  @HttpCode(200)
  @Produces('alert', one(AcknowledgementResult), {
    title: 'Acknowledgement',
    example: { acknowledged: 57, remaining: 0 },
  })
  @Addition()
  @ApiOperation({
    operationId: 'acknowledgeAlerts',
    summary: 'Acknowledge several alerts with a comment; first acknowledgements stay',
    description:
      'Acknowledges open alerts that match the parameters, or those listed by id or problem. Alerts that you cannot see are not changed.',
  })
  acknowledgeAll(
    @RequestQuery(AlertFilterQuery) query: AlertFilterQuery,
    @RecordBody(Acknowledgement, {
      description: 'Which alerts, and a comment',
      example: { comment: 'disk ordered', problems: [{ definitionId: 10022, resourceId: 10007 }] },
    })
    body: SentBody<Acknowledgement>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<AcknowledgementResult> {
    return this.alerts.acknowledgeAll(query, body, caller, note);
  }

  @Put(':id')
  @OfAlert()
  @StreamedBody()
  @Produces('alert', one(SlimAlert, SLIM_ALERT_PAGE), { title: 'Alert', example: SLIM_EXAMPLE })
  @ApiErrors(MonitoringError.alert_forbidden)
  @ApiOperation({
    operationId: 'acknowledgeAlert',
    summary: 'Acknowledge an alert; the first acknowledgement stays',
  })
  acknowledge(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<SlimAlert> {
    return this.alerts.acknowledge(id, caller, note);
  }

  @Delete(':id')
  @OfAlert()
  @Removes('The alert is removed', MonitoringError.alert_not_found, 'a missing alert')
  @ApiErrors(MonitoringError.alert_forbidden)
  @ApiOperation({ operationId: 'deleteAlert', summary: 'Remove an alert and its logs' })
  remove(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.alerts.remove(id, caller, note);
  }
}
