import { Controller, Delete, Get, HttpCode, Post, Put, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote, StreamedBody } from '@wardstone/bootstrap';
import { NewSilence, SilenceChange, SilenceListQuery, SilenceRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { toLink } from '@wardstone/dto';
import { type Answer, listOf, type ListPage, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../../api/addition.decorator';
import { PathId } from '../../api/path-id';
import { Removes } from '../../api/removes.decorator';
import { RequestQuery } from '../../api/request-query.decorator';
import { SilenceService } from './silence.service';

const TIMES = {
  startTime: 1_900_000_000_000,
  endTime: 1_900_007_200_000,
  rule: 'FREQ=WEEKLY;BYDAY=SU',
  timeZone: 'UTC',
};

const EXAMPLE: SilenceRest = {
  id: 10012,
  scope: { kind: 'RESOURCE', id: 10007, name: '/var', descendants: true },
  place: 'web-1 / /var',
  reason: 'Disks are replaced',
  author: 'ann',
  createTime: 1_700_000_000_000,
  startTime: 1_700_000_000_000,
  endTime: 1_700_007_200_000,
  rule: null,
  timeZone: null,
  state: 'ENDED',
  windowStart: 0,
  windowEnd: 0,
  endedBy: 'bob',
  links: [toLink('self', 'http://localhost:8080/rest/silence/10012')],
};
const SHOWN = { title: 'Silence', example: EXAMPLE };

/** Errors of a silence's coverage. */
const Covers = (): MethodDecorator =>
  ApiErrors(
    MonitoringError.resource_not_found,
    MonitoringError.resource_forbidden,
    MonitoringError.group_not_found,
    MonitoringError.group_forbidden,
    MonitoringError.group_definition_not_found,
    MonitoringError.resource_type_not_found,
    MonitoringError.alert_definition_not_found,
    MonitoringError.alert_definition_forbidden,
  );

const OfSilence = (): MethodDecorator =>
  applyDecorators(RequirePermission('MANAGE_ALERTS'), Covers(), ApiErrors(MonitoringError.silence_not_found));

/** See rules alerts-32 to alerts-34. */
@ApiTags('silence')
@Addition()
@Controller('rest/silence')
export class SilenceController {
  constructor(private readonly silences: SilenceService) {}

  @Get()
  @Authenticated()
  @Produces('alert', listOf(SilenceRest), { title: 'Silences', example: [EXAMPLE], gzip: true })
  @ApiErrors(MonitoringError.resource_not_found, MonitoringError.resource_forbidden)
  @ApiOperation({
    operationId: 'listSilences',
    summary: 'List silences',
    description:
      'Silences of resources, groups and definitions that you can see, and all silences of resource types. Sorted by start, latest first, by default.',
  })
  list(
    @RequestQuery(SilenceListQuery) query: SilenceListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<SilenceRest>> {
    return this.silences.list(query, caller);
  }

  @Post()
  @RequirePermission('MANAGE_ALERTS')
  @Produces('alert', one(SilenceRest), { ...SHOWN, status: 201 })
  @Covers()
  @ApiOperation({
    operationId: 'createSilence',
    summary: 'Create a silence',
    description:
      'Silences the alerts of a resource, group, resource type or alert definition, once or in recurring windows. Alerts are evaluated and stored, but nobody is notified. Alerts still active when a window ends are notified once. Requires the same permission as creating alert definitions there.',
  })
  create(
    @RecordBody(NewSilence, {
      description: 'What is covered, when, and why',
      example: { ...TIMES, scope: { kind: 'RESOURCE', id: 10001, descendants: true }, reason: 'Backups on Sundays' },
    })
    body: SentBody<NewSilence>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<SilenceRest>> {
    return this.silences.create(body, caller, note);
  }

  @Get(':id')
  @Authenticated()
  @ApiErrors(MonitoringError.silence_not_found)
  @Produces('alert', one(SilenceRest), SHOWN)
  @ApiOperation({
    operationId: 'getSilence',
    summary: 'Get a silence',
    description: 'With its current or next window.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<SilenceRest> {
    return this.silences.read(id, caller);
  }

  @Put(':id')
  @OfSilence()
  @Produces('alert', one(SilenceRest), SHOWN)
  @ApiErrors(MonitoringError.silence_ended)
  @ApiOperation({
    operationId: 'updateSilence',
    summary: 'Change the times and the reason of a silence',
    description: 'Its scope cannot be changed. Silenced alerts are checked against the new times.',
  })
  change(
    @PathId() id: number,
    @RecordBody(SilenceChange, {
      description: 'Reason and times; the start stays when absent, the rule goes',
      example: { ...TIMES, reason: 'Backups on Sundays' },
    })
    body: SentBody<SilenceChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<SilenceRest> {
    return this.silences.change(id, body, caller, note);
  }

  @Post(':id/end')
  @OfSilence()
  @StreamedBody()
  @HttpCode(200)
  @Produces('alert', one(SilenceRest), SHOWN)
  @ApiErrors(MonitoringError.silence_ended)
  @ApiOperation({
    operationId: 'endSilence',
    summary: 'End a silence',
    description: 'Ends the current and all future windows. Alerts still active are notified immediately.',
  })
  end(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<SilenceRest> {
    return this.silences.end(id, caller, note);
  }

  @Delete(':id')
  @OfSilence()
  @Removes('The silence is gone', MonitoringError.silence_not_found, 'a missing silence')
  @ApiOperation({
    operationId: 'deleteSilence',
    summary: 'Delete a silence',
    description: 'Alerts still active are notified immediately.',
  })
  remove(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.silences.remove(id, caller, note);
  }
}
