import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import {
  type ConfigurationReport,
  type DriftReport,
  ReportedConfiguration,
  type ReportResult,
} from '@wardstone/dto/monitoring';
import { AgentQueries } from '../agent.queries';
import { AgentReports } from '../reports/agent-reports.service';
import { fieldReader, fieldsOrRefusal } from '../reports/field-reader';
import { type ReadItems, readItems, resourceIdsOf, takeByResource } from '../reports/report-items';
import { type SentReport, validFields } from '../reports/report-reader';
import { FactSources } from '../../alerts/engine/fact-sources.service';
import { type ChangeSet, readChangeSet } from './read-change-set';
import { AgentConfigurationQueries } from './agent-configuration.queries';

const readConfiguration = fieldReader(ReportedConfiguration);

/** The configurations that agents find, and the drift of files. See rules agents-9, reports-6. */
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
      () => readItems(validFields(sent).items, (item) => fieldsOrRefusal(readConfiguration(item))),
      (tx, { agent, nowMs }, found) => this.take(tx, agent, found, nowMs),
    );
  }

  private async take(tx: Transaction, agent: string, found: ReadItems<ReportedConfiguration>, nowMs: number) {
    const known = await this.agents.lockCommitted(tx, agent, resourceIdsOf(found.items), 'NO KEY UPDATE');
    return takeByResource(found, known, async (item) => {
      const stored = await this.queries.store(tx, item, nowMs);
      // What is recorded first is no change (rule alerts-22).
      if (stored?.hadOne) await this.facts.configurationChanged(tx, item.resourceId, nowMs);
    });
  }

  /** How files drifted away from where they should be. @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  reportDrift(name: string, sent: SentReport<DriftReport>, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(
      name,
      { kind: 'drift', ...sent },
      caller,
      (nowMs) => readItems(validFields(sent).changeSets, (item) => readChangeSet(item, nowMs)),
      (tx, { agent }, sets) => this.takeDrift(tx, agent, sets),
    );
  }

  private async takeDrift(tx: Transaction, agent: string, sets: ReadItems<ChangeSet>) {
    const known = await this.agents.lockCommitted(tx, agent, resourceIdsOf(sets.items), 'KEY SHARE');
    return takeByResource(sets, known, async (set) => {
      const { resourceId, definition, version, timeMs, drifts } = set;
      const definitionId = await this.queries.requireDriftDefinition(tx, resourceId, definition);
      if (definitionId === undefined) return `unknown drift definition ${definition}`;
      if (!(await this.queries.storeDrift(tx, definitionId, set))) return;
      const paths = drifts.map(({ path }) => path);
      await this.facts.driftReported(tx, resourceId, { definition, paths, isInitial: version === 0, timeMs });
    });
  }
}
