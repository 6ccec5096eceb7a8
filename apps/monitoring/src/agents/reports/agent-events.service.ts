import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { EventStore } from '../../events/event-store';
import type { SubmittedEvent } from '../../events/event-store';
import { SEVERITIES } from '../../events/event.shape';
import type { ReportResult } from '../agent.shape';
import { AgentEventQueries } from './agent-event.queries';
import type { Place } from './agent-event.queries';
import { AgentReports } from './agent-reports.service';
import type { IncomingReport } from './agent-reports.service';
import { idOf, isFields, readItems, pastTimeOf } from './report-reader';

const MOST_LOCATION = 2000;

/** Source: agent spec 9.8. */
@Injectable()
export class AgentEvents {
  constructor(
    @Inject(AgentReports) private readonly reports: AgentReports,
    @Inject(AgentEventQueries) private readonly queries: AgentEventQueries,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, body: unknown, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(name, body, caller, (tx, report) => this.take(tx, report));
  }

  private async take(tx: Transaction, { agent, fields, nowMs }: IncomingReport) {
    const { items, rejections } = readItems(fields, 'events', (item) => readEvent(item, nowMs));
    const sources = await this.queries.requireSources(tx, agent, items);
    const events = items.flatMap(({ index, resourceId, definition, location, ...event }): SubmittedEvent[] => {
      const source = sources(resourceId, definition, location);
      if (typeof source === 'string') rejections.add(index, source);
      return typeof source === 'string' ? [] : [{ ...event, sourceId: source }];
    });
    await this.store.append(tx, events);
    return { accepted: events.length, rejected: rejections.inOrder() };
  }
}

type ReadEvent = Place & Omit<SubmittedEvent, 'sourceId'>;

/** The event, or what is wrong with it. */
function readEvent(item: unknown, nowMs: number): ReadEvent | string {
  if (!isFields(item)) return 'not an object';
  const { definition, location, detail, timestamp = 0 } = item;
  const resourceId = idOf(item['resourceId']);
  if (resourceId === undefined) return 'unknown resource';
  if (typeof definition !== 'string') return 'field definition must be a text';
  if (typeof location !== 'string' || location.trim() === '' || location.length > MOST_LOCATION)
    return `field location must be a text of at most ${MOST_LOCATION} characters`;
  if (typeof detail !== 'string') return 'field detail must be a text';
  const word = typeof item['severity'] === 'string' ? item['severity'].toUpperCase() : undefined;
  const severity = SEVERITIES.find((known) => known === word);
  if (!severity) return 'unknown severity';
  const timeMs = pastTimeOf(timestamp, nowMs);
  if (timeMs === undefined) return 'field timestamp must be a time';
  return { resourceId, definition, location, detail, severity, timeMs };
}
