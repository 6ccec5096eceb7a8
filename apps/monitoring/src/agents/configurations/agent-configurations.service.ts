import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { type ConfigurationReport, ReportedConfiguration, type ReportResult } from '@wardstone/dto/monitoring';
import { AgentQueries } from '../agent.queries';
import { AgentReports } from '../reports/agent-reports.service';
import { fieldReader, fieldsOrRefusal } from '../reports/field-reader';
import { type ReadItems, readItems, listResourceIds, takeByResource } from '../reports/report-items';
import { type SentReport, requireFields } from '../reports/report-reader';
import { FactSources } from '../../alert-engine/fact-sources.service';
import { AgentConfigurationQueries } from './agent-configuration.queries';

const readConfiguration = fieldReader(ReportedConfiguration);

/** Stores the configurations that agents report. See rules agents-9, reports-6. */
@Injectable()
export class AgentConfigurations {
  constructor(
    private readonly reports: AgentReports,
    private readonly agents: AgentQueries,
    private readonly queries: AgentConfigurationQueries,
    private readonly facts: FactSources,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, sent: SentReport<ConfigurationReport>, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(
      name,
      { kind: 'configurations', ...sent },
      caller,
      () => readItems(requireFields(sent).items, (item) => fieldsOrRefusal(readConfiguration(item))),
      (tx, { agent, nowMs }, found) => this.take(tx, agent, found, nowMs),
    );
  }

  private async take(tx: Transaction, agent: string, found: ReadItems<ReportedConfiguration>, nowMs: number) {
    const known = await this.agents.lockCommitted(tx, agent, listResourceIds(found.items), 'NO KEY UPDATE');
    return takeByResource(found, known, async (item) => {
      const stored = await this.queries.store(tx, item, nowMs);
      // The first configuration is not a change (rule alerts-22).
      if (stored?.hadOne) await this.facts.configurationChanged(tx, item.resourceId, nowMs);
    });
  }
}
