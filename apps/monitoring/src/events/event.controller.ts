import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { limitedBody, nothing, Operation } from '@wardstone/bootstrap';
import { EventDefinitionRest, EventPageQuery, EventQuery, EventRest, EventSourceRest } from '@wardstone/dto/monitoring';
import {
  type HandlerResponse,
  type ListPage,
  type Parsed,
  RecordBody,
  RecordsBody,
  result,
  type SentBody,
  type SentList,
} from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { ParsedQuery, RequestQuery } from '../api/request-query.decorator';
import { EventService } from './event.service';
import { removal } from '../api/removal';

/** Enough for ten thousand events, some of them with a stack trace. */
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

const EVENTS = result('event', [EventRest], { title: 'Events', example: [EVENT_EXAMPLE], gzip: true });

const LISTING = 'In order of submission. Without a window and paging parameters, the newest 200.';

/** See rule events-1. */
@ApiTags('event')
@Controller('rest/event')
export class EventController {
  constructor(private readonly events: EventService) {}

  @Get('source/:id')
  @Operation('Get an event source', {
    access: 'authenticated',
    returns: result('event', EventSourceRest, { title: 'Event source', example: SOURCE_EXAMPLE }),
    errors: ['event_source_not_found', 'resource_forbidden'],
  })
  getEventSource(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EventSourceRest> {
    return this.events.readSource(id, caller);
  }

  @Delete('source/:id')
  @Operation('Remove an event source and its events', {
    access: 'authenticated',
    returns: removal('The source is removed', 'event_source_not_found', 'a missing source'),
    errors: ['event_source_not_found', 'resource_forbidden'],
  })
  removeEventSource(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<void> {
    return this.events.removeSource(id, caller);
  }

  @Get('source/:id/events')
  @Operation('List the events of a source', {
    description: LISTING,
    access: 'authenticated',
    returns: EVENTS,
    errors: ['event_source_not_found', 'resource_forbidden'],
  })
  listEventsOfSource(
    @PathId() id: number,
    @RequestQuery(EventQuery) query: EventQuery,
    @ParsedQuery(EventPageQuery) page: Parsed<EventPageQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<EventRest>> {
    return this.events.listOfSource(id, query, page, caller);
  }

  @Post('source/:id/events')
  @Operation('Submit events, all or nothing', {
    access: 'authenticated',
    body: limitedBody(EVENTS_LIMIT),
    returns: nothing('All events are stored'),
    errors: ['event_source_not_found', 'resource_forbidden'],
  })
  submitEvents(
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
  @Operation('List the event sources of a resource', {
    access: 'authenticated',
    returns: result('event', [EventSourceRest], { title: 'Event sources', example: [SOURCE_EXAMPLE] }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listEventSources(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EventSourceRest[]> {
    return this.events.listSources(id, caller);
  }

  @Get(':id/definitions')
  @Operation("List the event definitions of a resource's type", {
    access: 'authenticated',
    returns: result('event', [EventDefinitionRest], {
      title: 'Event definitions',
      example: [{ id: 10101, name: 'Event Log', displayName: 'Event Log', description: 'system log' }],
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listEventDefinitions(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EventDefinitionRest[]> {
    return this.events.listDefinitions(id, caller);
  }

  @Post(':id/sources')
  @Operation('Create an event source', {
    access: 'authenticated',
    returns: result('event', EventSourceRest, { title: 'Event source', example: SOURCE_EXAMPLE }),
    errors: ['resource_not_found', 'resource_forbidden', 'event_definition_not_found', 'event_source_exists'],
  })
  createEventSource(
    @PathId() id: number,
    @RecordBody(EventSourceRest, {
      description: 'Name of an event definition, and a location; other fields are ignored',
      example: { name: 'Event Log', location: '/var/log/messages' },
    })
    body: SentBody<EventSourceRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse<EventSourceRest>> {
    return this.events.createSource(id, body, caller);
  }

  @Get(':id/events')
  @Operation('List the events of a resource', {
    description: LISTING,
    access: 'authenticated',
    returns: EVENTS,
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listEventsOfResource(
    @PathId() id: number,
    @RequestQuery(EventQuery) query: EventQuery,
    @ParsedQuery(EventPageQuery) page: Parsed<EventPageQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<EventRest>> {
    return this.events.listOfResource(id, query, page, caller);
  }
}
