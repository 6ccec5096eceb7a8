import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { AlertSender } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { result } from '@wardstone/media-types';
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
@Controller('rest/alert')
export class SenderController {
  constructor(private readonly senders: SenderService) {}

  @Get('senders')
  @Operation('List the senders by name', {
    access: 'authenticated',
    returns: result('alert', [AlertSender], { title: 'Alert senders', example: [EXAMPLE], gzip: true }),
  })
  listAlertSenders(): AlertSender[] {
    return this.senders.list();
  }

  @Get('sender/:name')
  @Operation('Get a sender with its configuration properties', {
    access: 'authenticated',
    path: { name: 'Name of the sender, exactly' },
    returns: result('alert', AlertSender, { title: 'Alert sender', example: ONE, gzip: true }),
    errors: ['alert_sender_not_found'],
  })
  getAlertSender(@Param('name') name: string, @Caller() caller: CallerIdentity): Promise<AlertSender> {
    return this.senders.read(name, caller);
  }
}
