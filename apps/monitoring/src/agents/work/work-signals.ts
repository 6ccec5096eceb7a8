import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Readiness } from '@wardstone/bootstrap';
import { Listener } from '@wardstone/database';
import { databaseOptions } from '../../data-source';
import { MonitoringConfig } from '../../monitoring.config';
import { WORK_CHANNEL } from './work-queue.queries';

/** What a lost notification hides is found after this time. */
const LOOK_AGAIN_MS = 5_000;

/** Wakes those who wait for work of an agent, whichever process ordered it. */
@Injectable()
export class WorkSignals implements OnModuleDestroy {
  private readonly logger = new Logger(WorkSignals.name);
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly listener: Listener;

  constructor(
    @Inject(MonitoringConfig) config: Readonly<MonitoringConfig>,
    @Inject(Readiness) private readonly readiness: Readiness,
  ) {
    this.listener = new Listener(databaseOptions(config), {
      channel: WORK_CHANNEL,
      purpose: 'work',
      onNotification: (agent) => this.wake(agent),
      onFailure: (error) => this.logger.warn({ err: error }, 'LISTEN failed; polling for work'),
    });
    readiness.onDraining(() => this.wakeAll());
  }

  /** Whether waiting is over, because the process is about to end. */
  get isStopping(): boolean {
    return this.readiness.isDraining;
  }

  /** Begins to hear, so that nothing is missed between a look at the queue and `wait`. */
  async listen(): Promise<void> {
    // Without notifications the queue is looked at now and then.
    await this.listener.listen();
  }

  /** Listens for work of the agent from now on; `signalled` resolves after at most `ms`. */
  wait(agent: string, ms: number): { signalled: Promise<void>; stop: () => void } {
    const wakers = this.waiting.get(agent) ?? new Set();
    this.waiting.set(agent, wakers);
    let stop = (): void => undefined;
    const signalled = new Promise<void>((resolve) => {
      const timer = setTimeout(() => stop(), Math.min(ms, LOOK_AGAIN_MS));
      stop = () => {
        clearTimeout(timer);
        wakers.delete(stop);
        if (wakers.size === 0 && this.waiting.get(agent) === wakers) this.waiting.delete(agent);
        resolve();
      };
      wakers.add(stop);
    });
    return { signalled, stop: () => stop() };
  }

  async onModuleDestroy(): Promise<void> {
    this.wakeAll();
    await this.listener.end();
  }

  private wakeAll(): void {
    for (const agent of [...this.waiting.keys()]) this.wake(agent);
  }

  private wake(agent: string): void {
    for (const stop of [...(this.waiting.get(agent) ?? [])]) stop();
  }
}
