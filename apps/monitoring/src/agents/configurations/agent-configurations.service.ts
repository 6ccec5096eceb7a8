import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { ReportResult } from '@wardstone/dto/monitoring';
import { AgentQueries } from '../agent.queries';
import { AgentReports } from '../reports/agent-reports.service';
import type { IncomingReport } from '../reports/agent-reports.service';
import { idOf, isFields, readItems, resourceIdsOf, takeByResource } from '../reports/report-reader';
import { FactSources } from '../../alerts/engine/fact-sources.service';
import { AgentConfigurationQueries } from './agent-configuration.queries';
import type { FoundConfiguration } from './agent-configuration.queries';

/** Takes in the configurations that agents find. See rules agents-9, reports-6. */
@Injectable()
export class AgentConfigurations {
  constructor(
    @Inject(AgentReports) private readonly reports: AgentReports,
    @Inject(AgentQueries) private readonly agents: AgentQueries,
    @Inject(AgentConfigurationQueries) private readonly queries: AgentConfigurationQueries,
    @Inject(FactSources) private readonly facts: FactSources,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, body: unknown, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(name, body, caller, (tx, report) => this.take(tx, report));
  }

  private async take(tx: Transaction, { agent, fields, nowMs }: IncomingReport) {
    const found = readItems(fields, 'items', readItem);
    const known = await this.agents.lockCommitted(tx, agent, resourceIdsOf(found.items), 'NO KEY UPDATE');
    return takeByResource(found, known, async (item) => {
      const stored = await this.queries.store(tx, item, nowMs);
      // What is recorded first is no change (rule alerts-22).
      if (stored?.hadOne) await this.facts.configurationChanged(tx, item.resourceId, nowMs);
    });
  }
}

/** The configuration, or what is wrong with it. */
function readItem(item: unknown): FoundConfiguration | string {
  if (!isFields(item)) return 'not an object';
  const { resourceConfig: configuration } = item;
  const resourceId = idOf(item['resourceId']);
  if (resourceId === undefined) return 'unknown resource';
  return isFields(configuration) ? { resourceId, configuration } : 'field resourceConfig must be an object';
}
