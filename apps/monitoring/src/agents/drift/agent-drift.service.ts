import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { DriftReport, ReportResult } from '@wardstone/dto/monitoring';
import { AgentQueries } from '../agent.queries';
import { AgentReports } from '../reports/agent-reports.service';
import { type ReadItems, readItems, resourceIdsOf, takeByResource } from '../reports/report-items';
import { type SentReport, validFields } from '../reports/report-reader';
import { FactSources } from '../../alerts/engine/fact-sources.service';
import { AgentDriftQueries } from './agent-drift.queries';
import { type ChangeSet, readChangeSet } from './read-change-set';

/** Takes in how files drifted away from where they should be. See rule agents-9. */
@Injectable()
export class AgentDrift {
  constructor(
    private readonly reports: AgentReports,
    private readonly agents: AgentQueries,
    private readonly queries: AgentDriftQueries,
    private readonly facts: FactSources,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, sent: SentReport<DriftReport>, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(
      name,
      { kind: 'drift', ...sent },
      caller,
      (nowMs) => readItems(validFields(sent).changeSets, (item) => readChangeSet(item, nowMs)),
      (tx, { agent }, sets) => this.take(tx, agent, sets),
    );
  }

  private async take(tx: Transaction, agent: string, sets: ReadItems<ChangeSet>) {
    const known = await this.agents.lockCommitted(tx, agent, resourceIdsOf(sets.items), 'KEY SHARE');
    return takeByResource(sets, known, async (set) => {
      const { resourceId, definition, version, timeMs, drifts } = set;
      const definitionId = await this.queries.requireDefinition(tx, resourceId, definition);
      if (definitionId === undefined) return `unknown drift definition ${definition}`;
      if (!(await this.queries.store(tx, definitionId, set))) return;
      const paths = drifts.map(({ path }) => path);
      await this.facts.driftReported(tx, resourceId, { definition, paths, isInitial: version === 0, timeMs });
    });
  }
}
