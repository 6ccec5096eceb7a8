import { Inject, Injectable } from '@nestjs/common';
import { toBusyError } from '@wardstone/bootstrap';
import { Database, type Transaction } from '@wardstone/database';
import { KeyedQueue, TurnRefused } from '@wardstone/turns';
import { MonitoringConfig } from '../monitoring.config';

/** Part of the connections; the rest is for people, whose requests keep theirs only shortly. */
const SHARE = 0.75;
/** Requests that wait; their agents keep what they report. */
const MAX_WAITING = 1_000;
const MAX_WAITING_OF_AGENT = 50;
/** Less than an agent waits for a response, so that it learns when to return. */
const PATIENCE_MS = 10_000;

/**
 * Writes of agents' requests, which may wait for locks. They use a part of the database connections, and those of one
 * agent only one, so that neither people nor other agents wait behind locks. See rule agents-27.
 */
@Injectable()
export class AgentDatabase {
  private readonly queue: KeyedQueue;

  constructor(
    private readonly db: Database,
    @Inject(MonitoringConfig) { DATABASE_POOL_SIZE }: Readonly<MonitoringConfig>,
  ) {
    this.queue = new KeyedQueue({
      concurrency: Math.floor(DATABASE_POOL_SIZE * SHARE),
      maxWaiting: MAX_WAITING,
      maxWaitingOfKey: MAX_WAITING_OF_AGENT,
      patienceMs: PATIENCE_MS,
    });
  }

  /** Number of requests that wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /** @throws service_unavailable */
  query<T extends object>(agent: string, sql: string, params: readonly unknown[]): Promise<T[]> {
    return this.run(agent, () => this.db.query<T>(sql, params));
  }

  /** Must not be called within another one. @throws service_unavailable */
  transaction<T>(agent: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.run(agent, () => this.db.transaction(work));
  }

  private async run<T>(agent: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.queue.run(agent, work);
    } catch (error) {
      throw error instanceof TurnRefused ? toBusyError(`The service is busy with agents: ${error.message}`) : error;
    }
  }
}
