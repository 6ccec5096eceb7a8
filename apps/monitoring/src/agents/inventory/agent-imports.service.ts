import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { ReportResult } from '@wardstone/dto/monitoring';
import { MonitoringConfig } from '../../monitoring.config';
import { CollectionSchedules } from '../../metrics/schedules/collection-schedules.service';
import { InventoryService } from '../../resources/inventory.service';
import { AgentReports } from '../reports/agent-reports.service';
import type { IncomingReport } from '../reports/agent-reports.service';
import { Rejections, idOf, invalidReport, listOf, refuseTooMany } from '../reports/report-reader';
import { DiscoveryQueries } from './discovery.queries';

/** See rule metrics-1. */
const SHORTEST_MS = 30_000;
const LONGEST_MS = 2 ** 31 - 1;
/** The report on platform utilization divides by these, which are off by default (rule reports-7). */
const ALWAYS_WANTED = ['Native.MemoryInfo.total', 'Native.SwapInfo.total'];

/** Lets agents import what they found, where the installation allows it. An addition to rule inventory-6. */
@Injectable()
export class AgentImports {
  constructor(
    @Inject(AgentReports) private readonly reports: AgentReports,
    @Inject(DiscoveryQueries) private readonly queries: DiscoveryQueries,
    @Inject(InventoryService) private readonly inventory: InventoryService,
    @Inject(CollectionSchedules) private readonly schedules: CollectionSchedules,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, body: unknown, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(name, body, caller, (tx, report) => this.take(tx, report));
  }

  private async take(tx: Transaction, { agent, fields, nowMs }: IncomingReport) {
    const ids = listOf(fields, 'resourceIds');
    refuseTooMany(ids.length);
    const intervalMs = readInterval(fields['collectionInterval']);
    const known = new Map((await this.queries.listKnown(tx, agent)).map((resource) => [resource.id, resource]));
    const rejections = new Rejections();
    const imported: number[] = [];
    for (const [index, value] of ids.entries()) {
      const resource = known.get(idOf(value) ?? 0);
      if (!resource) {
        rejections.add(index, `unknown resource ${JSON.stringify(value)}`);
        continue;
      }
      const isBelowNew = resource.parent_id !== null && known.get(resource.parent_id)?.inventory_status === 'NEW';
      if (resource.inventory_status === 'COMMITTED') continue;
      const isImportable = resource.inventory_status === 'NEW' && resource.category !== 'SERVICE' && !isBelowNew;
      if (!this.config.AGENTS_IMPORT || !isImportable) {
        rejections.add(index, 'a user must import it');
        continue;
      }
      const taken = await this.inventory.commit(tx, resource.id, nowMs);
      imported.push(...taken);
      for (const id of taken) known.set(id, { ...known.get(id)!, inventory_status: 'COMMITTED' });
    }
    await this.inventory.enter(tx, imported, nowMs);
    if (intervalMs !== undefined) {
      await this.schedules.quicken(tx, imported, { intervalMs, always: ALWAYS_WANTED }, nowMs);
    }
    return { accepted: ids.length - rejections.list.length, rejected: rejections.list };
  }
}

/** @throws invalid_content */
function readInterval(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (Number.isInteger(value) && (value as number) >= SHORTEST_MS && (value as number) <= LONGEST_MS) {
    return value as number;
  }
  throw invalidReport(`Field collectionInterval must be a number of ms, at least ${SHORTEST_MS}`);
}
