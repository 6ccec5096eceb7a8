import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { AvailabilityType } from '../resources/resource.shape';
import { UninventoryQueries } from '../resources/uninventory.queries';
import { AvailabilityChanges } from './availability-changes';
import { AvailabilityQueries } from './availability.queries';
import type { ReportedResource } from './availability.queries';
import type { REPORTED_TYPES } from './availability.shape';
import { becomesCurrent, mergeReport } from './domain/merge-report';

export interface TimelineReport {
  type: (typeof REPORTED_TYPES)[number];
  sinceMs: number;
}

/** Puts reports of availability into the timeline of a resource, whoever makes them. Source: inventory spec 5.4. */
@Injectable()
export class AvailabilityTimeline {
  constructor(
    @Inject(AvailabilityQueries) private readonly queries: AvailabilityQueries,
    @Inject(UninventoryQueries) private readonly uninventory: UninventoryQueries,
    @Inject(AvailabilityChanges) private readonly changes: AvailabilityChanges,
  ) {}

  /** Takes a report on a resource in; one that is not in inventory stays as it is. */
  async take(tx: Transaction, resourceId: number, report: TimelineReport, nowMs: number): Promise<void> {
    const resource = await this.queries.lockResource(tx, resourceId);
    if (resource) await this.takeLocked(tx, resourceId, resource, report, nowMs);
  }

  /** The same for a resource that the transaction has locked. */
  async takeLocked(
    tx: Transaction,
    resourceId: number,
    resource: ReportedResource,
    { type: reported, sinceMs }: TimelineReport,
    nowMs: number,
  ): Promise<void> {
    if (resource.inventory_status !== 'COMMITTED') return;
    if (reported === 'MISSING' && resource.missing_policy === 'UNINVENTORY') {
      await this.uninventory.uninventory(tx, [resourceId], nowMs);
      return;
    }
    if (reported === 'MISSING' && resource.missing_policy === 'IGNORE') {
      await this.queries.setIgnored(tx, resourceId, nowMs);
      return;
    }
    const type = reported === 'MISSING' ? 'DOWN' : reported;
    const surroundings = await this.queries.findSurroundings(tx, resourceId, sinceMs);
    const steps = surroundings
      ? mergeReport(surroundings, { type, sinceMs })
      : [{ kind: 'add' as const, stretch: { type, sinceMs, untilMs: null } }];
    if (steps.length > 0) await this.queries.apply(tx, resourceId, steps, nowMs);
    if (becomesCurrent(surroundings, { type, sinceMs })) await this.changes.tell(tx, { resourceId, type, sinceMs });
  }

  /** What lasts for those of the resources that the agent looks after. */
  async currentOf(
    tx: Transaction,
    agent: string,
    ids: readonly number[],
  ): Promise<Map<number, { type: AvailabilityType; sinceMs: number }>> {
    const rows = await tx.query<{ id: number; type: AvailabilityType; since_ms: number }>(
      `SELECT r.id, coalesce(a.type, 'UNKNOWN') AS type, coalesce(a.since_ms, 0) AS since_ms
         FROM resource r LEFT JOIN availability_record a ON a.resource_id = r.id AND a.until_ms IS NULL
        WHERE r.id = ANY ($1::integer[]) AND r.agent_name = $2`,
      [ids, agent],
    );
    return new Map(rows.map(({ id, type, since_ms }) => [id, { type, sinceMs: since_ms }]));
  }
}
