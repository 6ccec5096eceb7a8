import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { type EventReport, ReportedEvent, type ReportResult, SEVERITIES } from '@wardstone/dto/monitoring';
import { type EventPlace, EventStore, type SubmittedEvent } from '../../events/event-store';
import { AgentQueries } from '../agent.queries';
import { AgentReports } from './agent-reports.service';
import { fieldReader } from './field-reader';
import { type ReadItems, readItems, listResourceIds } from './report-items';
import { pastTime, type SentReport, requireFields } from './report-reader';

/** Source of an event in a report. */
type Place = Pick<ReportedEvent, 'resourceId' | 'definition' | 'location'>;

const readFields = fieldReader(ReportedEvent);

/** See rule agents-8. */
@Injectable()
export class AgentEvents {
  constructor(
    private readonly reports: AgentReports,
    private readonly agents: AgentQueries,
    private readonly store: EventStore,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, sent: SentReport<EventReport>, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(
      name,
      { kind: 'events', ...sent },
      caller,
      (nowMs) => readItems(requireFields(sent).events, (item) => readEvent(item, nowMs)),
      (tx, { agent }, found) => this.take(tx, agent, found),
    );
  }

  private async take(tx: Transaction, agent: string, { items, rejections }: ReadItems<ReadEvent>) {
    const sourceOf = await this.findSources(tx, agent, items);
    const events = items.flatMap(({ index, resourceId, definition, location, ...event }): SubmittedEvent[] => {
      const source = sourceOf(resourceId, definition, location);
      if (typeof source === 'string') rejections.add(index, source);
      return typeof source === 'string' ? [] : [{ ...event, sourceId: source }];
    });
    await this.store.append(tx, events);
    return { accepted: events.length, rejected: rejections.inOrder() };
  }

  /** Returns a function that finds the source of a place, or says why there is none. */
  private async findSources(
    tx: Transaction,
    agent: string,
    places: readonly Place[],
  ): Promise<(resourceId: number, definition: string, location: string) => number | string> {
    const known = await this.agents.listEventDefinitions(tx, agent, listResourceIds(places));
    const resources = new Set(known.map(({ resource_id }) => resource_id));
    const definitions = new Map(known.map(({ resource_id, id, name }) => [toKey(resource_id, name ?? ''), id]));
    const wanted = new Map<string, EventPlace>();
    for (const { resourceId, definition, location } of places) {
      const definitionId = definitions.get(toKey(resourceId, definition));
      if (definitionId == null) continue;
      const place = { resource_id: resourceId, event_definition_id: definitionId, location };
      wanted.set(toKey(resourceId, definitionId, location), place);
    }
    const rows = await this.store.requireSources(tx, [...wanted.values()]);
    const sources = new Map(rows.map((row) => [toKey(row.resource_id, row.event_definition_id, row.location), row.id]));
    return (resourceId, definition, location) => {
      if (!resources.has(resourceId)) return `unknown resource ${resourceId}`;
      const definitionId = definitions.get(toKey(resourceId, definition));
      if (definitionId == null) return `unknown event definition ${definition}`;
      return sources.get(toKey(resourceId, definitionId, location)) ?? 'the source was removed concurrently';
    };
  }
}

type ReadEvent = Place & Omit<SubmittedEvent, 'sourceId'>;

/** Reads an event; returns a text if it is invalid. */
function readEvent(item: unknown, nowMs: number): ReadEvent | string {
  const { fields, refusal } = readFields(item);
  const word = fields.severity?.toUpperCase();
  const severity = SEVERITIES.find((known) => known === word);
  if (word !== undefined && !severity) return 'unknown severity';
  if (refusal !== undefined) return refusal;
  const { resourceId, definition, location, detail, timestamp = 0 } = fields;
  return { resourceId, definition, location, detail, severity: severity!, timeMs: pastTime(timestamp, nowMs) };
}

function toKey(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
