import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { repeat } from '../api/repeat';
import { SystemsService } from '../systems/systems.service';
import { StoredResultsService } from '../stored-results/stored-results.service';
import { WaiversService } from '../waivers/waivers.service';
import { nextRetryMs } from './domain/waiting';
import type { Receipt } from './domain/receipt';
import { type DueFact, FactQueueQueries, type QueuedFact, type WaitingHost } from './fact-queue.queries';
import { FactsService, FIRST, type SweptSome } from '../facts/facts.service';
import { MonitoringClient } from './monitoring-client';
import { SweptOrganisationsQueries } from './swept-organisations.queries';

const DELIVER_EVERY_MS = 2_000;
const SWEEP_EVERY_MS = 60_000;
/** Interval of checks for a due sweep; other processes sweep as well. */
const LOOK_EVERY_MS = 10_000;
/** Maximum time between the decision on a waiver and its commit. */
const OVERLAP_MS = 2 * 60_000;
const MAX_PAUSE_MS = 60_000;
const FACTS_AT_ONCE = 200;
/** Maximum number of characters of a request body to monitoring. */
const CHARACTERS_AT_ONCE = 2_000_000;
const ORGANISATIONS_AT_ONCE = 100;
/** Maximum age of values that monitoring accepts. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Progress of a sweep. */
interface Sweep extends SweptSome {
  readonly now: Date;
  readonly sweptAt: Date;
}

/**
 * Finds changes caused by time, and delivers facts to monitoring: at least once and in order, by one process at a time
 * for each organisation (rule compliance-42).
 */
