import { Controller, Delete, Get, Post, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { BodyLimit, NoContent } from '@wardstone/bootstrap';
import { EventDefinitionRest, EventPageQuery, EventQuery, EventRest, EventSourceRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import {
  type Answer,
  listOf,
  type ListPage,
  one,
  type Parsed,
  Produces,
  RecordBody,
  RecordsBody,
  type SentBody,
  type SentList,
} from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { ParsedQuery, RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from '../resources/reads-resource.decorator';
import { EventService } from './event.service';

/** Room for ten thousand events, some of them with a stack trace. */
const EVENTS_LIMIT = { bytes: 16 * 1024 * 1024, values: 400_000 };

const SOURCE_EXAMPLE: EventSourceRest = {
  id: 10201,
  name: 'Event Log',
  displayName: 'Event Log',
  location: '/var/log/messages',
  resourceId: 10001,
  description: 'system log',
};
const EVENT_EXAMPLE: EventRest = {
  id: 10405,
  detail: 'link down',
  sourceId: 10201,
  timestamp: 1_700_000_000_000,
  severity: 'WARN',
};

/** A read or change of one source, and what it may be refused for. */
const OfSource = (): MethodDecorator =>
  applyDecorators(
    Authenticated(),
    ApiErrors(MonitoringError.event_source_not_found, MonitoringError.resource_forbidden),
  );

/** Lists events. */
const ListsEvents = (): MethodDecorator =>
  Produces('event', listOf(EventRest), { title: 'Events', example: [EVENT_EXAMPLE], gzip: true });

const LISTING = 'In order of submission. Without a window and paging parameters, the newest 200.';

/** See rule events-1. */
@ApiTags('event')
@Controller('rest/event')
export class EventController {
  constructor(private readonly events: EventService) {}

  @Get('source/:id')
  @OfSource()
  @Produces('event', one(EventSourceRest), { title: 'Event source', example: SOURCE_EXAMPLE })
  @ApiOperation({ operationId: 'getEventSource', summary: 'Get an event source' })
  readSource(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EventSourceRest> {
    return this.events.readSource(id, caller);
  }

  @Delete('source/:id')
  @OfSource()
  @Removes('The source is removed', MonitoringError.event_source_not_found, 'a missing source')
  @ApiOperation({ operationId: 'removeEventSource', summary: 'Remove an event source and its events' })
  removeSource(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<void> {
    return this.events.removeSource(id, caller);
  }

  @Get('source/:id/events')
  @OfSource()
  @ListsEvents()
  @ApiOperation({ operationId: 'listEventsOfSource', summary: 'List the events of a source', description: LISTING })
  listOfSource(
    @PathId() id: number,
    @RequestQuery(EventQuery) query: EventQuery,
    @ParsedQuery(EventPageQuery) page: Parsed<EventPageQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<EventRest>> {
    return this.events.listOfSource(id, query, page, caller);
  }

  @Post('source/:id/events')
  @OfSource()
  @NoContent('All events are stored')
  @BodyLimit(EVENTS_LIMIT)
  @ApiOperation({ operationId: 'submitEvents', summary: 'Submit events, all or nothing' })
  submit(
    @PathId() id: number,
    @RecordsBody(EventRest, {
      description: 'The events; `id` and `sourceId` are ignored, the timestamp defaults to now',
      example: [{ severity: 'WARN', detail: 'link down', timestamp: 1_700_000_000_000 }],
    })
    body: SentList<EventRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.events.submit(id, body, caller);
  }

  @Get(':id/sources')
  @ReadsResource()
  @Produces('event', listOf(EventSourceRest), { title: 'Event sources', example: [SOURCE_EXAMPLE] })
  @ApiOperation({ operationId: 'listEventSources', summary: 'List the event sources of a resource' })
  listSources(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EventSourceRest[]> {
    return this.events.listSources(id, caller);
  }

  @Get(':id/definitions')
  @ReadsResource()
  @Produces('event', listOf(EventDefinitionRest), {
    title: 'Event definitions',
    example: [{ id: 10101, name: 'Event Log', displayName: 'Event Log', description: 'system log' }],
  })
  @ApiOperation({ operationId: 'listEventDefinitions', summary: "List the event definitions of a resource's type" })
  listDefinitions(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EventDefinitionRest[]> {
    return this.events.listDefinitions(id, caller);
  }

  @Post(':id/sources')
  @ReadsResource()
  @Produces('event', one(EventSourceRest), { title: 'Event source', example: SOURCE_EXAMPLE })
  @ApiErrors(MonitoringError.event_definition_not_found, MonitoringError.event_source_exists)
  @ApiOperation({ operationId: 'createEventSource', summary: 'Create an event source' })
  createSource(
    @PathId() id: number,
    @RecordBody(EventSourceRest, {
      description: 'Name of an event definition, and a location; other fields are ignored',
      example: { name: 'Event Log', location: '/var/log/messages' },
    })
    body: SentBody<EventSourceRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer<EventSourceRest>> {
    return this.events.createSource(id, body, caller);
  }

  @Get(':id/events')
  @ReadsResource()
  @ListsEvents()
  @ApiOperation({ operationId: 'listEventsOfResource', summary: 'List the events of a resource', description: LISTING })
  listOfResource(
    @PathId() id: number,
    @RequestQuery(EventQuery) query: EventQuery,
    @ParsedQuery(EventPageQuery) page: Parsed<EventPageQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<EventRest>> {
    return this.events.listOfResource(id, query, page, caller);
  }
}
