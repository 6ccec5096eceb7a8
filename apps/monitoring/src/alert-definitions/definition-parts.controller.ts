import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { AlertConditionRest, AlertNotificationRest, NotificationCheckQuery } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { Removes } from '../api/removes.decorator';
import { ConditionService } from './condition.service';
import { CONDITION_EXAMPLE, CONDITION_SENT, NOTIFICATION_EXAMPLE, NOTIFICATION_SENT } from './definition.examples';
import { NotificationService } from './notification.service';

const SHOWN_CONDITION = { title: 'Alert condition', example: CONDITION_EXAMPLE };
const SENT_CONDITION = {
  description: 'The condition; required fields depend on the category',
  example: CONDITION_SENT,
};

/** See rule alerts-11. */
@ApiTags('alert')
@Authenticated()
@ApiErrors(MonitoringError.alert_definition_forbidden)
@Controller('rest/alert')
export class ConditionController {
  constructor(private readonly conditions: ConditionService) {}

  @Post('definition/:id/conditions')
  @Produces('alert', one(AlertConditionRest), { ...SHOWN_CONDITION, status: 201 })
  @ApiErrors(MonitoringError.alert_definition_not_found, MonitoringError.metric_definition_not_found)
  @ApiOperation({ operationId: 'addAlertCondition', summary: 'Add a condition to an alert definition' })
  create(
    @PathId() id: number,
    @RecordBody(AlertConditionRest, SENT_CONDITION) body: SentBody<AlertConditionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertConditionRest>> {
    return this.conditions.create(id, body, caller, note);
  }

  @Get('condition/:cid')
  @Produces('alert', one(AlertConditionRest), SHOWN_CONDITION)
  @ApiErrors(MonitoringError.alert_condition_not_found)
  @ApiOperation({ operationId: 'getAlertCondition', summary: 'Get a condition' })
  read(@PathId('cid') id: number, @Caller() caller: CallerIdentity): Promise<AlertConditionRest> {
    return this.conditions.read(id, caller);
  }

  @Put('condition/:cid')
  @Produces('alert', one(AlertConditionRest), SHOWN_CONDITION)
  @ApiErrors(MonitoringError.alert_condition_not_found, MonitoringError.metric_definition_not_found)
  @ApiOperation({ operationId: 'updateAlertCondition', summary: 'Replace a condition; it gets a new id' })
  change(
    @PathId('cid') id: number,
    @RecordBody(AlertConditionRest, SENT_CONDITION) body: SentBody<AlertConditionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertConditionRest>> {
    return this.conditions.change(id, body, caller, note);
  }

  @Delete('condition/:cid')
  @Removes('The condition is removed', MonitoringError.alert_condition_not_found, 'a missing condition')
  @ApiOperation({ operationId: 'deleteAlertCondition', summary: 'Remove a condition' })
  remove(@PathId('cid') id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.conditions.remove(id, caller, note);
  }
}

const SHOWN_NOTIFICATION = { title: 'Alert notification', example: NOTIFICATION_EXAMPLE };
const SENT_NOTIFICATION = {
  description: 'The notification; a configuration that its sender cannot use is refused',
  example: NOTIFICATION_SENT,
};

/** See rule alerts-13. */
@ApiTags('alert')
@Authenticated()
@ApiErrors(MonitoringError.alert_definition_forbidden)
@Controller('rest/alert')
export class NotificationController {
  constructor(private readonly notifications: NotificationService) {}

  @Post('definition/:id/notifications')
  @Produces('alert', one(AlertNotificationRest), { ...SHOWN_NOTIFICATION, status: 201 })
  @ApiErrors(MonitoringError.alert_definition_not_found, MonitoringError.alert_sender_not_found)
  @ApiOperation({ operationId: 'addAlertNotification', summary: 'Add a notification to an alert definition' })
  create(
    @PathId() id: number,
    @RequestQuery(NotificationCheckQuery) query: NotificationCheckQuery,
    @RecordBody(AlertNotificationRest, SENT_NOTIFICATION) body: SentBody<AlertNotificationRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertNotificationRest>> {
    return this.notifications.create(id, query, body, caller, note);
  }

  @Get('notification/:nid')
  @Produces('alert', one(AlertNotificationRest), SHOWN_NOTIFICATION)
  @ApiErrors(MonitoringError.alert_notification_not_found)
  @ApiOperation({ operationId: 'getAlertNotification', summary: 'Get a notification' })
  read(@PathId('nid') id: number, @Caller() caller: CallerIdentity): Promise<AlertNotificationRest> {
    return this.notifications.read(id, caller);
  }

  @Put('notification/:nid')
  @Produces('alert', one(AlertNotificationRest), SHOWN_NOTIFICATION)
  @ApiErrors(MonitoringError.alert_notification_not_found, MonitoringError.alert_sender_not_found)
  @ApiOperation({
    operationId: 'updateAlertNotification',
    summary: 'Replace the configuration of a notification; it gets a new id',
  })
  change(
    @PathId('nid') id: number,
    @RequestQuery(NotificationCheckQuery) query: NotificationCheckQuery,
    @RecordBody(AlertNotificationRest, SENT_NOTIFICATION) body: SentBody<AlertNotificationRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertNotificationRest>> {
    return this.notifications.change(id, query, body, caller, note);
  }

  @Delete('notification/:nid')
  @Removes('The notification is removed', MonitoringError.alert_notification_not_found, 'a missing notification')
  @ApiOperation({ operationId: 'deleteAlertNotification', summary: 'Remove a notification' })
  remove(@PathId('nid') id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.notifications.remove(id, caller, note);
  }
}
