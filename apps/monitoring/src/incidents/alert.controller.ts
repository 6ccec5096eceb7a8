import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
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
import {
  type HandlerResponse,
  toListKind,
  type ListPage,
  one,
  RecordBody,
  result,
  type SentBody,
  TEXTS,
} from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { DEFINITION_BASICS_EXAMPLE } from '../alert-definitions/definition.examples';
import { EXAMPLE, EXPLANATION_EXAMPLE, SLIM_EXAMPLE } from './alert.examples';
import { AlertService } from './alert.service';
import { ALERT_PAGE, SLIM_ALERT_PAGE } from './alert.page';
import { removal } from '../api/removal';

/** See rule alerts-15. */
@ApiTags('alert')
@Controller('rest/alert')
export class AlertController {
  constructor(private readonly alerts: AlertService) {}

  @Get()
  @Operation('List fired alerts, newest first by default', {
    access: 'authenticated',
    returns: result('alert', toListKind(AlertRest, ALERT_PAGE), { title: 'Alerts', example: [EXAMPLE], gzip: true }),
  })
  listAlerts(
    @RequestQuery(AlertListQuery) query: AlertListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<AlertRest> | HandlerResponse<ListPage<SlimAlert>>> {
    return this.alerts.list(query, caller);
  }

  @Get('count')
  @Operation('Count fired alerts', {
    access: 'authenticated',
    returns: result('alert', IntegerValue, { title: 'Number of alerts', example: { value: 3 } }),
  })
  countAlerts(
    @RequestQuery(AlertCountQuery) query: AlertCountQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<IntegerValue> {
    return this.alerts.count(query, caller);
  }

  @Get(':id')
  @Operation('Get an alert', {
    access: 'authenticated',
    returns: result('alert', one(AlertRest, ALERT_PAGE), { title: 'Alert', example: EXAMPLE }),
    errors: ['alert_not_found'],
  })
  getAlert(
    @PathId() id: number,
    @RequestQuery(AlertQuery) query: AlertQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<AlertRest | HandlerResponse<SlimAlert>> {
    return this.alerts.read(id, query, caller);
  }

  @Get(':id/conditions')
  @Operation('List the condition logs of an alert', {
    access: 'authenticated',
    returns: result('alert', TEXTS, {
      title: 'Conditions',
      example: [
        "category='AVAILABILITY', name='AVAIL_GOES_UP', comparator='null', threshold='null', option='null' : UP",
      ],
    }),
    errors: ['alert_not_found'],
  })
  listAlertConditionLogs(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<string[]> {
    return this.alerts.listConditions(id, caller);
  }

  @Get(':id/notifications')
  @Operation('List the notifications of an alert', {
    access: 'authenticated',
    returns: result('alert', TEXTS, {
      title: 'Notifications',
      example: ['Direct Emails: SUCCESS: sent to [ops@example.test]'],
    }),
    errors: ['alert_not_found'],
  })
  listAlertNotificationLogs(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<string[]> {
    return this.alerts.listNotifications(id, caller);
  }

  @Get(':id/definition')
  @Operation('Get the current definition of an alert', {
    access: 'authenticated',
    returns: result('alert', AlertDefinitionRest, { title: 'Alert definition', example: DEFINITION_BASICS_EXAMPLE }),
    errors: ['alert_not_found'],
  })
  getDefinitionOfAlert(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AlertDefinitionRest> {
    return this.alerts.readDefinition(id, caller);
  }

  @Get(':id/explain')
  @Operation('Explain why an alert fired, who was notified, and what is planned', {
    access: 'authenticated',
    returns: result('alert', AlertExplanation, {
      title: 'Why the alert fired, and what became of it',
      example: EXPLANATION_EXAMPLE,
    }),
    errors: ['alert_not_found'],
    addition: true,
  })
  explainAlert(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AlertExplanation> {
    return this.alerts.explain(id, caller);
  }

  @Post('acknowledge')
  @Operation('Acknowledge several alerts with a comment; first acknowledgements stay', {
    description:
      'Acknowledges open alerts that match the parameters, or those listed by id or problem. Alerts that you cannot see are not changed.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', AcknowledgementResult, {
      title: 'Acknowledgement',
      example: { acknowledged: 57, remaining: 0 },
    }),
    status: 200,
    addition: true,
  })
  acknowledgeAlerts(
    @RequestQuery(AlertFilterQuery) query: AlertFilterQuery,
    @RecordBody(Acknowledgement, {
      description: 'Alerts to acknowledge, and a comment',
      example: { comment: 'disk ordered', problems: [{ definitionId: 10022, resourceId: 10007 }] },
    })
    body: SentBody<Acknowledgement>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<AcknowledgementResult> {
    return this.alerts.acknowledgeAll(query, body, caller, note);
  }

  @Put(':id')
  @Operation('Acknowledge an alert; the first acknowledgement stays', {
    access: 'authenticated',
    body: 'ignored',
    returns: result('alert', one(SlimAlert, SLIM_ALERT_PAGE), { title: 'Alert', example: SLIM_EXAMPLE }),
    errors: ['alert_not_found', 'alert_forbidden'],
  })
  acknowledgeAlert(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<SlimAlert> {
    return this.alerts.acknowledge(id, caller, note);
  }

  @Delete(':id')
  @Operation('Remove an alert and its logs', {
    access: 'authenticated',
    returns: removal('The alert is removed', 'alert_not_found', 'a missing alert'),
    errors: ['alert_not_found', 'alert_forbidden'],
  })
  deleteAlert(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.alerts.remove(id, caller, note);
  }
}
