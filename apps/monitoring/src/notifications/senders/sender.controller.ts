import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { AlertSender } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { toLink } from '@wardstone/dto';
import { listOf, one, Produces } from '@wardstone/media-types';
import { SenderService } from './sender.service';

const EXAMPLE: AlertSender = {
  senderName: 'Direct Emails',
  description: 'sends e-mail to fixed addresses',
  label: 'Direct Emails',
  problem: undefined,
  testable: true,
  link: toLink('self', 'http://localhost:8080/rest/alert/sender/Direct%20Emails'),
  configDefinition: undefined,
  properties: undefined,
};

const ONE: AlertSender = {
  ...EXAMPLE,
  configDefinition: { emailAddress: 'LONG_STRING' },
  properties: [
    {
      name: 'emailAddress',
      type: 'LONG_STRING',
      label: 'E-mail addresses',
      help: 'Separated by commas, e.g. ops@example.com, night@example.com',
      required: true,
      kind: undefined,
      choices: [],
      onlyWithProperty: undefined,
      onlyWithValue: undefined,
    },
  ],
};

/** See rule alerts-14. */
@ApiTags('alert')
@Authenticated()
@Controller('rest/alert')
export class SenderController {
  constructor(private readonly senders: SenderService) {}

  @Get('senders')
  @Produces('alert', listOf(AlertSender), {
    title: 'Alert senders',
    example: [EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listAlertSenders', summary: 'List the senders by name' })
  list(): AlertSender[] {
    return this.senders.list();
  }

  @Get('sender/:name')
  @ApiParam({ name: 'name', description: 'Name of the sender, exactly' })
  @Produces('alert', one(AlertSender), {
    title: 'Alert sender',
    example: ONE,
    gzip: true,
  })
  @ApiErrors(MonitoringError.alert_sender_not_found)
  @ApiOperation({ operationId: 'getAlertSender', summary: 'Get a sender with its configuration properties' })
  read(@Param('name') name: string, @Caller() caller: CallerIdentity): Promise<AlertSender> {
    return this.senders.read(name, caller);
  }
}
