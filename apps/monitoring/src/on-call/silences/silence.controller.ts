import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { NewSilence, SilenceChange, SilenceListQuery, SilenceRest } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { type HandlerResponse, type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { SilenceService } from './silence.service';
import { removal } from '../../api/removal';

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

/** Errors for the resources, groups and definitions in the scope of a silence. */
const COVERAGE_ERRORS = [
  'resource_not_found',
  'resource_forbidden',
  'group_not_found',
  'group_forbidden',
  'group_definition_not_found',
  'resource_type_not_found',
  'alert_definition_not_found',
  'alert_definition_forbidden',
] as const;

/** See rules alerts-32 to alerts-34. */
@ApiTags('silence')
@Addition()
@Controller('rest/silence')
export class SilenceController {
  constructor(private readonly silences: SilenceService) {}

  @Get()
  @Operation('List silences', {
    description:
      'Silences of resources, groups and definitions that you can see, and all silences of resource types. Sorted by start, latest first, by default.',
    access: 'authenticated',
    returns: result('alert', [SilenceRest], { title: 'Silences', example: [EXAMPLE], gzip: true }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listSilences(
    @RequestQuery(SilenceListQuery) query: SilenceListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<SilenceRest>> {
    return this.silences.list(query, caller);
  }

  @Post()
  @Operation('Create a silence', {
    description:
      'Silences the alerts of a resource, group, resource type or alert definition, once or in recurring windows. Alerts are evaluated and stored, but nobody is notified. Alerts still active when a window ends are notified once. Requires the same permission as creating alert definitions there.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', SilenceRest, { ...SHOWN, status: 201 }),
    errors: COVERAGE_ERRORS,
  })
  createSilence(
    @RecordBody(NewSilence, {
      description: 'Scope, times and reason of the silence',
      example: { ...TIMES, scope: { kind: 'RESOURCE', id: 10001, descendants: true }, reason: 'Backups on Sundays' },
    })
    body: SentBody<NewSilence>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<SilenceRest>> {
    return this.silences.create(body, caller, note);
  }

  @Get(':id')
  @Operation('Get a silence', {
    description: 'With its current or next window.',
    access: 'authenticated',
    returns: result('alert', SilenceRest, SHOWN),
    errors: ['silence_not_found'],
  })
  getSilence(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<SilenceRest> {
    return this.silences.read(id, caller);
  }

  @Put(':id')
  @Operation('Change the times and the reason of a silence', {
    description: 'Its scope cannot be changed. Silenced alerts are checked against the new times.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', SilenceRest, SHOWN),
    errors: [...COVERAGE_ERRORS, 'silence_not_found', 'silence_ended'],
  })
  updateSilence(
    @PathId() id: number,
    @RecordBody(SilenceChange, {
      description: 'Reason and times; an absent start is kept, an absent rule removed',
      example: { ...TIMES, reason: 'Backups on Sundays' },
    })
    body: SentBody<SilenceChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<SilenceRest> {
    return this.silences.change(id, body, caller, note);
  }

  @Post(':id/end')
  @Operation('End a silence', {
    description: 'Ends the current and all future windows. Alerts still active are notified immediately.',
    access: 'MANAGE_ALERTS',
    body: 'ignored',
    returns: result('alert', SilenceRest, SHOWN),
    status: 200,
    errors: [...COVERAGE_ERRORS, 'silence_not_found', 'silence_ended'],
  })
  endSilence(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<SilenceRest> {
    return this.silences.end(id, caller, note);
  }

  @Delete(':id')
  @Operation('Delete a silence', {
    description: 'Alerts still active are notified immediately.',
    access: 'MANAGE_ALERTS',
    returns: removal('The silence is deleted', 'silence_not_found', 'a missing silence'),
    errors: [...COVERAGE_ERRORS, 'silence_not_found'],
  })
  deleteSilence(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.silences.remove(id, caller, note);
  }
}
