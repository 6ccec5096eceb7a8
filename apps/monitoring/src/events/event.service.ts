import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import {
  type EventDefinitionRest,
  type EventPageQuery,
  type EventQuery,
  type EventRest,
  type EventSourceRest,
  SEVERITIES,
} from '@wardstone/dto/monitoring';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import {
  HandlerResponse,
  type ListPage,
  type Parsed,
  type Sent,
  type SentBody,
  type SentList,
} from '@wardstone/media-types';
import { DAY_MS, MAX_LEAD_MS } from '@wardstone/metric-points';
import { parsePage } from '@wardstone/pagination';
import { MonitoringConfig } from '../monitoring.config';
import { Addresses } from '../api/addresses';
import { invalidContent } from '../api/invalid-parameter';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { EventStore, type SubmittedEvent } from './event-store';
import { type EventFilter, EventQueries } from './event.queries';

/** Maximum number of events in a list without range and page. See rule events-4. */
const NEWEST = 200;
const NEWEST_WINDOW = { page: 0, size: NEWEST, offset: 0, limit: undefined };

/** Few enough for a short transaction. */
const PURGED_AT_ONCE = 10_000;

/** See rule events-1. */
@Injectable()
export class EventService implements OnModuleInit {
  constructor(
    private readonly queries: EventQueries,
    private readonly store: EventStore,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'event.purge', schedule: '20 * * * *' }, (run) => this.purge(run));
  }

  /** Deletes events beyond their retention. See rule alerts-30. */
  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const retentionDays = this.config.EVENT_RETENTION_DAYS;
    if (retentionDays === 0) return;
    const beforeMs = this.clock.now() - retentionDays * DAY_MS;
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(beforeMs, most));
  }

  /** @throws resource_not_found, resource_forbidden */
  async listSources(resourceId: number, viewer: Viewer): Promise<EventSourceRest[]> {
    await this.authorization.requireResource(viewer, resourceId);
    return this.queries.listSources(resourceId);
  }

  /** @throws resource_not_found, resource_forbidden */
  async listDefinitions(resourceId: number, viewer: Viewer): Promise<EventDefinitionRest[]> {
    await this.authorization.requireResource(viewer, resourceId);
    return this.queries.listDefinitions(resourceId);
  }

  /** @throws event_source_not_found, resource_forbidden */
  readSource(id: number, viewer: Viewer): Promise<EventSourceRest> {
    return this.requireSource(id, viewer);
  }

  /**
   * @throws resource_not_found, resource_forbidden, invalid_content, event_definition_not_found, event_source_exists
   */
  async createSource(
    resourceId: number,
    body: SentBody<EventSourceRest>,
    viewer: Viewer,
  ): Promise<HandlerResponse<EventSourceRest>> {
    await this.authorization.requireResource(viewer, resourceId, 'MANAGE_EVENTS');
    const { name = '', location = '' } = body.read();
    if (name.trim() === '') throw invalidContent('Field name must be given');
    if (location.trim() === '') throw invalidContent('Field location must be given');
    const definition = (await this.queries.listDefinitions(resourceId)).find((known) => known.name === name);
    if (!definition) {
      throw new ApiError(
        MonitoringError.event_definition_not_found,
        `The type of the resource with id ${resourceId} has no event definition named ${name}`,
      );
    }
    const place = { resource_id: resourceId, event_definition_id: definition.id, location };
    const id = await this.queries.insertSource(place);
    if (id === undefined) {
      throw new ApiError(
        MonitoringError.event_source_exists,
        `The resource with id ${resourceId} already has an event source ${name} with the location ${location}`,
      );
    }
    const source = { ...definition, id, location, resourceId };
    return new HandlerResponse(source, { headers: { Location: this.addresses.of(`/event/source/${id}`) } });
  }

  /** @throws event_source_not_found, resource_forbidden */
  async removeSource(id: number, viewer: Viewer): Promise<void> {
    await this.requireSource(id, viewer, 'MANAGE_EVENTS');
    await this.queries.deleteSource(id);
  }

  /** @throws invalid_query, event_source_not_found, resource_forbidden */
  async listOfSource(
    id: number,
    query: EventQuery,
    page: Parsed<EventPageQuery>,
    viewer: Viewer,
  ): Promise<ListPage<EventRest>> {
    const filter = toFilter('source', id, query);
    await this.requireSource(id, viewer);
    return this.list(filter, page.read());
  }

  /** @throws invalid_query, resource_not_found, resource_forbidden */
  async listOfResource(
    id: number,
    query: EventQuery,
    page: Parsed<EventPageQuery>,
    viewer: Viewer,
  ): Promise<ListPage<EventRest>> {
    const filter = toFilter('resource', id, query);
    await this.authorization.requireResource(viewer, id);
    return this.list(filter, page.read());
  }

  /**
   * Stores either all or none of the events.
   * @throws event_source_not_found, resource_forbidden, invalid_content, payload_too_large
   */
  async submit(sourceId: number, body: SentList<EventRest>, viewer: Viewer): Promise<void> {
    await this.requireSource(sourceId, viewer, 'MANAGE_EVENTS');
    const count = body.count() ?? 0;
    if (count > this.config.EVENTS_PER_REQUEST) {
      throw new ApiError(
        CommonError.payload_too_large,
        `The body has ${count} events; at most ${this.config.EVENTS_PER_REQUEST} are allowed`,
      );
    }
    const sent = body.read();
    await this.db.transaction(async (tx) => {
      await this.requireSource(sourceId, viewer, 'MANAGE_EVENTS', tx);
      const nowMs = this.clock.now();
      await this.store.append(
        tx,
        sent.map((event, index) => toSubmitted(event, index, sourceId, nowMs)),
      );
    });
  }

  private async list(filter: EventFilter, { window: requestedWindow }: EventPageQuery): Promise<ListPage<EventRest>> {
    const hasRange = filter.startMs !== undefined || filter.endMs !== undefined;
    const window = requestedWindow ?? (hasRange ? parsePage({}) : undefined);
    const [items, total] = await Promise.all([
      window
        ? this.queries.list(filter, { limit: window.size, offset: window.offset })
        : this.queries.list(filter, { limit: NEWEST, offset: 0 }, true),
      this.queries.count(filter),
    ]);
    return { items, total, window: window ?? NEWEST_WINDOW };
  }

  /** In a transaction, it is locked against removal. */
  private async requireSource(
    id: number,
    viewer: Viewer,
    permission: 'VIEW_RESOURCE' | 'MANAGE_EVENTS' = 'VIEW_RESOURCE',
    tx?: Transaction,
  ): Promise<EventSourceRest> {
    const found = await this.queries.findSource(id, viewer, tx);
    if (!found) throw new ApiError(MonitoringError.event_source_not_found, `Event source with id ${id} not found`);
    const { isSeen, ...source } = found;
    this.authorization.authorizeResource(viewer, { id: source.resourceId, isSeen }, permission);
    return source;
  }
}

/** 0 means absent. */
function toFilter(
  owner: EventFilter['owner'],
  ownerId: number,
  { startTime, endTime, severity }: EventQuery,
): EventFilter {
  return { owner, ownerId, startMs: startTime || undefined, endMs: endTime || undefined, severity };
}

function toSubmitted(event: Sent<EventRest>, index: number, sourceId: number, nowMs: number): SubmittedEvent {
  const word = event.severity?.toUpperCase();
  const severity = SEVERITIES.find((known) => known === word);
  if (!severity) throw invalidContent(`Item ${index}: field severity must be one of ${SEVERITIES.join(', ')}`);
  if (event.detail === undefined) throw invalidContent(`Item ${index}: field detail must be given`);
  const { timestamp = 0 } = event;
  if (timestamp < 0) throw invalidContent(`Item ${index}: field timestamp must not be negative`);
  if (timestamp > nowMs + MAX_LEAD_MS) {
    throw invalidContent(`Item ${index}: the time ${timestamp} is more than 24 hours in the future`);
  }
  return { sourceId, severity, detail: event.detail, timeMs: timestamp === 0 ? nowMs : timestamp };
}
