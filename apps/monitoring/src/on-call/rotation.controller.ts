import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  CalendarQuery,
  OnCallListQuery,
  OnCallMessageRest,
  RotationChange,
  RotationRest,
  ShiftRest,
} from '@wardstone/dto/monitoring';
import {
  type HandlerResponse,
  IfMatch,
  type ListPage,
  Precondition,
  RecordBody,
  result,
  type SentBody,
} from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { OnCallMessages } from './on-call-messages.service';
import { RotationService } from './rotation.service';
import { removal } from '../api/removal';

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
  @Operation('List on-call rotations', {
    description: 'Sorted by name.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', [RotationRest], { title: 'Rotations', example: [EXAMPLE], gzip: true }),
  })
  listRotations(@RequestQuery(OnCallListQuery) query: OnCallListQuery): Promise<ListPage<RotationRest>> {
    return this.rotations.list(query);
  }

  @Post()
  @Operation('Create an on-call rotation', {
    description: 'Its members are on call in turns, daily or weekly.',
    access: 'MANAGE_INVENTORY',
    returns: result('alert', RotationRest, { ...SHOWN, status: 201 }),
    errors: ['user_not_found', 'user_is_a_program'],
  })
  createRotation(
    @RecordBody(RotationChange, { description: 'Members, length of turns and the handover', example: SENT })
    body: SentBody<RotationChange>,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<RotationRest>> {
    return this.rotations.create(body, note);
  }

  @Get(':id')
  @Operation('Get an on-call rotation', {
    description: 'With its members and overrides.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', RotationRest, SHOWN),
    errors: ['rotation_not_found'],
  })
  getRotation(@PathId() id: number): Promise<RotationRest> {
    return this.rotations.read(id);
  }

  @Get(':id/now')
  @Operation('Get who is on call now in a rotation', {
    description: 'The current and the next member, and when the shift ends.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', ShiftRest, { title: 'On call', example: SHIFT }),
    errors: ['rotation_not_found'],
  })
  getOnCall(@PathId() id: number): Promise<ShiftRest> {
    return this.rotations.readNow(id);
  }

  @Get(':id/calendar')
  @Operation('List the shifts of a rotation', {
    description: 'The next four weeks by default.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', [ShiftRest], { title: 'Calendar', example: [SHIFT] }),
    errors: ['rotation_not_found'],
  })
  getRotationCalendar(@PathId() id: number, @RequestQuery(CalendarQuery) query: CalendarQuery): Promise<ShiftRest[]> {
    return this.rotations.readCalendar(id, query);
  }

  @Get(':id/messages')
  @Operation('List handover and test messages of a rotation', {
    description: 'The newest 100 messages of the last three months, with their delivery state.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', [OnCallMessageRest], { title: 'Messages', example: [MESSAGE] }),
    errors: ['rotation_not_found'],
  })
  listRotationMessages(@PathId() id: number): Promise<OnCallMessageRest[]> {
    return this.messages.list(id);
  }

  @Put(':id')
  @Operation('Replace an on-call rotation, with its overrides', {
    description: 'Open alerts are escalated to the person on call under the new rotation.',
    access: 'MANAGE_INVENTORY',
    returns: result('alert', RotationRest, { ...SHOWN, showsTarget: true }),
    errors: ['rotation_not_found', 'user_not_found', 'user_is_a_program'],
  })
  updateRotation(
    @PathId() id: number,
    @RecordBody(RotationChange, { description: 'The rotation; overrides that are absent end', example: SENT })
    body: SentBody<RotationChange>,
    @IfMatch() precondition: Precondition,
    @Audit() note: AuditNote,
  ): Promise<RotationRest> {
    return this.rotations.change(id, body, precondition, note);
  }

  @Delete(':id')
  @Operation('Delete an on-call rotation', {
    description: 'Fails while an alert definition or escalation policy notifies it.',
    access: 'MANAGE_INVENTORY',
    returns: removal('The rotation is deleted', 'rotation_not_found', 'a missing rotation'),
    errors: ['rotation_in_use'],
  })
  deleteRotation(@PathId() id: number, @Audit() note: AuditNote): Promise<void> {
    return this.rotations.remove(id, note);
  }
}
