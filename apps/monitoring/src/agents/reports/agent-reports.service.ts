import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { AgentQueries } from '../agent.queries';
import { AgentService } from '../agent.service';
import { readReport } from './report-reader';
import type { Fields } from './report-reader';

/** A report that is being taken in. */
export interface IncomingReport {
  agent: string;
  reportId: string;
  fields: Fields;
  nowMs: number;
}

/** What is done with a report, and the part of the answer that tells of it. */
type Intake<Result extends object> = (tx: Transaction, report: IncomingReport) => Promise<Result>;

/** Done before the transaction, which must not wait for other connections; has to bear being done twice. */
type Preparation<Prepared> = (report: IncomingReport) => Promise<Prepared>;

/** Takes each report in once: who repeats it gets the answer that the first one got. Source: agent spec 9.1. */
@Injectable()
export class AgentReports {
  constructor(
    @Inject(AgentService) private readonly agents: AgentService,
    @Inject(AgentQueries) private readonly queries: AgentQueries,
    @Inject(Database) private readonly db: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content */
  take<Result extends object>(
    name: string,
    body: unknown,
    caller: CallerIdentity,
    intake: Intake<Result>,
  ): Promise<Result & { reportId: string; resync: boolean }> {
    return this.takePrepared(name, body, caller, () => Promise.resolve(undefined), intake);
  }

  /** As `take`, with work that needs connections of its own before. */
  async takePrepared<Prepared, Result extends object>(
    name: string,
    body: unknown,
    caller: CallerIdentity,
    prepare: Preparation<Prepared>,
    intake: (tx: Transaction, report: IncomingReport, prepared: Prepared) => Promise<Result>,
  ): Promise<Result & { reportId: string; resync: boolean }> {
    type Full = Result & { reportId: string; resync: boolean };
    await this.agents.require(name, caller);
    const { reportId, fields } = readReport(body);
    const known = await this.queries.findAnswer(this.db, name, reportId);
    if (known) return known as Full;
    const report = { agent: name, reportId, fields, nowMs: this.clock.now() };
    const prepared = await prepare(report);
    return this.db.transaction(async (tx) => {
      await this.queries.lock(tx, name);
      const meanwhile = await this.queries.findAnswer(tx, name, reportId);
      if (meanwhile) return meanwhile as Full;
      const resync = await this.queries.takeResync(tx, name);
      const answer = { ...(await intake(tx, report, prepared)), reportId, resync };
      await this.queries.keepAnswer(tx, name, reportId, answer, report.nowMs);
      return answer;
    });
  }
}