@Injectable()
export class FactCourier implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private loops: Promise<void>[] = [];
  private readonly failures = new Map<string, { count: number; untilMs: number }>();

  constructor(
    private readonly queries: FactQueueQueries,
    private readonly organisations: SweptOrganisationsQueries,
    private readonly facts: FactsService,
    private readonly waivers: WaiversService,
    private readonly systems: SystemsService,
    private readonly results: StoredResultsService,
    private readonly monitoring: MonitoringClient,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // Separate loops, so that an unresponsive monitoring does not delay sweeps.
    const repetition = {
      signal: this.stopping.signal,
      failed: (err: Error): void => this.log.warn({ err }, 'the database is away'),
    };
    this.loops = [
      repeat(() => this.sweepDue(), { ...repetition, pauseMs: () => LOOK_EVERY_MS }),
      repeat(() => this.handOverDue(), { ...repetition, pauseMs: () => DELIVER_EVERY_MS }),
    ];
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  /** Finds changes caused by time, once a minute for each organisation. */
  async sweepDue(): Promise<void> {
    const sweptBefore = new Date(this.clock.now() - SWEEP_EVERY_MS);
    const due = await this.organisations.listOrganisations(sweptBefore, ORGANISATIONS_AT_ONCE);
    await this.forEach(due, async (orgId) => {
      await this.sweep(orgId);
      // Another process may have written facts.
      if (this.facts.isOn) this.facts.waiting.add(orgId);
    });
  }

  /** Delivers the facts that are known to be waiting. */
  async handOverDue(): Promise<void> {
    await this.forEach([...this.facts.waiting], (orgId) => this.handOver(orgId));
  }

  private async forEach(orgIds: readonly string[], work: (orgId: string) => Promise<void>): Promise<void> {
    for (const orgId of orgIds) {
      if (this.stopping.signal.aborted) return;
      await work(orgId).catch((error: unknown) =>
        this.log.warn({ err: error as Error, orgId }, 'facts could not be sent to monitoring'),
      );
    }
  }

  /** Delivers all waiting facts, unless monitoring failed a moment ago. */
  private async handOver(orgId: string): Promise<void> {
    const failure = this.failures.get(orgId);
    if (failure && this.clock.now() < failure.untilMs) return;
    // Removed first, so that facts written meanwhile are announced again.
    this.facts.waiting.delete(orgId);
    try {
      while (!this.stopping.signal.aborted && (await this.deliverSome(orgId)));
      this.failures.delete(orgId);
    } catch (error) {
      const count = (failure?.count ?? 0) + 1;
      const pauseMs = Math.min(MAX_PAUSE_MS, 1000 * 2 ** (count - 1));
      this.facts.waiting.add(orgId);
      this.failures.set(orgId, { count, untilMs: this.clock.now() + pauseMs });
      throw error;
    }
  }

  /** Delivers some facts; returns whether there may be more. */
  private deliverSome(orgId: string): Promise<boolean> {
    return this.queries.hand(orgId, async (queue, transaction) => {
      if (!(await queue.tryLock('monitoring_fact'))) {
        this.facts.waiting.add(orgId);
        return false;
      }
      const now = new Date(this.clock.now());
      const due = await queue.listDue(now, FACTS_AT_ONCE);
      const ready = await queue.listReady(FACTS_AT_ONCE);
      const queued = getPortion([...due, ...ready.filter(({ is_waiting }) => !is_waiting)]);
      const { waiting, rejected, platforms } = await this.report(orgId, queued);
      for (const { index, reason } of rejected) {
        this.log.warn({ orgId, system: queued[index]?.system_id, reason }, 'monitoring has refused a fact');
      }
      const late = new Set(waiting.flatMap((index) => queued[index] ?? []));
      await queue.remove(queued.filter((fact) => !late.has(fact)).map(({ id }) => id));
      await this.systems.within(transaction, orgId).link(platforms);
      await queue.wait(getHosts([...late], now));
      await queue.setAside(getSystems([...late, ...ready.filter(({ is_waiting }) => is_waiting)]), true);
      const found = due.filter((fact) => queued.includes(fact) && !late.has(fact));
      await queue.requeueHosts(getSystems(found));
      if (await queue.hasWaitingHosts()) this.facts.waiting.add(orgId);
      return found.length > 0 || ready.length > 0 || due.length === FACTS_AT_ONCE;
    });
  }

  private async report(orgId: string, queued: readonly QueuedFact[]): Promise<Receipt> {
    if (queued.length === 0) return { waiting: [], rejected: [], platforms: [] };
    const facts = queued.map(({ fact }) => fact);
    return this.monitoring.report(orgId, facts);
  }

  /** Sweeps some systems per transaction, so that an interrupted sweep keeps its progress. */
  private async sweep(orgId: string): Promise<void> {
    let sweep = await this.beginSweep(orgId);
    if (sweep) await this.results.timePassed(orgId, sweep.sweptAt, sweep.now);
    while (sweep && !this.stopping.signal.aborted) sweep = await this.sweepSome(orgId, sweep);
  }

  private beginSweep(orgId: string): Promise<Sweep | undefined> {
    return this.queries.hand(orgId, async (queue, transaction) => {
      const nowMs = this.clock.now();
      const now = new Date(nowMs);
      if (!(await queue.tryLock('monitoring_sweep'))) return undefined;
      const sweptAt = await queue.sweptAt();
      if (!sweptAt || sweptAt.getTime() > nowMs - SWEEP_EVERY_MS) return undefined;
      await this.waivers.noteExpiries(transaction, orgId);
      const since = new Date(sweptAt.getTime() - OVERLAP_MS);
      const waiversSince = (await queue.haveWaiversChanged(since, now)) ? since : undefined;
      return { now, sweptAt, waiversSince, after: FIRST };
    });
  }

  /** Continues an unfinished sweep. */
  private sweepSome(orgId: string, sweep: Sweep): Promise<Sweep | undefined> {
    return this.queries.hand(orgId, async (queue, transaction) => {
      if (!(await queue.tryLock('monitoring_sweep'))) return undefined;
      if ((await queue.sweptAt())?.getTime() !== sweep.sweptAt.getTime()) return undefined;
      const after = await this.facts.reportChanges(transaction, orgId, sweep);
      if (after) return { ...sweep, after };
      // The delivering process must not find half-deleted facts.
      if (await queue.tryLock('monitoring_fact')) await queue.forget(new Date(sweep.now.getTime() - KEPT_MS));
      await queue.noteSwept(sweep.now);
      return undefined;
    });
  }
}

/** The first facts, up to the size of one request. */
function getPortion<T extends QueuedFact>(facts: readonly T[]): T[] {
  let characters = 0;
  const end = facts.findIndex(
    ({ fact }, index) => (characters += JSON.stringify(fact).length) > CHARACTERS_AT_ONCE && index > 0,
  );
  return facts.slice(0, end < 0 ? facts.length : end);
}

const getSystems = (facts: readonly QueuedFact[]): string[] => [...new Set(facts.map(({ system_id }) => system_id))];

function getHosts(late: readonly (QueuedFact & Partial<DueFact>)[], now: Date): WaitingHost[] {
  const since = new Map(late.map((fact) => [fact.system_id, fact.since ?? now]));
  return [...since].map(([system_id, waitsSince]) => ({
    system_id,
    since: waitsSince,
    due_at: new Date(nextRetryMs(waitsSince.getTime(), now.getTime(), Math.random())),
  }));
}
