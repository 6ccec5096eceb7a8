import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, NoContent, StreamedBody } from '@wardstone/bootstrap';
import { AlertNotificationRest, DeletionQuery } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, AREA_TYPES, one, type Parsed, Produces, RecordBody, type Sent } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { NotificationService } from './notification.service';
import { NOTIFICATION_EXAMPLE, NOTIFICATION_SENT } from './definition.examples';

const SHOWN = { title: 'Alert notification', example: NOTIFICATION_EXAMPLE };
const SENT = {
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
  @Produces(AREA_TYPES.alert, one(AlertNotificationRest), { ...SHOWN, status: 201 })
  @ApiErrors(MonitoringError.alert_definition_not_found, MonitoringError.alert_sender_not_found)
  @ApiOperation({ operationId: 'addAlertNotification', summary: 'Add a notification to an alert definition' })
  create(
    @PathId() id: number,
    @RecordBody(AlertNotificationRest, SENT) body: Parsed<Sent<AlertNotificationRest>>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertNotificationRest>> {
    return this.notifications.create(id, body, caller, note);
  }

  @Get('notification/:nid')
  @Produces(AREA_TYPES.alert, one(AlertNotificationRest), SHOWN)
  @ApiErrors(MonitoringError.alert_notification_not_found)
  @ApiOperation({ operationId: 'getAlertNotification', summary: 'One notification' })
  read(@PathId('nid') id: number, @Caller() caller: CallerIdentity): Promise<AlertNotificationRest> {
    return this.notifications.read(id, caller);
  }

  @Put('notification/:nid')
  @Produces(AREA_TYPES.alert, one(AlertNotificationRest), SHOWN)
  @ApiErrors(MonitoringError.alert_notification_not_found, MonitoringError.alert_sender_not_found)
  @ApiOperation({
    operationId: 'updateAlertNotification',
    summary: 'Replace the configuration of a notification; it gets a new id',
  })
  change(
    @PathId('nid') id: number,
    @RecordBody(AlertNotificationRest, SENT) body: Parsed<Sent<AlertNotificationRest>>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertNotificationRest>> {
    return this.notifications.change(id, body, caller, note);
  }

  @Delete('notification/:nid')
  @NoContent('The notification is removed')
  @StreamedBody()
  @ApiErrors(MonitoringError.alert_notification_not_found)
  @ApiOperation({ operationId: 'deleteAlertNotification', summary: 'Remove a notification' })
  remove(
    @PathId('nid') id: number,
    @RequestQuery(DeletionQuery, { validate: 'Whether a missing notification is an error' })
    query: DeletionQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.notifications.remove(id, query, caller, note);
  }
}
