import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { AgentReport } from '@wardstone/dto/monitoring';
import {
  type AgentAndAnswer,
  AgentQueries,
  type AnsweredReport,
  type ReportKey,
  type ReportKind,
} from '../agent.queries';
import { AgentService } from '../agent.service';
import type { SentReport } from './report-reader';

/** A report that is being taken in. */
export interface IncomingReport extends ReportKey {
  agent: string;
  nowMs: number;
}

/** What is needed of a report to find the answer that it got. */
type Identified = Pick<SentReport<AgentReport>, 'reportId' | 'problem'> & { readonly kind: ReportKind };

/** Stores what was prepared of a report; the part of the answer that tells of it. */
type Intake<Prepared, Result extends object> = (
  tx: Transaction,
  report: IncomingReport,
  prepared: Prepared,
) => Promise<Result>;

type Full<Result extends object> = Result & { reportId: string; resync: boolean };

/** Finds the agent and the answer that the report got, with whatever else is to be looked up in the same statement. */
type Find<Found> = (name: string, reportId: string | null) => Promise<Found | undefined>;

/**
 * Runs work in the transaction that stores something else of the report. The work must not wait for locks: it resolves to
 * undefined when it cannot be done now, and what else there was is stored without it.
 */
type StoreWith = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/**
 * Stores the whole report and the answer to it by one statement, unless the agent is locked or the report has been handled
 * meanwhile; resolves to whether the agent is to report everything again, null when nothing was kept.
 */
type StoreJoining = (report: AnsweredReport, answer: object) => Promise<unknown>;

interface StoredReport extends AnsweredReport {
  onLocked: 'wait' | 'skip';
}

/** What is known of a report before its transaction. */
export interface Outlook<Prepared, Result> {
  prepared: Prepared;
  storeWith?: StoreWith;
  /** In place of it, when there is a result. */
  storeJoining?: StoreJoining;
  /** The result, when one statement stores all that the intake would. */
  result?: Result | undefined;
}

interface Preparation<Found, Prepared, Result> {
  find: Find<Found>;
  /** Judges the report, and does what can be done before the transaction; has to bear being done twice. */
  prepare: (report: IncomingReport, found: Found) => Outlook<Prepared, Result>;
}

/** Takes each report in once: who repeats it gets the answer that the first one got. See rule agents-1. */
@Injectable()
export class AgentReports {
  constructor(
    private readonly agents: AgentService,
    private readonly queries: AgentQueries,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content */
  take<Prepared, Result extends object>(
    name: string,
    sent: Identified,
    caller: CallerIdentity,
    prepare: (nowMs: number) => Prepared,
    intake: Intake<Prepared, Result>,
  ): Promise<Full<Result>> {
    const preparation: Preparation<AgentAndAnswer, Prepared, Result> = {
      find: (agent, reportId) => this.queries.findWithAnswer(agent, sent.kind, reportId),
      prepare: ({ nowMs }) => ({ prepared: prepare(nowMs) }),
    };
    return this.takePrepared(name, sent, caller, preparation, intake);
  }

  /** As `take`, with more looked up at first, and perhaps stored together with something else. */
  async takePrepared<Found extends AgentAndAnswer, Prepared, Result extends object>(
    name: string,
    { kind, reportId, problem }: Identified,
    caller: CallerIdentity,
    { find, prepare }: Preparation<Found, Prepared, Result>,
    intake: Intake<Prepared, Result>,
  ): Promise<Full<Result>> {
    // The caller is checked before the body.
    const found = await find(name, reportId ?? null);
    const agent = await this.agents.permit(name, found, caller);
    const nowMs = this.clock.now();
    const isSignOfLife = agent.isByOwner;
    try {
      if (reportId === undefined) throw problem!;
      if (agent.answer === null) {
        const report = { agent: name, kind, reportId, nowMs };
        const { prepared, storeWith, storeJoining, result } = prepare(report, agent);
        const complete = (tx: Transaction, onLocked: 'wait' | 'skip'): Promise<Full<Result> | undefined> =>
          this.complete(tx, { ...report, isSignOfLife, onLocked }, () => intake(tx, report, prepared));
        const done =
          storeJoining && result
            ? await this.completeAtOnce(storeJoining, { ...report, isSignOfLife }, result)
            : await storeWith?.((tx) => complete(tx, 'skip'));
        return done ?? (await this.db.transaction((tx) => complete(tx, 'wait')))!;
      }
    } catch (error) {
      // What is refused is a sign of life, too.
      if (isSignOfLife) await this.queries.see(agent, nowMs);
      throw error;
    }
    if (isSignOfLife) await this.queries.see(agent, nowMs);
    return agent.answer as Full<Result>;
  }

  /** Undefined when the agent is locked or the report has been handled meanwhile. */
  private async completeAtOnce<Result extends object>(
    store: StoreJoining,
    report: AnsweredReport,
    result: Result,
  ): Promise<Full<Result> | undefined> {
    const answer = { ...result, reportId: report.reportId };
    const resync = await store(report, answer);
    return typeof resync === 'boolean' ? { ...answer, resync } : undefined;
  }

  /** Undefined when the agent is locked and waiting is not wanted. */
  private async complete<Result extends object>(
    tx: Transaction,
    { onLocked, ...report }: StoredReport,
    intake: () => Promise<Result>,
  ): Promise<Full<Result> | undefined> {
    const { agent, reportId } = report;
    const locked = await this.queries.lock(tx, agent, onLocked);
    if (!locked && onLocked === 'skip') return undefined;
    const meanwhile = await this.queries.findAnswer(tx, agent, report);
    if (meanwhile) return meanwhile as Full<Result>;
    const answer = { ...(await intake()), reportId, resync: locked?.needs_resync ?? false };
    await this.queries.keepAnswer(tx, report, answer);
    return answer;
  }
}
