import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { ImportReport, ReportResult } from '@wardstone/dto/monitoring';
import { MonitoringConfig } from '../../monitoring.config';
import { CollectionSchedules } from '../../metrics/schedules/collection-schedules.service';
import { InventoryService } from '../../resources/inventory.service';
import { AgentReports } from '../reports/agent-reports.service';
import type { Read } from '../reports/field-reader';
import { Rejections } from '../reports/report-items';
import { refuseTooMany, type SentReport, requireFields } from '../reports/report-reader';
import { DiscoveryQueries } from './discovery.queries';
import { isNamed } from './domain/name-patterns';

/** The platform utilization report divides by these metrics, which are off by default (rule reports-7). */
const ALWAYS_WANTED = ['Native.MemoryInfo.total', 'Native.SwapInfo.total'];

/**
 * Lets agents import the resources they discovered, where the installation permits it. An addition to rule inventory-6.
 */
@Injectable()
export class AgentImports {
  constructor(
    private readonly reports: AgentReports,
    private readonly queries: DiscoveryQueries,
    private readonly inventory: InventoryService,
    private readonly schedules: CollectionSchedules,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, sent: SentReport<ImportReport>, caller: CallerIdentity): Promise<ReportResult> {
    const prepare = (): Read<ImportReport> => {
      // The number of items is checked before anything else.
      refuseTooMany(sent.fields.resourceIds?.length ?? 0);
      return requireFields(sent);
    };
    return this.reports.take(name, { kind: 'imports', ...sent }, caller, prepare, (tx, { agent, nowMs }, fields) =>
      this.take(tx, { agent, mayImport: this.mayImport(agent, caller) }, fields, nowMs),
    );
  }

  /** Permitted by its join token or by the settings. */
  private mayImport(agent: string, { joinTerms }: CallerIdentity): boolean {
    if (joinTerms?.autoImport) return true;
    const { AGENTS_IMPORT, AGENTS_IMPORT_NAMES: names, AGENTS_IMPORT_GROUPS: groups } = this.config;
    if (!AGENTS_IMPORT) return false;
    if (names.length === 0 && groups.length === 0) return true;
    const { group } = joinTerms ?? {};
    const isOfGroup = group !== undefined && groups.length > 0 && isNamed(group, groups);
    return isOfGroup || (names.length > 0 && isNamed(agent, names));
  }

  private async take(
    tx: Transaction,
    { agent, mayImport }: { agent: string; mayImport: boolean },
    fields: Read<ImportReport>,
    nowMs: number,
  ) {
    const { resourceIds: ids = [], collectionInterval: intervalMs } = fields;
    const known = new Map((await this.queries.listKnown(tx, agent)).map((resource) => [resource.id, resource]));
    const rejections = new Rejections();
    const imported: number[] = [];
    for (const [index, value] of ids.entries()) {
      const resource = known.get(value as number);
      if (!resource) {
        rejections.add(index, `unknown resource ${JSON.stringify(value)}`);
        continue;
      }
      const isBelowNew = resource.parent_id !== null && known.get(resource.parent_id)?.inventory_status === 'NEW';
      if (resource.inventory_status === 'COMMITTED') continue;
      const isImportable = resource.inventory_status === 'NEW' && resource.category !== 'SERVICE' && !isBelowNew;
      if (!mayImport || !isImportable) {
        rejections.add(index, 'a user must import it');
        continue;
      }
      const taken = await this.inventory.commit(tx, resource.id, nowMs);
      imported.push(...taken);
      for (const id of taken) known.set(id, { ...known.get(id)!, inventory_status: 'COMMITTED' });
    }
    await this.inventory.enter(tx, imported, nowMs);
    if (intervalMs !== undefined) {
      await this.schedules.shortenIntervals(tx, imported, { intervalMs, always: ALWAYS_WANTED }, nowMs);
    }
    return { accepted: ids.length - rejections.list.length, rejected: rejections.list };
  }
}
