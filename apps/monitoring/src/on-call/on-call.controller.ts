import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import {
  NewOnCallPerson,
  OnCallListQuery,
  OnCallPersonQuery,
  OnCallPersonRest,
  OnCallRest,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { listOf, type ListPage, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { OnCallService } from './on-call.service';

const PERSON: OnCallPersonRest = {
  userId: 2,
  login: 'ann',
  name: 'Ann Lee',
  reachable: false,
  methods: [],
  problem: 'No contact method is verified.',
  choosable: true,
};
const EXAMPLE: OnCallRest = {
  rotationId: 10012,
  rotationName: 'Platform',
  current: { ...PERSON, startTime: 1_796_029_200_000, endTime: 1_796_634_000_000, override: false },
  next: {
    userId: 10001,
    login: 'bob',
    reachable: true,
    methods: ['E-mail'],
    choosable: true,
    startTime: 1_796_634_000_000,
    endTime: 1_797_238_800_000,
    override: false,
  },
};

const MayRead = (): MethodDecorator => RequirePermission('MANAGE_ALERTS');

/** See rules alerts-61, alerts-62. */
@ApiTags('on-call')
@Addition()
@Controller('rest/on-call')
export class OnCallController {
  constructor(private readonly onCall: OnCallService) {}

  @Get('now')
  @MayRead()
  @Produces('alert', listOf(OnCallRest), { title: 'On call now', example: [EXAMPLE], gzip: true })
  @ApiOperation({
    operationId: 'listOnCall',
    summary: 'List who is on call now and who is next, by rotation',
    description: 'Says how notifications reach each person, or why nothing does.',
  })
  list(@RequestQuery(OnCallListQuery) query: OnCallListQuery): Promise<ListPage<OnCallRest>> {
    return this.onCall.list(query);
  }

  @Get('person')
  @MayRead()
  @Produces('alert', listOf(OnCallPersonRest), { title: 'People who can be on call', example: [PERSON], gzip: true })
  @ApiOperation({
    operationId: 'listOnCallPeople',
    summary: 'List the people who can be on call, and whether notifications reach them',
    description:
      'Includes accounts that have never signed in, but people of an identity provider only after their first login.',
  })
  listPeople(@RequestQuery(OnCallPersonQuery) query: OnCallPersonQuery): Promise<OnCallPersonRest[]> {
    return this.onCall.listPeople(query);
  }

  @Post('person')
  @RequirePermission('MANAGE_SECURITY')
  @ApiErrors(MonitoringError.user_is_a_program)
  @Produces('alert', one(OnCallPersonRest), { title: 'Person', example: PERSON, status: 201 })
  @ApiOperation({
    operationId: 'addOnCallPerson',
    summary: 'Add a person of an identity provider before the first login',
    description:
      'The person who later signs in with this login is the one you add. Accounts of the product are listed without adding them.',
  })
  addPerson(
    @RecordBody(NewOnCallPerson, { description: 'The person', example: { login: 'ann@example.test' } })
    body: SentBody<NewOnCallPerson>,
    @Audit() note: AuditNote,
  ): Promise<OnCallPersonRest> {
    return this.onCall.addPerson(body, note);
  }
}
