import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Transaction, TransactionListeners } from '@wardstone/database';
import type { ReportedType } from '@wardstone/dto/monitoring';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { AvailabilityQueries, type ReportedResource } from './availability.queries';
import { becomesCurrent, mergeReport, type Report } from './domain/merge-report';

/** A report that has become the current availability of its resource, be it the same as before. */
interface CurrentReport extends Report {
  resourceId: number;
}

export interface TimelineReport {
  type: ReportedType;
  sinceMs: number;
}

/** Puts reports of availability into the timeline of a resource. See rule inventory-14. */
@Injectable()
export class AvailabilityTimeline implements OnModuleInit, InventoryListener {
  /** For rules about availability; late and ignored reports are none. See rule alerts-22. */
  readonly changes = new TransactionListeners<CurrentReport>();

  constructor(
    private readonly queries: AvailabilityQueries,
    private readonly inventory: InventoryService,
    private readonly inventoryChanges: InventoryChanges,
  ) {}

  onModuleInit(): void {
    this.inventoryChanges.beforeCommit(this);
  }

  /** The availability of a resource that enters is unknown. See rule inventory-12. */
  async resourcesEntering(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.queries.start(tx, resourceIds);
  }

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
      await this.inventory.uninventory(tx, [resourceId], nowMs);
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
  currentOf(tx: Transaction, agent: string, ids: readonly number[]): Promise<Map<number, Report>> {
    return this.queries.listCurrent(tx, agent, ids);
  }
}
