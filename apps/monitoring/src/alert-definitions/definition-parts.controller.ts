import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { AlertConditionRest, AlertNotificationRest, NotificationCheckQuery } from '@wardstone/dto/monitoring';
import { type HandlerResponse, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { ConditionService } from './condition.service';
import { CONDITION_EXAMPLE, CONDITION_SENT, NOTIFICATION_EXAMPLE, NOTIFICATION_SENT } from './definition.examples';
import { NotificationService } from './notification.service';
import { removal } from '../api/removal';

const SHOWN_CONDITION = { title: 'Alert condition', example: CONDITION_EXAMPLE };
const SENT_CONDITION = {
  description: 'The condition; required fields depend on the category',
  example: CONDITION_SENT,
};

/** See rule alerts-11. */
@ApiTags('alert')
@Controller('rest/alert')
export class ConditionController {
  constructor(private readonly conditions: ConditionService) {}

  @Post('definition/:id/conditions')
  @Operation('Add a condition to an alert definition', {
    access: 'authenticated',
    returns: result('alert', AlertConditionRest, { ...SHOWN_CONDITION, status: 201 }),
    errors: [
      'alert_definition_forbidden',
      'alert_definition_not_found',
      'metric_definition_not_found',
      'too_many_expressions',
    ],
  })
  addAlertCondition(
    @PathId() id: number,
    @RecordBody(AlertConditionRest, SENT_CONDITION) body: SentBody<AlertConditionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<AlertConditionRest>> {
    return this.conditions.create(id, body, caller, note);
  }

  @Get('condition/:cid')
  @Operation('Get a condition', {
    access: 'authenticated',
    returns: result('alert', AlertConditionRest, SHOWN_CONDITION),
    errors: ['alert_definition_forbidden', 'alert_condition_not_found'],
  })
  getAlertCondition(@PathId('cid') id: number, @Caller() caller: CallerIdentity): Promise<AlertConditionRest> {
    return this.conditions.read(id, caller);
  }

  @Put('condition/:cid')
  @Operation('Replace a condition; it gets a new id', {
    access: 'authenticated',
    returns: result('alert', AlertConditionRest, SHOWN_CONDITION),
    errors: [
      'alert_definition_forbidden',
      'alert_condition_not_found',
      'metric_definition_not_found',
      'too_many_expressions',
    ],
  })
  updateAlertCondition(
    @PathId('cid') id: number,
    @RecordBody(AlertConditionRest, SENT_CONDITION) body: SentBody<AlertConditionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<AlertConditionRest>> {
    return this.conditions.change(id, body, caller, note);
  }

  @Delete('condition/:cid')
  @Operation('Remove a condition', {
    access: 'authenticated',
    returns: removal('The condition is removed', 'alert_condition_not_found', 'a missing condition'),
    errors: ['alert_definition_forbidden'],
  })
  deleteAlertCondition(
    @PathId('cid') id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
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
@Controller('rest/alert')
export class NotificationController {
  constructor(private readonly notifications: NotificationService) {}

  @Post('definition/:id/notifications')
  @Operation('Add a notification to an alert definition', {
    access: 'authenticated',
    returns: result('alert', AlertNotificationRest, { ...SHOWN_NOTIFICATION, status: 201 }),
    errors: ['alert_definition_forbidden', 'alert_definition_not_found', 'alert_sender_not_found'],
  })
  addAlertNotification(
    @PathId() id: number,
    @RequestQuery(NotificationCheckQuery) query: NotificationCheckQuery,
    @RecordBody(AlertNotificationRest, SENT_NOTIFICATION) body: SentBody<AlertNotificationRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<AlertNotificationRest>> {
    return this.notifications.create(id, query, body, caller, note);
  }

  @Get('notification/:nid')
  @Operation('Get a notification', {
    access: 'authenticated',
    returns: result('alert', AlertNotificationRest, SHOWN_NOTIFICATION),
    errors: ['alert_definition_forbidden', 'alert_notification_not_found'],
  })
  getAlertNotification(@PathId('nid') id: number, @Caller() caller: CallerIdentity): Promise<AlertNotificationRest> {
    return this.notifications.read(id, caller);
  }

  @Put('notification/:nid')
  @Operation('Replace the configuration of a notification; it gets a new id', {
    access: 'authenticated',
    returns: result('alert', AlertNotificationRest, SHOWN_NOTIFICATION),
    errors: ['alert_definition_forbidden', 'alert_notification_not_found', 'alert_sender_not_found'],
  })
  updateAlertNotification(
    @PathId('nid') id: number,
    @RequestQuery(NotificationCheckQuery) query: NotificationCheckQuery,
    @RecordBody(AlertNotificationRest, SENT_NOTIFICATION) body: SentBody<AlertNotificationRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<AlertNotificationRest>> {
    return this.notifications.change(id, query, body, caller, note);
  }

  @Delete('notification/:nid')
  @Operation('Remove a notification', {
    access: 'authenticated',
    returns: removal('The notification is removed', 'alert_notification_not_found', 'a missing notification'),
    errors: ['alert_definition_forbidden'],
  })
  deleteAlertNotification(
    @PathId('nid') id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.notifications.remove(id, caller, note);
  }
}
