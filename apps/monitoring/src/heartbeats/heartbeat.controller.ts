import { Controller, Delete, Get, Param, Post, Put, HttpCode, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  Caller,
  type CallerIdentity,
  type PermissionName,
  Public,
  RequirePermission,
} from '@wardstone/auth';
import { Audit, type AuditNote, NoContent, StreamedBody } from '@wardstone/bootstrap';
import { HeartbeatChange, HeartbeatListQuery, HeartbeatRest, NewHeartbeat } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, listOf, type ListPage, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { HeartbeatWatch } from './heartbeat-watch.service';
import { HeartbeatService } from './heartbeat.service';

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

const OfHeartbeat = (): MethodDecorator => ApiErrors(MonitoringError.heartbeat_not_found);

const Changes = (permission: PermissionName): MethodDecorator =>
  applyDecorators(RequirePermission(permission), OfHeartbeat(), ApiErrors(MonitoringError.resource_forbidden));

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
  @Authenticated()
  @Produces('alert', listOf(HeartbeatRest), { title: 'Heartbeats', example: [EXAMPLE], gzip: true })
  @ApiErrors(MonitoringError.resource_not_found, MonitoringError.resource_forbidden)
  @ApiOperation({
    operationId: 'listHeartbeats',
    summary: 'List heartbeats',
    description: 'Heartbeats of resources that you can see, sorted by name by default.',
  })
  list(
    @RequestQuery(HeartbeatListQuery) query: HeartbeatListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<HeartbeatRest>> {
    return this.heartbeats.list(query, caller);
  }

  @Post()
  @RequirePermission('CREATE_CHILD_RESOURCES')
  @Produces('alert', one(HeartbeatRest), { ...WITH_ADDRESS, status: 201 })
  @ApiErrors(
    MonitoringError.resource_not_found,
    MonitoringError.resource_forbidden,
    MonitoringError.resource_not_in_inventory,
    MonitoringError.resource_type_not_found,
    MonitoringError.resource_exists,
    MonitoringError.schedule_not_found,
  )
  @ApiOperation({
    operationId: 'createHeartbeat',
    summary: 'Create a heartbeat',
    description:
      'Monitors a job that sends pings, a metric or events. The heartbeat is a child of the given resource and is DOWN when no signal arrives within the timeout. Alert definitions, silences and groups apply to it as to any resource. Requires CREATE_CHILD_RESOURCES.',
  })
  create(
    @RecordBody(NewHeartbeat, {
      description: 'What is to be heard, and how often',
      example: { resourceId: 10001, name: 'nightly backup', seconds: 90_000, source: { kind: 'PING' } },
    })
    body: SentBody<NewHeartbeat>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<HeartbeatRest>> {
    return this.heartbeats.create(body, caller, note);
  }

  @Post('ping/:secret')
  @Public()
  @NoContent('It was heard')
  @StreamedBody()
  @ApiParam({ name: 'secret', description: 'The last part of the address', schema: { type: 'string' } })
  @ApiErrors(MonitoringError.heartbeat_not_found)
  @ApiOperation({
    operationId: 'pingHeartbeat',
    summary: 'Ping a heartbeat',
    description:
      'Example: `curl -fsS -X POST URL`. The URL is the credential. The body is ignored. Several pings within a second count as one.',
  })
  ping(@Param('secret') secret: string): Promise<void> {
    return this.watch.hear(secret);
  }

  @Get(':id')
  @Authenticated()
  @OfHeartbeat()
  @Produces('alert', one(HeartbeatRest), SHOWN)
  @ApiOperation({
    operationId: 'getHeartbeat',
    summary: 'Get a heartbeat',
    description: 'Without its ping URL, which is returned only when it is created or replaced.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<HeartbeatRest> {
    return this.heartbeats.read(id, caller);
  }

  @Put(':id')
  @Changes('MODIFY_RESOURCE')
  @Produces('alert', one(HeartbeatRest), SHOWN)
  @ApiOperation({
    operationId: 'updateHeartbeat',
    summary: 'Change the timeout of a heartbeat',
    description: 'To change its name or location, change its resource. Requires MODIFY_RESOURCE.',
  })
  change(
    @PathId() id: number,
    @RecordBody(HeartbeatChange, { description: 'The time', example: { seconds: 3_600 } })
    body: SentBody<HeartbeatChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HeartbeatRest> {
    return this.heartbeats.change(id, body, caller, note);
  }

  @Post(':id/address')
  @Changes('MODIFY_RESOURCE')
  @StreamedBody()
  @HttpCode(200)
  @Produces('alert', one(HeartbeatRest), WITH_ADDRESS)
  @ApiErrors(MonitoringError.heartbeat_without_address)
  @ApiOperation({
    operationId: 'renewHeartbeatAddress',
    summary: 'Replace the ping URL of a heartbeat',
    description: 'Requires MODIFY_RESOURCE.',
  })
  renew(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<HeartbeatRest>> {
    return this.heartbeats.renewAddress(id, caller, note);
  }

  @Delete(':id')
  @Changes('DELETE_RESOURCE')
  @Removes('The heartbeat is gone', MonitoringError.heartbeat_not_found, 'a missing heartbeat')
  @ApiOperation({
    operationId: 'deleteHeartbeat',
    summary: 'Delete a heartbeat',
    description: 'Its resource is removed with its alerts and alert definitions. Requires DELETE_RESOURCE.',
  })
  remove(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.heartbeats.remove(id, caller, note);
  }
}
