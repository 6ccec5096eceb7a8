import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Readiness } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, Listener } from '@wardstone/database';
import { databaseOptions } from '../../data-source';
import { MonitoringConfig } from '../../monitoring.config';
import { AgentWorkQueries } from './agent-work.queries';
import { type AgentNews, parseNews, WORK_CHANNEL } from '../../work-queue/work.sql';

/**
 * Interval of checks for unannounced changes: expired leases, due pushes of plugins, work that waited for other work,
 * and work ordered during a lost connection.
 */
const LOOK_AGAIN_MS = 5_000;

/** Wakes polls of an agent when any process has ordered work for it. */
@Injectable()
export class WorkSignals implements OnModuleDestroy {
  private readonly logger = new Logger(WorkSignals.name);
  private readonly waiting = new Map<string, Set<(news: AgentNews) => void>>();
  private readonly listener: Listener;
  private nextLook: NodeJS.Timeout | undefined;

  constructor(
    @Inject(MonitoringConfig) config: Readonly<MonitoringConfig>,
    private readonly readiness: Readiness,
    private readonly queries: AgentWorkQueries,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.listener = new Listener(databaseOptions(config), {
      channel: WORK_CHANNEL,
      purpose: 'work',
      onNotification: (payload) => {
        const { agent, news } = parseNews(payload);
        this.wake(agent, news);
      },
      onFailure: (error) => this.logger.warn({ err: error }, 'LISTEN failed; polling for work'),
    });
    readiness.onDraining(() => this.wakeAll());
  }

  /** Whether the process is shutting down. */
  get isStopping(): boolean {
    return this.readiness.isDraining;
  }

  /** Starts listening, so that no work is missed between reading the queue and `wait`. */
  async listen(): Promise<void> {
    await this.listener.listen();
  }

  /**
   * Waits for signals of the agent from now on, or until aborted; `signalled` resolves to undefined if there was none
   * for `ms`.
   */
  wait(agent: string, ms: number, abort: AbortSignal): { signalled: Promise<AgentNews | undefined>; stop: () => void } {
    const wakers = this.waiting.get(agent) ?? new Set();
    this.waiting.set(agent, wakers);
    this.nextLook ??= setTimeout(() => void this.lookAgain(), LOOK_AGAIN_MS);
    let end = (_news: AgentNews | undefined): void => undefined;
    const onNews = (news: AgentNews): void => end(news);
    const stop = (): void => end('WORK');
    const signalled = new Promise<AgentNews | undefined>((resolve) => {
      const timer = setTimeout(() => end(undefined), ms);
      end = (news) => {
        clearTimeout(timer);
        abort.removeEventListener('abort', stop);
        wakers.delete(onNews);
        if (wakers.size === 0 && this.waiting.get(agent) === wakers) this.waiting.delete(agent);
        resolve(news);
      };
      wakers.add(onNews);
      abort.addEventListener('abort', stop);
    });
    return { signalled, stop };
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.nextLook);
    this.wakeAll();
    await this.listener.end();
  }

  /** One statement for all polls, because there may be thousands. */
  private async lookAgain(): Promise<void> {
    try {
      const offered = await this.queries.listOffered(this.db, [...this.waiting.keys()], this.clock.now());
      for (const agent of offered) this.wake(agent);
    } catch (error) {
      this.logger.warn({ err: error }, 'polling for agent work failed');
    }
    this.nextLook = undefined;
    if (this.waiting.size > 0 && !this.isStopping) {
      this.nextLook = setTimeout(() => void this.lookAgain(), LOOK_AGAIN_MS);
    }
  }

  private wakeAll(): void {
    for (const agent of [...this.waiting.keys()]) this.wake(agent);
  }

  private wake(agent: string, news: AgentNews = 'WORK'): void {
    for (const hear of [...(this.waiting.get(agent) ?? [])]) hear(news);
  }
}
