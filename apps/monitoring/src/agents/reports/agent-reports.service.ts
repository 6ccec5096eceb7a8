import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { AgentReport } from '@wardstone/dto/monitoring';
import { AgentDatabase } from '../agent-database';
import { type AgentWithResponse, AgentQueries, type ProcessedReport, type ReportKind } from '../agent.queries';
import { AgentService } from '../agent.service';
import type { SentReport } from './report-reader';

/** Identifies a report, to find its stored response. */
type Identified = Pick<SentReport<AgentReport>, 'reportId' | 'problem'> & { readonly kind: ReportKind };

/** Stores the prepared report; returns its part of the response. */
type Intake<Prepared, Result extends object> = (
  tx: Transaction,
  report: ProcessedReport,
  prepared: Prepared,
) => Promise<Result>;

export type ReportResponse<Result extends object> = Result & { reportId: string; resync: boolean };

/** Handles each report once; a repeated report gets the first response. See rule agents-1. */
@Injectable()
export class AgentReports {
  constructor(
    private readonly agents: AgentService,
    private readonly queries: AgentQueries,
    private readonly db: AgentDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content */
  async take<Prepared, Result extends object>(
    name: string,
    sent: Identified,
    caller: CallerIdentity,
    prepare: (nowMs: number) => Prepared,
    intake: Intake<Prepared, Result>,
  ): Promise<ReportResponse<Result>> {
    const found = await this.queries.findWithResponse(name, sent.kind, sent.reportId ?? null);
    return this.respond(name, sent, caller, found, (report) => {
      const prepared = prepare(report.nowMs);
      return this.store(report, (tx) => intake(tx, report, prepared));
    });
  }

  /**
   * Checks the caller before the body, and stores the report unless it was stored before.
   * @param found the agent, and the stored response to the report
   * @param store validates and stores the report
   * @throws as `take`
   */
  async respond<Result extends object>(
    name: string,
    { kind, reportId, problem }: Identified,
    caller: CallerIdentity,
    found: AgentWithResponse | undefined,
    store: (report: ProcessedReport) => Promise<ReportResponse<Result>>,
  ): Promise<ReportResponse<Result>> {
    const agent = await this.agents.permit(name, found, caller);
    const nowMs = this.clock.now();
    const isSignOfLife = agent.isByOwner;
    try {
      if (reportId === undefined) throw problem!;
      if (agent.answer === null) return await store({ agent: name, kind, reportId, nowMs, isSignOfLife });
    } catch (error) {
      // A refused report is also a sign of life.
      if (isSignOfLife) await this.queries.see(agent, nowMs);
      throw error;
    }
    if (isSignOfLife) await this.queries.see(agent, nowMs);
    return agent.answer as ReportResponse<Result>;
  }

  /** Stores a report and its response in a separate transaction. */
  store<Result extends object>(
    report: ProcessedReport,
    intake: (tx: Transaction) => Promise<Result>,
  ): Promise<ReportResponse<Result>> {
    return this.db.transaction(report.agent, async (tx) => {
      const locked = await this.queries.lock(tx, report.agent, 'wait');
      return this.complete(tx, report, locked, intake);
    });
  }

  /** Stores a report in a transaction that must not wait for locks; undefined when the agent is locked. */
  async storeIn<Result extends object>(
    tx: Transaction,
    report: ProcessedReport,
    intake: () => Promise<Result>,
  ): Promise<ReportResponse<Result> | undefined> {
    const locked = await this.queries.lock(tx, report.agent, 'skip');
    return locked && this.complete(tx, report, locked, intake);
  }

  private async complete<Result extends object>(
    tx: Transaction,
    report: ProcessedReport,
    locked: { needs_resync: boolean } | undefined,
    intake: (tx: Transaction) => Promise<Result>,
  ): Promise<ReportResponse<Result>> {
    const { agent, reportId } = report;
    const meanwhile = await this.queries.findResponse(tx, agent, report);
    if (meanwhile) return meanwhile as ReportResponse<Result>;
    const response = { ...(await intake(tx)), reportId, resync: locked?.needs_resync ?? false };
    await this.queries.keepResponse(tx, report, response);
    return response;
  }
}
