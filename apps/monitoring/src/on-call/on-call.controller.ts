import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import {
  NewOnCallPerson,
  OnCallListQuery,
  OnCallPersonQuery,
  OnCallPersonRest,
  OnCallRest,
} from '@wardstone/dto/monitoring';
import { type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
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

/** See rules alerts-61, alerts-62. */
@ApiTags('on-call')
@Addition()
@Controller('rest/on-call')
export class OnCallController {
  constructor(private readonly onCall: OnCallService) {}

  @Get('now')
  @Operation('List who is on call now and who is next, by rotation', {
    description: 'Includes how notifications reach each person, or why none can.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', [OnCallRest], { title: 'On call now', example: [EXAMPLE], gzip: true }),
  })
  listOnCall(@RequestQuery(OnCallListQuery) query: OnCallListQuery): Promise<ListPage<OnCallRest>> {
    return this.onCall.list(query);
  }

  @Get('person')
  @Operation('List the people who can be on call, and whether notifications reach them', {
    description:
      'Includes accounts that have never signed in, but people of an identity provider only after their first login.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', [OnCallPersonRest], { title: 'People who can be on call', example: [PERSON], gzip: true }),
  })
  listOnCallPeople(@RequestQuery(OnCallPersonQuery) query: OnCallPersonQuery): Promise<OnCallPersonRest[]> {
    return this.onCall.listPeople(query);
  }

  @Post('person')
  @Operation('Add a person of an identity provider before the first login', {
    description:
      'The person who later signs in with this login is the one you add. Accounts of the product are listed without adding them.',
    access: 'MANAGE_SECURITY',
    returns: result('alert', OnCallPersonRest, { title: 'Person', example: PERSON, status: 201 }),
    errors: ['user_is_a_program'],
  })
  addOnCallPerson(
    @RecordBody(NewOnCallPerson, { description: 'The person', example: { login: 'ann@example.test' } })
    body: SentBody<NewOnCallPerson>,
    @Audit() note: AuditNote,
  ): Promise<OnCallPersonRest> {
    return this.onCall.addPerson(body, note);
  }
}
