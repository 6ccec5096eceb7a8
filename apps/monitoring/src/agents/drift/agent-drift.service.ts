import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { ReportResult } from '@wardstone/dto/monitoring';
import { AgentReports } from '../reports/agent-reports.service';
import type { IncomingReport } from '../reports/agent-reports.service';
import { readItems } from '../reports/report-reader';
import { FactSources } from '../../alerts/engine/fact-sources.service';
import { AgentDriftQueries } from './agent-drift.queries';
import { readChangeSet } from './read-change-set';

/** Takes in how files drifted away from where they should be. See rule agents-9. */
@Injectable()
export class AgentDrift {
  constructor(
    @Inject(AgentReports) private readonly reports: AgentReports,
    @Inject(AgentDriftQueries) private readonly queries: AgentDriftQueries,
    @Inject(FactSources) private readonly facts: FactSources,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, body: unknown, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(name, body, caller, (tx, report) => this.take(tx, report));
  }

  private async take(tx: Transaction, { agent, fields, nowMs }: IncomingReport) {
    const { items: sets, rejections } = readItems(fields, 'changeSets', (item) => readChangeSet(item, nowMs));
    const ids = [...new Set(sets.map(({ resourceId }) => resourceId))];
    const known = await this.queries.lockCommitted(tx, agent, ids);
    let accepted = 0;
    // In the order of ids, so that two reports never wait for each other in a circle.
    for (const { index, ...set } of sets.sort((a, b) => a.resourceId - b.resourceId || a.index - b.index)) {
      const { resourceId, definition, version, timeMs, drifts } = set;
      if (!known.has(resourceId)) {
        rejections.add(index, `unknown resource ${resourceId}`);
        continue;
      }
      const definitionId = await this.queries.requireDefinition(tx, resourceId, definition);
      if (definitionId === undefined) {
        rejections.add(index, `unknown drift definition ${definition}`);
        continue;
      }
      accepted += 1;
      if (!(await this.queries.store(tx, definitionId, set))) continue;
      const paths = drifts.map(({ path }) => path);
      await this.facts.driftReported(tx, resourceId, { definition, paths, isInitial: version === 0, timeMs });
    }
    return { accepted, rejected: rejections.inOrder() };
  }
}
