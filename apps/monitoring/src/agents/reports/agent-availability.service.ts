import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { AvailabilityReport, ReportedAvailability, type ReportResult } from '@wardstone/dto/monitoring';
import { AvailabilityTimeline } from '../../availability/availability-timeline';
import { AgentReports } from './agent-reports.service';
import { fieldReader } from './field-reader';
import { type ReadItems, readItems, listResourceIds, takeByResource } from './report-items';
import { pastTime, type SentReport, requireFields } from './report-reader';

type Item = Pick<ReportedAvailability, 'resourceId' | 'type'> & { sinceMs: number };

const readAvailability = fieldReader(ReportedAvailability);

/** See rule agents-7. */
@Injectable()
export class AgentAvailability {
  constructor(
    private readonly reports: AgentReports,
    private readonly timeline: AvailabilityTimeline,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, sent: SentReport<AvailabilityReport>, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(
      name,
      { kind: 'availability', ...sent },
      caller,
      (nowMs) => readItems(requireFields(sent).items, (item) => readItem(item, nowMs)),
      (tx, { agent, nowMs }, found) => this.take(tx, agent, found, nowMs),
    );
  }

  private async take(tx: Transaction, agent: string, found: ReadItems<Item>, nowMs: number) {
    const current = await this.timeline.findCurrent(tx, agent, listResourceIds(found.items));
    return takeByResource(found, current, async ({ resourceId, type, sinceMs }) => {
      const known = current.get(resourceId)!;
      if (known.type === type && sinceMs >= known.sinceMs) return;
      await this.timeline.take(tx, [{ resourceId, type, sinceMs }], nowMs);
      // Later entries of the same report are based on this one.
      known.sinceMs = Infinity;
    });
  }
}

function readItem(item: unknown, nowMs: number): Item | string {
  const { fields, refusal } = readAvailability(item);
  if (refusal !== undefined) return refusal;
  const { resourceId, type, since = 0 } = fields;
  return { resourceId, type, sinceMs: pastTime(since, nowMs) };
}
