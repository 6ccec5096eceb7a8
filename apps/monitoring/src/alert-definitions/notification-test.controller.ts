import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Operation } from '@wardstone/bootstrap';
import { AlertNotificationRest, DefinitionOwnerQuery, NotificationTest } from '@wardstone/dto/monitoring';
import { RecordBody, result, type SentBody } from '@wardstone/media-types';
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

/** Additions to the contract: test notifications. */
@ApiTags('alert')
@Addition()
@Controller('rest/alert')
export class NotificationTestController {
  constructor(private readonly tests: NotificationTestService) {}

  @Post('notification/:nid/test')
  @Operation('Send a test notification', {
    description:
      'Makes one attempt; no alert is created and nothing is logged. A notification that starts an operation does start it.',
    access: 'authenticated',
    body: 'ignored',
    returns: result('alert', NotificationTest, { title: 'Notification test', example: EXAMPLE }),
    status: 200,
    errors: ['alert_notification_not_found', 'alert_definition_forbidden', 'too_many_tests'],
  })
  testAlertNotification(@PathId('nid') id: number, @Caller() caller: CallerIdentity): Promise<NotificationTest> {
    return this.tests.send(id, caller);
  }

  @Post('sender/:name/test')
  @Operation('Send a test notification before it is stored', {
    description:
      'Requires the permission to create a definition for the owner. Makes one attempt; no alert is created and nothing is logged. At most ten tests a minute. An id in the body names a stored notification whose masked secret is used.',
    access: 'authenticated',
    path: { name: 'Name of the sender, exactly' },
    returns: result('alert', NotificationTest, { title: 'Notification test', example: EXAMPLE }),
    status: 200,
    errors: [
      'alert_sender_not_found',
      'alert_notification_not_found',
      'resource_not_found',
      'resource_forbidden',
      'group_not_found',
      'group_forbidden',
      'mixed_group',
      'resource_type_not_found',
      'alert_definition_forbidden',
      'too_many_tests',
    ],
  })
  testAlertSender(
    @Param('name') name: string,
    @RequestQuery(DefinitionOwnerQuery) query: DefinitionOwnerQuery,
    @RecordBody(AlertNotificationRest, { description: 'The notification', example: NOTIFICATION_SENT })
    body: SentBody<AlertNotificationRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<NotificationTest> {
    return this.tests.sendDraft(name, query, body, caller);
  }
}
