import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  CalendarQuery,
  OnCallListQuery,
  OnCallMessageRest,
  RotationChange,
  RotationRest,
  ShiftRest,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import {
  type Answer,
  IfMatch,
  listOf,
  type ListPage,
  one,
  Precondition,
  Produces,
  RecordBody,
  type SentBody,
} from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { OnCallMessages } from './on-call-messages.service';
import { RotationService } from './rotation.service';

const SENT = {
  name: 'Platform',
  timeZone: 'UTC',
  turn: 'WEEKLY' as const,
  handOverTime: '09:00',
  firstDay: '2026-11-30',
  members: [{ userId: 2 }],
};

const EXAMPLE: RotationRest = {
  ...SENT,
  id: 10012,
  members: [{ userId: 2, login: 'ann' }],
  overrides: [],
  handoverMessage: true,
  links: [toLink('self', 'http://localhost:8080/rest/on-call/rotation/10012')],
};
const SHIFT: ShiftRest = {
  userId: 2,
  login: 'ann',
  startTime: 1_796_029_200_000,
  endTime: 1_796_634_000_000,
  override: false,
};
const MESSAGE: OnCallMessageRest = {
  id: 10001,
  kind: 'INCOMING',
  userId: 2,
  login: 'ann',
  time: 1_796_029_200_000,
  attempts: 1,
  state: 'SUCCESS',
  message: 'sent to [ann@example.test]',
  settled: true,
};
const SHOWN = { title: 'Rotation', example: EXAMPLE };

const MayRead = (): MethodDecorator => RequirePermission('MANAGE_ALERTS');
const MayChange = (): MethodDecorator => RequirePermission('MANAGE_INVENTORY');
const OfRotation = (): MethodDecorator => ApiErrors(MonitoringError.rotation_not_found);

/** See rule alerts-40. */
@ApiTags('on-call')
@Addition()
@Controller('rest/on-call/rotation')
export class RotationController {
  constructor(
    private readonly rotations: RotationService,
    private readonly messages: OnCallMessages,
  ) {}

  @Get()
  @MayRead()
  @Produces('alert', listOf(RotationRest), { title: 'Rotations', example: [EXAMPLE], gzip: true })
  @ApiOperation({
    operationId: 'listRotations',
    summary: 'List on-call rotations',
    description: 'Sorted by name.',
  })
  list(@RequestQuery(OnCallListQuery) query: OnCallListQuery): Promise<ListPage<RotationRest>> {
    return this.rotations.list(query);
  }

  @Post()
  @MayChange()
  @Produces('alert', one(RotationRest), { ...SHOWN, status: 201 })
  @ApiErrors(MonitoringError.user_not_found, MonitoringError.user_is_a_program)
  @ApiOperation({
    operationId: 'createRotation',
    summary: 'Create an on-call rotation',
    description: 'Its members are on call in turns, daily or weekly.',
  })
  create(
    @RecordBody(RotationChange, { description: 'Members, length of turns and the handover', example: SENT })
    body: SentBody<RotationChange>,
    @Audit() note: AuditNote,
  ): Promise<Answer<RotationRest>> {
    return this.rotations.create(body, note);
  }

  @Get(':id')
  @OfRotation()
  @MayRead()
  @Produces('alert', one(RotationRest), SHOWN)
  @ApiOperation({
    operationId: 'getRotation',
    summary: 'Get an on-call rotation',
    description: 'With its members and overrides.',
  })
  read(@PathId() id: number): Promise<RotationRest> {
    return this.rotations.read(id);
  }

  @Get(':id/now')
  @OfRotation()
  @MayRead()
  @Produces('alert', one(ShiftRest), { title: 'On call', example: SHIFT })
  @ApiOperation({
    operationId: 'getOnCall',
    summary: 'Get who is on call now in a rotation',
    description: 'The current and the next member, and when the shift ends.',
  })
  readNow(@PathId() id: number): Promise<ShiftRest> {
    return this.rotations.readNow(id);
  }

  @Get(':id/calendar')
  @OfRotation()
  @MayRead()
  @Produces('alert', listOf(ShiftRest), { title: 'Calendar', example: [SHIFT] })
  @ApiOperation({
    operationId: 'getRotationCalendar',
    summary: 'List the shifts of a rotation',
    description: 'The next four weeks by default.',
  })
  readCalendar(@PathId() id: number, @RequestQuery(CalendarQuery) query: CalendarQuery): Promise<ShiftRest[]> {
    return this.rotations.readCalendar(id, query);
  }

  @Get(':id/messages')
  @OfRotation()
  @MayRead()
  @Produces('alert', listOf(OnCallMessageRest), { title: 'Messages', example: [MESSAGE] })
  @ApiOperation({
    operationId: 'listRotationMessages',
    summary: 'List handover and test messages of a rotation',
    description: 'The newest 100 messages of the last three months, with their delivery state.',
  })
  listMessages(@PathId() id: number): Promise<OnCallMessageRest[]> {
    return this.messages.list(id);
  }

  @Put(':id')
  @OfRotation()
  @MayChange()
  @Produces('alert', one(RotationRest), { ...SHOWN, showsTarget: true })
  @ApiErrors(MonitoringError.user_not_found, MonitoringError.user_is_a_program)
  @ApiOperation({
    operationId: 'updateRotation',
    summary: 'Replace an on-call rotation, with its overrides',
    description: 'Open alerts are escalated to the person on call under the new rotation.',
  })
  change(
    @PathId() id: number,
    @RecordBody(RotationChange, { description: 'The rotation; overrides that are absent end', example: SENT })
    body: SentBody<RotationChange>,
    @IfMatch() precondition: Precondition,
    @Audit() note: AuditNote,
  ): Promise<RotationRest> {
    return this.rotations.change(id, body, precondition, note);
  }

  @Delete(':id')
  @MayChange()
  @Removes('The rotation is gone', MonitoringError.rotation_not_found, 'a missing rotation')
  @ApiErrors(MonitoringError.rotation_in_use)
  @ApiOperation({
    operationId: 'deleteRotation',
    summary: 'Delete an on-call rotation',
    description: 'Fails while an alert definition or escalation policy notifies it.',
  })
  remove(@PathId() id: number, @Audit() note: AuditNote): Promise<void> {
    return this.rotations.remove(id, note);
  }
}
