import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Readiness } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, Listener } from '@wardstone/database';
import { databaseOptions } from '../../data-source';
import { MonitoringConfig } from '../../monitoring.config';
import { AgentWorkQueries } from './agent-work.queries';
import { WORK_CHANNEL } from '../../work-queue/work.sql';

/**
 * Unannounced changes are found after this time: expired leases, due pushes of plugins, work after other work, and
 * orders during a lost connection.
 */
const LOOK_AGAIN_MS = 5_000;

/** Wakes those who wait for work of an agent, whichever process ordered it. */
@Injectable()
export class WorkSignals implements OnModuleDestroy {
  private readonly logger = new Logger(WorkSignals.name);
  private readonly waiting = new Map<string, Set<() => void>>();
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
      onNotification: (agent) => this.wake(agent),
      onFailure: (error) => this.logger.warn({ err: error }, 'LISTEN failed; polling for work'),
    });
    readiness.onDraining(() => this.wakeAll());
  }

  /** Whether the process is shutting down. */
  get isStopping(): boolean {
    return this.readiness.isDraining;
  }

  /** From now on nothing is missed between a look at the queue and `wait`. */
  async listen(): Promise<void> {
    await this.listener.listen();
  }

  /** Waits for work of the agent from now on, or until it is aborted; `signalled` resolves to false when there was none for `ms`. */
  wait(agent: string, ms: number, abort: AbortSignal): { signalled: Promise<boolean>; stop: () => void } {
    const wakers = this.waiting.get(agent) ?? new Set();
    this.waiting.set(agent, wakers);
    this.nextLook ??= setTimeout(() => void this.lookAgain(), LOOK_AGAIN_MS);
    let end = (_isSignalled: boolean): void => undefined;
    const stop = (): void => end(true);
    const signalled = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => end(false), ms);
      end = (isSignalled) => {
        clearTimeout(timer);
        abort.removeEventListener('abort', stop);
        wakers.delete(stop);
        if (wakers.size === 0 && this.waiting.get(agent) === wakers) this.waiting.delete(agent);
        resolve(isSignalled);
      };
      wakers.add(stop);
      abort.addEventListener('abort', stop);
    });
    return { signalled, stop };
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.nextLook);
    this.wakeAll();
    await this.listener.end();
  }

  /** One statement for all who wait: thousands of agents do. */
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

  private wake(agent: string): void {
    for (const stop of [...(this.waiting.get(agent) ?? [])]) stop();
  }
}
