import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  ContactKindRest,
  ContactMethodChange,
  ContactMethodRest,
  ContactVerification,
  NotificationTest,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, IfMatch, Precondition, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { ContactMethodService } from './contact-method.service';
import { removal } from '../../api/removal';

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

/** Contact methods of the caller; user administrators manage everyone's. See rules alerts-55, alerts-57. */
@ApiTags('user')
@Addition()
@Controller('rest/user/:login/contact-methods')
export class ContactMethodController {
  constructor(private readonly methods: ContactMethodService) {}

  @Get()
  @Operation('List the contact methods of a person', {
    description: 'In the order in which they are used.',
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    returns: result('user', [ContactMethodRest], { title: 'Contact methods', example: [EXAMPLE], gzip: true }),
    errors: ['user_not_found'],
  })
  listContactMethods(@Param('login') login: string, @Caller() caller: CallerIdentity): Promise<ContactMethodRest[]> {
    return this.methods.list(login, caller);
  }

  @Post()
  @Operation('Add a contact method', {
    description: 'It is used after verification: request a code and enter it.',
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    returns: result('user', ContactMethodRest, { ...SHOWN, status: 201 }),
    errors: ['user_not_found'],
  })
  createContactMethod(
    @Param('login') login: string,
    @RecordBody(ContactMethodChange, { description: 'The contact method', example: SENT })
    body: SentBody<ContactMethodChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<ContactMethodRest>> {
    return this.methods.create(login, body, caller, note);
  }

  @Put(':id')
  @Operation('Replace a contact method', {
    description:
      'A new destination has to be verified again. Masked secrets are kept as long as the rest of the configuration is unchanged.',
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    returns: result('user', ContactMethodRest, { ...SHOWN, showsTarget: true }),
    errors: ['user_not_found', 'contact_method_not_found'],
  })
  updateContactMethod(
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
  @Operation('Delete a contact method', {
    description: 'Notifications no longer use it.',
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    returns: removal('The contact method is deleted', 'contact_method_not_found', 'a missing contact method'),
    errors: ['user_not_found'],
  })
  deleteContactMethod(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.methods.remove(login, id, caller, note);
  }

  @Post(':id/verification')
  @Operation('Send a code to a contact method', {
    description:
      'The code expires after 15 minutes or five attempts and replaces the previous one. At most one code a minute.',
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    body: 'ignored',
    returns: result('user', NotificationTest, { title: 'Code sent', example: DELIVERY }),
    status: 200,
    errors: ['user_not_found', 'contact_method_not_found', 'too_many_tests'],
  })
  sendContactCode(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @Caller() caller: CallerIdentity,
  ): Promise<NotificationTest> {
    return this.methods.sendCode(login, id, caller);
  }

  @Put(':id/verification')
  @Operation('Verify a contact method with its code', {
    description: 'After five wrong codes a new one must be sent.',
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    returns: result('user', ContactMethodRest, SHOWN),
    errors: ['user_not_found', 'contact_method_not_found', 'contact_code_refused'],
  })
  verifyContactMethod(
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
  @Operation('Send a test notification to a contact method', {
    description: 'Makes one attempt; no alert is created and nothing is logged. At most ten tests a minute.',
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    body: 'ignored',
    returns: result('user', NotificationTest, { title: 'Notification test', example: DELIVERY }),
    status: 200,
    errors: ['user_not_found', 'contact_method_not_found', 'contact_method_unverified', 'too_many_tests'],
  })
  testContactMethod(
    @Param('login') login: string,
    @PathId('id', 'Id of the contact method') id: number,
    @Caller() caller: CallerIdentity,
  ): Promise<NotificationTest> {
    return this.methods.test(login, id, caller);
  }
}

/** See rule alerts-55. */
@ApiTags('on-call')
@Addition()
@Controller('rest/on-call/contact-kind')
export class ContactKindController {
  constructor(private readonly methods: ContactMethodService) {}

  @Get()
  @Operation('List kinds of contact methods', {
    description: 'With the fields of their configuration, for forms.',
    access: 'authenticated',
    returns: result('alert', [ContactKindRest], { title: 'Kinds of contact methods', example: [KIND], gzip: true }),
  })
  listContactKinds(): Promise<ContactKindRest[]> {
    return this.methods.listKinds();
  }
}
