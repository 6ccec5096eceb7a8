import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, nothing, Operation } from '@wardstone/bootstrap';
import { HeartbeatChange, HeartbeatListQuery, HeartbeatRest, NewHeartbeat } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { type HandlerResponse, type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { HeartbeatWatch } from './heartbeat-watch.service';
import { HeartbeatService } from './heartbeat.service';
import { removal } from '../api/removal';

const EXAMPLE: HeartbeatRest = {
  id: 10044,
  name: 'nightly backup',
  resourceId: 10001,
  resourceName: 'web-1',
  source: { kind: 'PING' },
  seconds: 90_000,
  availability: 'UP',
  heardTime: 1_700_000_000_000,
  links: [toLink('self', 'http://localhost:8080/rest/heartbeat/10044')],
};
const SHOWN = { title: 'Heartbeat', example: EXAMPLE };
const WITH_ADDRESS = {
  title: 'Heartbeat',
  example: { ...EXAMPLE, address: 'http://localhost:8080/rest/heartbeat/ping/wsh_…' },
};

/** See rules alerts-45, alerts-46. */
@ApiTags('heartbeat')
@Addition()
@Controller('rest/heartbeat')
export class HeartbeatController {
  constructor(
    private readonly heartbeats: HeartbeatService,
    private readonly watch: HeartbeatWatch,
  ) {}

  @Get()
  @Operation('List heartbeats', {
    description: 'Heartbeats of resources that you can see, sorted by name by default.',
    access: 'authenticated',
    returns: result('alert', [HeartbeatRest], { title: 'Heartbeats', example: [EXAMPLE], gzip: true }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listHeartbeats(
    @RequestQuery(HeartbeatListQuery) query: HeartbeatListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<HeartbeatRest>> {
    return this.heartbeats.list(query, caller);
  }

  @Post()
  @Operation('Create a heartbeat', {
    description:
      'Monitors a job that sends pings, a metric or events. The heartbeat is a child of the given resource and is DOWN when no signal arrives within the timeout. Alert definitions, silences and groups apply to it as to any resource. Requires CREATE_CHILD_RESOURCES.',
    access: 'CREATE_CHILD_RESOURCES',
    returns: result('alert', HeartbeatRest, { ...WITH_ADDRESS, status: 201 }),
    errors: [
      'resource_not_found',
      'resource_forbidden',
      'resource_not_in_inventory',
      'resource_type_not_found',
      'resource_exists',
      'schedule_not_found',
    ],
  })
  createHeartbeat(
    @RecordBody(NewHeartbeat, {
      description: 'Signal and timeout of the heartbeat',
      example: { resourceId: 10001, name: 'nightly backup', seconds: 90_000, source: { kind: 'PING' } },
    })
    body: SentBody<NewHeartbeat>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<HeartbeatRest>> {
    return this.heartbeats.create(body, caller, note);
  }

  @Post('ping/:secret')
  @Operation('Ping a heartbeat', {
    description:
      'Example: `curl -fsS -X POST URL`. The URL is the credential. The body is ignored. Several pings within a second count as one.',
    access: 'public',
    path: { secret: 'The last part of the address' },
    body: 'ignored',
    returns: nothing('The ping was received'),
    errors: ['heartbeat_not_found'],
  })
  pingHeartbeat(@Param('secret') secret: string): Promise<void> {
    return this.watch.recordPing(secret);
  }

  @Get(':id')
  @Operation('Get a heartbeat', {
    description: 'Without its ping URL, which is returned only when it is created or replaced.',
    access: 'authenticated',
    returns: result('alert', HeartbeatRest, SHOWN),
    errors: ['heartbeat_not_found'],
  })
  getHeartbeat(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<HeartbeatRest> {
    return this.heartbeats.read(id, caller);
  }

  @Put(':id')
  @Operation('Change the timeout of a heartbeat', {
    description: 'To change its name or location, change its resource. Requires MODIFY_RESOURCE.',
    access: 'MODIFY_RESOURCE',
    returns: result('alert', HeartbeatRest, SHOWN),
    errors: ['heartbeat_not_found', 'resource_forbidden'],
  })
  updateHeartbeat(
    @PathId() id: number,
    @RecordBody(HeartbeatChange, { description: 'The new timeout', example: { seconds: 3_600 } })
    body: SentBody<HeartbeatChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HeartbeatRest> {
    return this.heartbeats.change(id, body, caller, note);
  }

  @Post(':id/address')
  @Operation('Replace the ping URL of a heartbeat', {
    description: 'Requires MODIFY_RESOURCE.',
    access: 'MODIFY_RESOURCE',
    body: 'ignored',
    returns: result('alert', HeartbeatRest, WITH_ADDRESS),
    status: 200,
    errors: ['heartbeat_not_found', 'resource_forbidden', 'heartbeat_without_address'],
  })
  renewHeartbeatAddress(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<HeartbeatRest>> {
    return this.heartbeats.renewAddress(id, caller, note);
  }

  @Delete(':id')
  @Operation('Delete a heartbeat', {
    description: 'Its resource is removed with its alerts and alert definitions. Requires DELETE_RESOURCE.',
    access: 'DELETE_RESOURCE',
    returns: removal('The heartbeat is deleted', 'heartbeat_not_found', 'a missing heartbeat'),
    errors: ['heartbeat_not_found', 'resource_forbidden'],
  })
  deleteHeartbeat(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.heartbeats.remove(id, caller, note);
  }
}
