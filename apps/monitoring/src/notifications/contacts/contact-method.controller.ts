import { Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, StreamedBody } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  ContactKindRest,
  ContactMethodChange,
  ContactMethodRest,
  ContactVerification,
  NotificationTest,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import {
  type Answer,
  IfMatch,
  listOf,
  one,
  Precondition,
  Produces,
  RecordBody,
  type SentBody,
} from '@wardstone/media-types';
import { Addition } from '../../api/addition.decorator';
import { PathId } from '../../api/path-id';
import { Removes } from '../../api/removes.decorator';
import { ContactMethodService } from './contact-method.service';

const SENT = { kind: 'NTFY' as const, label: 'Phone', config: { topic: 'jane-at-night' }, delayMinutes: 5 };
const EXAMPLE: ContactMethodRest = {
  ...SENT,
  id: 10012,
  quietHours: undefined,
  verified: true,
  problem: undefined,
  links: [toLink('self', 'http://localhost:8080/rest/user/jane/contact-methods/10012')],
};
const KIND: ContactKindRest = {
  kind: 'SMS',
  label: 'SMS',
  description: 'sends a text message',
  problem: 'no gateway is set (SMS_GATEWAY_URL)',
  properties: [
    {
      name: 'number',
      type: 'STRING',
      label: 'Telephone number',
      help: undefined,
      required: true,
      kind: undefined,
      choices: [],
      onlyWithProperty: undefined,
      onlyWithValue: undefined,
    },
  ],
  applicationServerKey: undefined,
};
const DELIVERY: NotificationTest = {
  senderName: 'ntfy',
  state: 'SUCCESS',
  message: 'sent to [jane: Phone]',
  responses: ['HTTP status 200'],
};
const SHOWN = { title: 'Contact method', example: EXAMPLE };

const Login = (): MethodDecorator => ApiParam({ name: 'login', description: 'User name, case-sensitive' });
const OfUser = (): MethodDecorator => ApiErrors(MonitoringError.user_not_found);
const OfMethod = (): MethodDecorator =>
  ApiErrors(MonitoringError.user_not_found, MonitoringError.contact_method_not_found);

/** Contact methods of the caller; user administrators manage everyone's. See rules alerts-55, alerts-57. */
@ApiTags('user')
@Authenticated()
@Addition()
@Controller('rest/user/:login/contact-methods')
export class ContactMethodController {
  constructor(private readonly methods: ContactMethodService) {}

  @Get()
  @Login()
  @OfUser()
  @Produces('user', listOf(ContactMethodRest), { title: 'Contact methods', example: [EXAMPLE], gzip: true })
  @ApiOperation({
    operationId: 'listContactMethods',
    summary: 'List the contact methods of a person',
    description: 'In the order in which they are used.',
  })
  list(@Param('login') login: string, @Caller() caller: CallerIdentity): Promise<ContactMethodRest[]> {
    return this.methods.list(login, caller);
  }

  @Post()
  @Login()
  @OfUser()
  @Produces('user', one(ContactMethodRest), { ...SHOWN, status: 201 })
  @ApiOperation({
    operationId: 'createContactMethod',
    summary: 'Add a contact method',
    description: 'It is used after verification: request a code and enter it.',
  })
  create(
    @Param('login') login: string,
    @RecordBody(ContactMethodChange, { description: 'The contact method', example: SENT })
    body: SentBody<ContactMethodChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<ContactMethodRest>> {
    return this.methods.create(login, body, caller, note);
  }

  @Put(':id')
  @Login()
  @OfMethod()
  @Produces('user', one(ContactMethodRest), { ...SHOWN, showsTarget: true })
  @ApiOperation({
    operationId: 'updateContactMethod',
    summary: 'Replace a contact method',
    description:
      'A new destination has to be verified again. Masked secrets are kept as long as the rest of the configuration is unchanged.',
  })
  change(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @RecordBody(ContactMethodChange, { description: 'The contact method', example: SENT })
    body: SentBody<ContactMethodChange>,
    @IfMatch() precondition: Precondition,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ContactMethodRest> {
    return this.methods.change(login, id, body, precondition, caller, note);
  }

  @Delete(':id')
  @Login()
  @Removes('The contact method is gone', MonitoringError.contact_method_not_found, 'a missing contact method')
  @OfUser()
  @ApiOperation({
    operationId: 'deleteContactMethod',
    summary: 'Delete a contact method',
    description: 'Notifications no longer use it.',
  })
  remove(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.methods.remove(login, id, caller, note);
  }

  @Post(':id/verification')
  @Login()
  @HttpCode(200)
  @StreamedBody()
  @OfMethod()
  @ApiErrors(MonitoringError.too_many_tests)
  @Produces('user', one(NotificationTest), { title: 'Code sent', example: DELIVERY })
  @ApiOperation({
    operationId: 'sendContactCode',
    summary: 'Send a code to a contact method',
    description:
      'The code expires after 15 minutes or five attempts and replaces the previous one. At most one code a minute.',
  })
  sendCode(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @Caller() caller: CallerIdentity,
  ): Promise<NotificationTest> {
    return this.methods.sendCode(login, id, caller);
  }

  @Put(':id/verification')
  @Login()
  @OfMethod()
  @ApiErrors(MonitoringError.contact_code_refused)
  @Produces('user', one(ContactMethodRest), SHOWN)
  @ApiOperation({
    operationId: 'verifyContactMethod',
    summary: 'Verify a contact method with its code',
    description: 'After five wrong codes a new one must be sent.',
  })
  verify(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @RecordBody(ContactVerification, { description: 'The code', example: { code: '7KQ2M-XH4RT' } })
    body: SentBody<ContactVerification>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ContactMethodRest> {
    return this.methods.verify(login, id, body, caller, note);
  }

  @Post(':id/test')
  @Login()
  @HttpCode(200)
  @StreamedBody()
  @OfMethod()
  @ApiErrors(MonitoringError.contact_method_unverified, MonitoringError.too_many_tests)
  @Produces('user', one(NotificationTest), { title: 'Notification test', example: DELIVERY })
  @ApiOperation({
    operationId: 'testContactMethod',
    summary: 'Send a test notification to a contact method',
    description: 'One attempt, without an alert or a log; at most ten a minute.',
  })
  test(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @Caller() caller: CallerIdentity,
  ): Promise<NotificationTest> {
    return this.methods.test(login, id, caller);
  }
}

/** See rule alerts-55. */
@ApiTags('on-call')
@Authenticated()
@Addition()
@Controller('rest/on-call/contact-kind')
export class ContactKindController {
  constructor(private readonly methods: ContactMethodService) {}

  @Get()
  @Produces('alert', listOf(ContactKindRest), { title: 'Kinds of contact methods', example: [KIND], gzip: true })
  @ApiOperation({
    operationId: 'listContactKinds',
    summary: 'List kinds of contact methods',
    description: 'With the fields of their configuration, for forms.',
  })
  list(): Promise<ContactKindRest[]> {
    return this.methods.listKinds();
  }
}
