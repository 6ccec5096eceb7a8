import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { DriftReport, ReportResult } from '@wardstone/dto/monitoring';
import { FactSources } from '../../alert-engine/fact-sources.service';
import { AgentQueries } from '../agent.queries';
import { AgentReports } from '../reports/agent-reports.service';
import { type ReadItems, readItems, listResourceIds, takeByResource } from '../reports/report-items';
import { type SentReport, requireFields } from '../reports/report-reader';
import { AgentDriftQueries } from './agent-drift.queries';
import { DriftTextQueries } from './drift-text.queries';
import { type ChangeSet, readChangeSet } from './read-change-set';

/** Maximum number of watched files of one definition; agents refuse larger folders. */
const MAX_FILES = 250_000;

/** Stores how files differ from their baseline. See rule agents-16. */
@Injectable()
export class AgentDrift {
  constructor(
    private readonly reports: AgentReports,
    private readonly agents: AgentQueries,
    private readonly queries: AgentDriftQueries,
    private readonly texts: DriftTextQueries,
    private readonly facts: FactSources,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, sent: SentReport<DriftReport>, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.take(
      name,
      { kind: 'drift', ...sent },
      caller,
      (nowMs) => readItems(requireFields(sent).changeSets, (item) => readChangeSet(item, nowMs)),
      (tx, { agent }, sets) => this.take(tx, agent, sets),
    );
  }

  private async take(tx: Transaction, agent: string, sets: ReadItems<ChangeSet>) {
    const known = await this.agents.lockCommitted(tx, agent, listResourceIds(sets.items), 'KEY SHARE');
    return takeByResource(sets, known, (set) => this.takeSet(tx, set));
  }

  /** Why the change set is not stored; undefined if it is stored, now or before. */
  private async takeSet(tx: Transaction, set: ChangeSet): Promise<string | undefined> {
    const { resourceId, definition, version, timeMs, isBaseline, drifts } = set;
    const definitionId = await this.queries.requireDefinition(tx, resourceId, definition);
    if (definitionId === undefined) return `unknown drift definition ${definition}`;
    const place = await this.queries.place(tx, definitionId, set);
    if (place === 'gap') return `part ${set.part} of version ${version} came before those ahead of it`;
    if (place === 'known') return undefined;
    if (place === 'newest' && (await this.queries.countFiles(tx, definitionId)) + drifts.length > MAX_FILES) {
      return `more than ${MAX_FILES} files`;
    }
    const setId = await this.queries.storeSet(tx, definitionId, set);
    if (!isBaseline) await this.queries.storeChanges(tx, setId, drifts);
    // A late version is only history, because files have changed since.
    if (place === 'newest') {
      if (!isBaseline) await this.texts.storeChanges(tx, definitionId, setId, drifts);
      await this.texts.storeFiles(tx, definitionId, drifts, isBaseline && set.part === 0 ? 'all' : 'same');
      await (isBaseline
        ? this.queries.storeBaseline(tx, definitionId, set)
        : this.queries.storeFiles(tx, definitionId, set));
      await this.queries.judge(tx, definitionId, setId, set);
    }
    if (await this.queries.isPlanned(tx, definitionId)) return undefined;
    const paths = drifts.map(({ path }) => path);
    await this.facts.driftReported(tx, resourceId, { definition, paths, isInitial: isBaseline, timeMs });
    return undefined;
  }
}
