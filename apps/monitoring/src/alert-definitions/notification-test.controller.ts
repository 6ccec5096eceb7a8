import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { StreamedBody } from '@wardstone/bootstrap';
import { AlertNotificationRest, DefinitionOwnerQuery, NotificationTest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { NOTIFICATION_SENT } from './definition.examples';
import { NotificationTestService } from './notification-test.service';

const EXAMPLE: NotificationTest = {
  senderName: 'Direct Emails',
  state: 'SUCCESS',
  message: 'sent to [ops@example.test]',
  responses: ['ops@example.test: 250 2.0.0 Ok: queued'],
};

/** Beyond the contract: trying a notification out. */
@ApiTags('alert')
@Authenticated()
@Addition()
@Controller('rest/alert')
export class NotificationTestController {
  constructor(private readonly tests: NotificationTestService) {}

  @Post('notification/:nid/test')
  @HttpCode(200)
  @StreamedBody()
  @Produces('alert', one(NotificationTest), {
    title: 'Notification test',
    example: EXAMPLE,
  })
  @ApiErrors(
    MonitoringError.alert_notification_not_found,
    MonitoringError.alert_definition_forbidden,
    MonitoringError.too_many_tests,
  )
  @ApiOperation({
    operationId: 'testAlertNotification',
    summary: 'Send a test notification',
    description: 'One attempt, without an alert or a log. Operations are really executed.',
  })
  send(@PathId('nid') id: number, @Caller() caller: CallerIdentity): Promise<NotificationTest> {
    return this.tests.send(id, caller);
  }

  @Post('sender/:name/test')
  @HttpCode(200)
  @ApiParam({ name: 'name', description: 'Name of the sender, exactly' })
  @Produces('alert', one(NotificationTest), { title: 'Notification test', example: EXAMPLE })
  @ApiErrors(
    MonitoringError.alert_sender_not_found,
    MonitoringError.alert_notification_not_found,
    MonitoringError.resource_not_found,
    MonitoringError.resource_forbidden,
    MonitoringError.group_not_found,
    MonitoringError.group_forbidden,
    MonitoringError.mixed_group,
    MonitoringError.resource_type_not_found,
    MonitoringError.alert_definition_forbidden,
    MonitoringError.too_many_tests,
  )
  @ApiOperation({
    operationId: 'testAlertSender',
    summary: 'Send a test notification before it is stored',
    description:
      'For those who may create a definition for the owner. One attempt, without an alert or a log; at most ten a minute. An id in the body names a stored notification whose masked secret is used.',
  })
  sendDraft(
    @Param('name') name: string,
    @RequestQuery(DefinitionOwnerQuery) query: DefinitionOwnerQuery,
    @RecordBody(AlertNotificationRest, { description: 'The notification', example: NOTIFICATION_SENT })
    body: SentBody<AlertNotificationRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<NotificationTest> {
    return this.tests.sendDraft(name, query, body, caller);
  }
}
