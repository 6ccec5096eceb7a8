import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { SystemsService } from '../systems/systems.service';
import { WaiversService } from '../waivers/waivers.service';
import { FactsQueries } from './facts.queries';
import { FactsService } from './facts.service';
import { MonitoringClient } from './monitoring-client';
import { ServiceKeysQueries } from './service-keys.queries';

const LOOK_EVERY_MS = 2_000;
const SWEEP_EVERY_MS = 60_000;
/** Waivers are decided before their transaction ends. */
const OVERLAP_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 60_000;
const FACTS_AT_ONCE = 200;
const ORGANISATIONS_AT_ONCE = 100;
/** The machine is not in inventory. */
const ASKED_AGAIN_MS = 30_000;
/** As long as monitoring takes values. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Looks at what time does, and hands over to monitoring what is written down for it: at least once and in order, by one
 * process at a time for each organisation (rule compliance-42).
 */
@Injectable()
export class FactCourier implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private readonly failures = new Map<string, { count: number; untilMs: number }>();

  constructor(
    private readonly queries: FactsQueries,
    private readonly organisations: ServiceKeysQueries,
    private readonly facts: FactsService,
    private readonly waivers: WaiversService,
    private readonly systems: SystemsService,
    private readonly monitoring: MonitoringClient,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  /** What is due: of all organisations once a minute, and at once what this process wrote down. */
  async round(): Promise<void> {
    const sweptBefore = new Date(this.clock.now() - SWEEP_EVERY_MS);
    const due = await this.organisations.listOrganisations(sweptBefore, ORGANISATIONS_AT_ONCE);
    for (const orgId of new Set([...this.facts.waiting, ...due])) {
      if (this.stopping.signal.aborted) return;
      try {
        await this.sweep(orgId);
        if (this.facts.isOn) await this.handOver(orgId);
      } catch (error) {
        this.log.warn({ err: error as Error, orgId }, 'what monitoring is to be told could not be handed over');
      }
    }
  }

  /** Whatever is to be told, unless monitoring failed a moment ago. */
  private async handOver(orgId: string): Promise<void> {
    const failure = this.failures.get(orgId);
    if (failure && this.clock.now() < failure.untilMs) return;
    // What is written down from now on is announced again.
    this.facts.waiting.delete(orgId);
    try {
      while (!this.stopping.signal.aborted && (await this.handSome(orgId)) === FACTS_AT_ONCE);
      this.failures.delete(orgId);
    } catch (error) {
      const count = (failure?.count ?? 0) + 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (count - 1));
      this.facts.waiting.add(orgId);
      this.failures.set(orgId, { count, untilMs: this.clock.now() + pauseMs });
      throw error;
    }
  }

  /** How many were tried. */
  private handSome(orgId: string): Promise<number> {
    return this.queries.hand(orgId, async (queue, transaction) => {
      if (!(await queue.tryLock())) {
        this.facts.waiting.add(orgId);
        return 0;
      }
      const now = new Date(this.clock.now());
      const queued = await queue.list(now, FACTS_AT_ONCE);
      if (queued.length === 0) {
        if (await queue.isPostponed()) this.facts.waiting.add(orgId);
        return 0;
      }
      const { waiting, rejected, platforms } = await this.monitoring.report(
        orgId,
        queued.map(({ fact }) => fact),
      );
      for (const { index, reason } of rejected) {
        this.log.warn({ orgId, system: queued[index]?.system_id, reason }, 'monitoring has refused a fact');
      }
      const late = new Set(waiting);
      await queue.remove(queued.flatMap(({ id }, index) => (late.has(index) ? [] : [id])));
      await queue.postpone(
        waiting.flatMap((index) => queued[index]?.id ?? []),
        new Date(now.getTime() + ASKED_AGAIN_MS),
      );
      if (waiting.length > 0) this.facts.waiting.add(orgId);
      await this.systems.linkPlatforms(transaction, orgId, platforms);
      return queued.length;
    });
  }

  private sweep(orgId: string): Promise<void> {
    return this.queries.hand(orgId, async (queue, transaction) => {
      const nowMs = this.clock.now();
      const now = new Date(nowMs);
      if (!(await queue.tryLock())) return;
      const sweptAt = await queue.sweptAt();
      if (!sweptAt || sweptAt.getTime() > nowMs - SWEEP_EVERY_MS) return;
      const haveWaiversChanged = await queue.haveWaiversChanged(new Date(sweptAt.getTime() - OVERLAP_MS), now);
      const expiring = await this.waivers.noteExpiries(transaction, orgId);
      await this.facts.sweep(transaction, orgId, { expiring, haveWaiversChanged });
      await queue.forget(new Date(nowMs - KEPT_MS));
      await queue.noteSwept(now);
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.round().catch((error: unknown) => this.log.warn({ err: error as Error }, 'the database is away'));
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
