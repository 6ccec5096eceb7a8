import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Transaction, TransactionListeners } from '@wardstone/database';
import type { ReportedType } from '@wardstone/dto/monitoring';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import {
  AvailabilityQueries,
  type ReportedResource,
  type ResourceStep,
  type StoredStretch,
} from './availability.queries';
import { isAboutPresent, mergeReport, type Report, type TimelineStep } from './domain/merge-report';

/** A report that has become the current availability of its resource, even if unchanged. */
interface CurrentReport extends Report {
  resourceId: number;
}

export interface TimelineReport {
  type: ReportedType;
  sinceMs: number;
}

export interface ResourceReport extends TimelineReport {
  resourceId: number;
}

/** Adds reports of availability to the timeline of a resource. See rule inventory-14. */
@Injectable()
export class AvailabilityTimeline implements OnModuleInit, InventoryListener {
  /** For availability rules, which ignore late and ignored reports. See rule alerts-22. */
  readonly changes = new TransactionListeners<readonly CurrentReport[]>();

  constructor(
    private readonly queries: AvailabilityQueries,
    private readonly inventory: InventoryService,
    private readonly inventoryChanges: InventoryChanges,
  ) {}

  onModuleInit(): void {
    this.inventoryChanges.beforeCommit(this);
  }

  /** The availability of a new resource is unknown. See rule inventory-12. */
  async resourcesEntering(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.queries.start(tx, resourceIds);
  }

  /**
   * Applies reports on different resources, locked in order of their ids; resources outside the inventory are
   * unchanged.
   */
  async take(tx: Transaction, reports: readonly ResourceReport[], nowMs: number): Promise<void> {
    if (reports.length === 0) return;
    const locked = await this.queries.lockResources(
      tx,
      reports.map(({ resourceId }) => resourceId),
    );
    await this.takeLocked(tx, reports, locked, nowMs);
  }

  /** Like `take`, for resources that the transaction has locked. */
  async takeLocked(
    tx: Transaction,
    reports: readonly ResourceReport[],
    locked: ReadonlyMap<number, ReportedResource>,
    nowMs: number,
  ): Promise<void> {
    const known = reports.filter(({ resourceId }) => locked.get(resourceId)?.inventory_status === 'COMMITTED');
    const missing = (policy: ReportedResource['missing_policy']): number[] =>
      known
        .filter(({ type, resourceId }) => type === 'MISSING' && locked.get(resourceId)!.missing_policy === policy)
        .map(({ resourceId }) => resourceId);
    const [leaving, ignored] = [missing('UNINVENTORY'), missing('IGNORE')];
    const gone = new Set([...ignored, ...(await this.inventory.uninventory(tx, leaving, nowMs))]);
    if (ignored.length > 0) await this.queries.setIgnored(tx, ignored, nowMs);
    const merged = known
      .filter(({ resourceId }) => !gone.has(resourceId))
      .map(({ type, ...rest }) => ({ ...rest, type: type === 'MISSING' ? ('DOWN' as const) : type }));
    if (merged.length > 0) await this.merge(tx, merged, nowMs);
  }

  private async merge(tx: Transaction, reports: readonly CurrentReport[], nowMs: number): Promise<void> {
    const surroundings = await this.queries.findSurroundings(tx, reports);
    const steps = reports.flatMap(({ resourceId, ...report }): ResourceStep[] => {
      const around = surroundings.get(resourceId);
      const own: TimelineStep<StoredStretch>[] = around
        ? mergeReport(around, report)
        : [{ kind: 'add', stretch: { ...report, untilMs: null } }];
      return own.map((step) => ({ ...step, resourceId }));
    });
    if (steps.length > 0) await this.queries.apply(tx, steps, nowMs);
    const current = reports.filter((report) => isAboutPresent(surroundings.get(report.resourceId), report));
    if (current.length > 0) await this.changes.tell(tx, current);
  }

  /** Open stretches of the resources. */
  findLasting(ids: readonly number[]): Promise<Map<number, Report>> {
    return this.queries.listLasting(ids);
  }

  /** Current availability of the agent's resources. */
  findCurrent(tx: Transaction, agent: string, ids: readonly number[]): Promise<Map<number, Report>> {
    return this.queries.listCurrent(tx, agent, ids);
  }
}
