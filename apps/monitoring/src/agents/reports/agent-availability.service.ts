import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { REPORTED_TYPES } from '@wardstone/dto/monitoring';
import type { ReportResult } from '@wardstone/dto/monitoring';
import { AvailabilityTimeline } from '../../availability/availability-timeline';
import { AgentReports } from './agent-reports.service';
import type { IncomingReport } from './agent-reports.service';
import { idOf, isFields, pastTimeOf, readItems, resourceIdsOf, takeByResource } from './report-reader';

type ReportedType = Exclude<(typeof REPORTED_TYPES)[number], 'DISABLED'>;

interface Item {
  resourceId: number;
  type: ReportedType;
  sinceMs: number;
}

/** See rule agents-7. */
@Injectable()
export class AgentAvailability {
  constructor(
    @Inject(AgentReports) private readonly reports: AgentReports,
    @Inject(AvailabilityTimeline) private readonly timeline: AvailabilityTimeline,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, body: unknown, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(name, body, caller, (tx, report) => this.take(tx, report));
  }

  private async take(tx: Transaction, { agent, fields, nowMs }: IncomingReport) {
    const found = readItems(fields, 'items', (item) => readItem(item, nowMs));
    const current = await this.timeline.currentOf(tx, agent, resourceIdsOf(found.items));
    return takeByResource(found, current, async ({ resourceId, type, sinceMs }) => {
      const known = current.get(resourceId)!;
      if (known.type === type && sinceMs >= known.sinceMs) return;
      await this.timeline.take(tx, resourceId, { type, sinceMs }, nowMs);
      // What follows in the same report builds on it.
      known.sinceMs = Infinity;
    });
  }
}

function readItem(item: unknown, nowMs: number): Item | string {
  if (!isFields(item)) return 'not an object';
  const resourceId = idOf(item['resourceId']);
  if (resourceId === undefined) return 'unknown resource';
  const type = REPORTED_TYPES.find((known) => known === item['type']);
  if (type === undefined || type === 'DISABLED') return 'unknown type of availability';
  const sinceMs = pastTimeOf(item['since'] ?? 0, nowMs);
  if (sinceMs === undefined) return 'field since must be a time';
  return { resourceId, type, sinceMs };
}
