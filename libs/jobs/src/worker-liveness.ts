import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionSettings, dedicatedClient } from '@wardstone/database';
import type { Client } from 'pg';

/** First half of the advisory lock that a living worker holds; the second half is made of its id. */
const LOCK_CLASS = 728_364_101;
const RECONNECT_MS = 1_000;

export interface LivenessTimes {
  /** How often the jobs of dead workers are looked for. */
  checkEveryMs: number;
  /** A worker that has just taken its first job may not have said yet that it lives. */
  spareMs: number;
}

/**
 * Lets replicas see which worker died with jobs in its hands: a living one holds a lock that the database takes from it
 * when its connection ends, be it by kill -9. Without this the queue waits four hours before it gives a job away.
 */
export class WorkerLiveness {
  private client: Client | undefined;
  private isStopped = false;
  private loop: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly workerId: string,
    private readonly times: LivenessTimes,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  async start(): Promise<void> {
    await this.connect();
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopping.abort();
    await this.loop;
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = dedicatedClient(this.settings, 'alive');
    // Its loss shows at the next check; unheard, the event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LOCK_CLASS, this.workerId]);
    this.client = client;
  }

  private async run(): Promise<void> {
    while (await this.pause(this.times.checkEveryMs)) {
      try {
        await this.freeJobsOfTheDead();
      } catch (error) {
        this.onFailure(error);
        await this.reconnect();
      }
    }
  }

  private async reconnect(): Promise<void> {
    await this.client?.end().catch(() => undefined);
    this.client = undefined;
    while (!this.isStopped) {
      try {
        await this.connect();
        return;
      } catch {
        await this.pause(RECONNECT_MS);
      }
    }
  }

  private async freeJobsOfTheDead(): Promise<void> {
    await this.client?.query(
      `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT j.locked_by))
         FROM graphile_worker.jobs j
        WHERE j.locked_at < now() - make_interval(secs => $2::float8 / 1000)
          AND NOT EXISTS (
            SELECT 1 FROM pg_locks l
             WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
               AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
               AND l.classid::bigint = $1 AND l.objid::bigint = (hashtext(j.locked_by)::bigint & 4294967295))
       HAVING count(*) > 0`,
      [LOCK_CLASS, this.times.spareMs],
    );
  }

  /** False when it is time to stop. */
  private async pause(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    return !this.isStopped;
  }
}
