import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller } from '@wardstone/auth';
import type { CallerIdentity } from '@wardstone/auth';
import { StreamedBody } from '@wardstone/bootstrap';
import { NotificationTest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, Produces, one } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { NotificationTestService } from './notification-test.service';

/** Beyond the contract: trying a notification out. */
@ApiTags('alert')
@Controller('rest/alert')
export class NotificationTestController {
  constructor(@Inject(NotificationTestService) private readonly tests: NotificationTestService) {}

  @Post('notification/:nid/test')
  @Authenticated()
  @HttpCode(200)
  @StreamedBody()
  @Produces(AREA_TYPES.alert, one(NotificationTest), {
    title: 'Notification test',
    example: { senderName: 'Direct Emails', state: 'SUCCESS', message: 'sent to [ops@example.test]' },
  })
  @ApiErrors(MonitoringError.alert_notification_not_found, MonitoringError.alert_definition_forbidden)
  @ApiOperation({
    operationId: 'testAlertNotification',
    summary: 'Send a test notification',
    description: 'One attempt, without an alert or a log. Operations are really executed.',
  })
  send(@PathId('nid') id: number, @Caller() caller: CallerIdentity): Promise<NotificationTest> {
    return this.tests.send(id, caller);
  }
}
