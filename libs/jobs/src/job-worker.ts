import { EventEmitter, once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  parseCronItems,
  Logger as QueueLogger,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { type Client, type Pool } from 'pg';
import { type ConnectionSettings, dedicatedClient } from '@wardstone/database';
import { DueJobs } from './due-jobs';
import { type JobMetrics } from './job-metrics';
import { type JobTasks } from './job-tasks';

/** Log of the worker, in pino's format. */
export interface JobLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JobWorkerOptions {
  /** Pool of the service. One connection listens for jobs while the worker runs. */
  pool: Pool;
  /** Connection to the service's database, for the lock that shows that this process is alive. */
  connection: ConnectionSettings;
  /** Maximum number of concurrent jobs. */
  concurrency: number;
  log: JobLog;
  metrics?: JobMetrics;
  liveness?: LivenessTimes;
}

/** LISTEN reports new jobs at once; `DueJobs` finds those that become due, and lost notifications. */
const POLL_MS = 300_000;
const ABORT_AFTER_MS = 5_000;
const GIVE_UP_AFTER_MS = 20_000;
const RESTART_MS = 1_000;
const LIVENESS: LivenessTimes = { checkEveryMs: 10_000, spareMs: 10_000 };

/** Runs jobs in this process until it is stopped. */
export class JobWorker {
  private runner: Runner | undefined;
  private liveness: WorkerLiveness | undefined;
  private due: DueJobs | undefined;
  private isStopping = false;
  private watch: Promise<void> = Promise.resolve();

  constructor(
    private readonly tasks: JobTasks,
    private readonly options: JobWorkerOptions,
  ) {}

  /** @throws when the database cannot be reached */
  async start(): Promise<void> {
    await this.startRunner();
    this.watch = this.keepRunning();
  }

  /** @throws when no jobs are done now */
  checkRunning(): void {
    if (!this.runner) throw new Error('the job worker is not running');
  }

  /** Accepts no more jobs, lets running ones end for a while, then returns them to the queue. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.due?.stop();
    const hasEnded = this.runner === undefined || (await endsInTime(this.runner));
    if (hasEnded) await this.watch;
    else this.options.log.warn({}, 'jobs did not end in time; another process will repeat them');
    this.runner = undefined;
    await this.liveness?.stop();
  }

  private async startRunner(): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    let alive: Promise<void> = Promise.resolve();
    events.on('pool:create', ({ workerPool }) => {
      this.wakeWhenDue(events, () => workerPool.nudge(this.options.concurrency));
      alive = this.startLiveness(workerPool.id);
      // Awaited below, unless the queue fails to start as well.
      alive.catch(() => undefined);
    });
    this.report(events);
    // A worker without a response to its request may own a job that would stay locked until the process ends, so it is
    // restarted, which releases its jobs. This also clears a bug of the queue: it caches a failed look-up of its tasks
    // for ever (0.18.0).
    const inDoubt = once(events as EventEmitter, 'worker:getJob:error');
    const runner = await run({
      pgPool: this.options.pool,
      concurrency: this.options.concurrency,
      pollInterval: POLL_MS,
      gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
      noHandleSignals: true,
      logger: this.queueLogger(),
      events,
      taskList: this.taskList(),
      parsedCronItems: parseCronItems(this.tasks.periodic.map(toCronItem)),
      // With batches, even of one job, a completion that cannot be stored ends the runner, which is detected here.
      // Without them, it is an unhandled rejection that ends the process (0.18.0).
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    try {
      await alive;
    } catch (error) {
      // Otherwise other processes would consider it dead and run its jobs a second time.
      await endsInTime(runner);
      throw error;
    }
    this.runner = runner;
    // It was stopped while it started.
    if (this.isStopping) await endsInTime(runner);
    void inDoubt.then(() => (this.isStopping ? undefined : endsInTime(runner)));
  }

  private wakeWhenDue(events: WorkerEvents, wake: () => void): void {
    this.due?.stop();
    const due = new DueJobs(this.options.pool, wake);
    this.due = due;
    for (const event of ['pool:listen:success', 'pool:listen:notification', 'job:error'] as const)
      events.on(event, () => due.lookSoon());
    for (const event of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const) events.on(event, () => due.stop());
  }

  private async startLiveness(workerId: string): Promise<void> {
    const { connection, liveness = LIVENESS, log } = this.options;
    await this.liveness?.stop();
    this.liveness = new WorkerLiveness(connection, workerId, liveness, {
      onFailure: (error) => log.warn({ error }, 'the job worker lost its database connection'),
      onFreed: () => this.due?.lookSoon(),
    });
    await this.liveness.start();
  }

  /** The queue gives up when the database stays unavailable; this restarts it. */
  private async keepRunning(): Promise<void> {
    while (!this.isStopping) {
      const ended = await this.runner?.promise.then(
        () => undefined,
        (error: unknown) => error,
      );
      this.runner = undefined;
      this.due?.stop();
      if (this.isStopping) return;
      this.options.log.error({ error: ended }, 'the job worker ended; restarting');
      await sleep(RESTART_MS, undefined, { ref: false });
      if (this.isStopping) return;
      await this.startRunner().catch((error: unknown) => {
        this.options.log.warn({ error }, 'the job worker cannot start yet');
      });
    }
  }

  private taskList(): TaskList {
    const entries = [...this.tasks.handled].map(([name, work]): [string, TaskList[string]] => [
      name,
      async (payload, { job, abortSignal }) => {
        await work(payload as object, { attempt: job.attempts, signal: abortSignal ?? new AbortController().signal });
      },
    ]);
    return Object.fromEntries(entries);
  }

  private report(events: WorkerEvents): void {
    const { log, metrics } = this.options;
    const startedAt = new Map<string, number>();
    const ended = (id: string, task: string, outcome: 'done' | 'failed' | 'given_up'): void => {
      const start = startedAt.get(id) ?? performance.now();
      startedAt.delete(id);
      metrics?.tryEnded(task, outcome, (performance.now() - start) / 1000);
    };
    events.on('job:start', ({ job }) => startedAt.set(job.id, performance.now()));
    events.on('job:success', ({ job }) => ended(job.id, job.task_identifier, 'done'));
    // The queue reports an abandoned job after the failed attempt.
    events.on('job:error', ({ job, error }) => {
      const isGivenUp = job.attempts >= job.max_attempts;
      const line = { task: job.task_identifier, job: job.id, attempt: job.attempts, error };
      if (isGivenUp) log.error(line, 'a job failed; no more retries');
      else log.warn(line, 'a job failed; retrying');
      ended(job.id, job.task_identifier, isGivenUp ? 'given_up' : 'failed');
    });
  }

  /** Single jobs are logged here already, so only problems with the database remain. */
  private queueLogger(): QueueLogger {
    return new QueueLogger(() => (level, message, meta) => {
      const isTrouble = String(level) === 'error' && meta?.['failure'] !== true;
      if (isTrouble) this.options.log.warn({}, `job queue: ${message}`);
    });
  }
}

async function endsInTime(runner: Runner): Promise<boolean> {
  const ended = runner.stop().then(
    () => true,
    // It had already stopped.
    () => true,
  );
  return Promise.race([ended, sleep(GIVE_UP_AFTER_MS, false, { ref: false })]);
}

function toCronItem({ name, schedule, catchUpMs = 0 }: JobTasks['periodic'][number]): CronItem {
  return {
    task: name,
    match: schedule,
    identifier: name,
    // One run at a time, and at most one waiting; the next period repeats failed or dropped runs.
    options: { backfillPeriod: catchUpMs, maxAttempts: 1, queueName: name, jobKey: name },
  };
}

/** First half of the advisory lock that a living worker holds; the second half is derived from its id. */
const LOCK_CLASS = 728_364_101;
const RECONNECT_MS = 1_000;

interface LivenessTimes {
  /** Interval between checks for jobs of dead workers. */
  checkEveryMs: number;
  /** Grace period for a worker that has just taken its first job and may not hold its lock yet. */
  spareMs: number;
}

/**
 * Detects workers that died with jobs: a living one holds a lock that the database releases when its connection ends,
 * even by kill -9. Otherwise the queue waits four hours before it releases a job.
 */
class WorkerLiveness {
  private client: Client | undefined;
  private isStopped = false;
  private loop: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly workerId: string,
    private readonly times: LivenessTimes,
    private readonly listener: { onFailure: (error: unknown) => void; onFreed: () => void },
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
    // The next check reports the loss; without a listener the event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LOCK_CLASS, this.workerId]);
    this.client = client;
  }

  private async run(): Promise<void> {
    while (await this.pause(this.times.checkEveryMs)) {
      try {
        await this.unlockAbandonedJobs();
      } catch (error) {
        this.listener.onFailure(error);
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

  private async unlockAbandonedJobs(): Promise<void> {
    const freed = await this.client?.query(
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
    if (freed?.rowCount) this.listener.onFreed();
  }

  /** Returns false if it is time to stop. */
  private async pause(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    return !this.isStopped;
  }
}
