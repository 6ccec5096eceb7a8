import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataSourceOptions, getPool } from '@wardstone/database';
import { eventually, useDatabase } from '@wardstone/testing';
import { buildSync } from 'esbuild';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { addJob } from '../src/add-job';
import { JobMetrics } from '../src/job-metrics';
import { JobTasks } from '../src/job-tasks';
import { JobWorker } from '../src/job-worker';
import { forgetfulLine } from './forgetful-line';
import { CreateJobQueue1700000000000 } from './job-queue.migration';
import { GREET } from './tasks';

const ROOT = join(__dirname, '..', '..', '..');
const MINUTE_MS = 60_000;

describe('jobs', () => {
  const database = useDatabase({ name: 'jobs', migrations: [CreateJobQueue1700000000000] });
  const logged: { level: string; message: string }[] = [];
  const log = {
    warn: (_fields: object, message: string) => void logged.push({ level: 'warn', message }),
    error: (_fields: object, message: string) => void logged.push({ level: 'error', message }),
  };
  const workers: JobWorker[] = [];
  const dataSources: DataSource[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await Promise.all(dataSources.splice(0).map((dataSource) => dataSource.destroy()));
  };

  const start = async (
    tasks: JobTasks,
    { url = database.url, ...more }: { metrics?: JobMetrics; concurrency?: number; url?: string } = {},
  ) => {
    const connection = { url, applicationName: 'jobs spec (worker)', poolSize: 4 };
    const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
    dataSources.push(dataSource);
    const worker = new JobWorker(tasks, {
      pool: getPool(dataSource),
      connection,
      concurrency: 2,
      log,
      liveness: { checkEveryMs: 100, spareMs: 1_000 },
      ...more,
    });
    workers.push(worker);
    await worker.start();
    return worker;
  };
  /** Work that notes who did it. */
  const noting = (by: string): JobTasks => {
    const tasks = new JobTasks();
    tasks.handle(GREET, ({ name }) => database.query(`INSERT INTO done_work VALUES ($1, $2)`, [name, by]));
    return tasks;
  };
  const done = () => database.query<{ name: string; by: string }>(`SELECT w.name, w.by FROM done_work w ORDER BY 1`);
  const waiting = async (): Promise<number> =>
    (await database.query<{ n: number }>(`SELECT count(*) AS n FROM graphile_worker.jobs`))[0]!.n;

  afterEach(async () => {
    await stopAll();
    await database.query(`TRUNCATE done_work`);
    await database.query(`DELETE FROM graphile_worker._private_jobs`);
    await database.query(`DELETE FROM graphile_worker._private_known_crontabs`);
    logged.length = 0;
  });

  it('run once their transaction is committed, and never when it is rolled back', async () => {
    await start(noting('a'));
    const broken = database.transaction(async (transaction) => {
      await addJob(transaction, GREET, { name: 'rolled back' });
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await database.transaction(async (transaction) => {
      await addJob(transaction, GREET, { name: 'committed' });
      await sleep(200);
      expect(await done()).toEqual([]);
    });
    await eventually('the work', async () => (await done()).length > 0);
    await sleep(200);
    expect(await done()).toEqual([{ name: 'committed', by: 'a' }]);
    expect(await waiting()).toBe(0);
  });

  it('are each done by one of several replicas', async () => {
    await start(noting('a'));
    await start(noting('b'));
    const names = Array.from({ length: 60 }, (_, index) => `job ${String(index).padStart(2, '0')}`);
    for (const name of names) await addJob(database, GREET, { name });
    await eventually('an empty queue', async () => (await waiting()) === 0);
    const work = await done();
    expect(work.map(({ name }) => name)).toEqual(names);
    expect(new Set(work.map(({ by }) => by)).size).toBe(2);
  });

  it('wait for their time, replace one another under one key, and keep the order of their queue', async () => {
    await addJob(database, GREET, { name: 'late' }, { runAt: new Date(Date.now() + MINUTE_MS) });
    await addJob(database, GREET, { name: 'replaced' }, { lossyKey: 'k' });
    await addJob(database, GREET, { name: 'kept' }, { lossyKey: 'k' });
    const tasks = new JobTasks();
    let running = 0;
    let most = 0;
    const order: string[] = [];
    tasks.handle(GREET, async ({ name }) => {
      most = Math.max(most, ++running);
      await sleep(10);
      order.push(name);
      running--;
    });
    for (const name of ['1', '2', '3', '4']) await addJob(database, GREET, { name }, { queue: 'in order' });
    await start(tasks, { concurrency: 1 });
    await start(tasks, { concurrency: 1 });
    await eventually('one job to wait', async () => (await waiting()) === 1);
    expect(order.filter((name) => /\d/.test(name))).toEqual(['1', '2', '3', '4']);
    expect(order.filter((name) => !/\d/.test(name))).toEqual(['kept']);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('start when they are due, without polling the queue every few seconds', async () => {
    await start(noting('a'));
    await addJob(database, GREET, { name: 'now' });
    await eventually('the first work', async () => (await done()).length === 1);
    let looks = 0;
    getPool(dataSources[0]!).on('acquire', () => looks++);
    await eventually('some seconds without a look', async () => {
      const before = looks;
      await sleep(2_500);
      return looks === before;
    });
    await addJob(database, GREET, { name: 'soon' }, { runAt: new Date(Date.now() + 300) });
    await eventually('the second work', async () => (await done()).length === 2);
  });

  it('are retried when they fail, and finally given up, which is logged and counted', async () => {
    const registry = new Registry();
    const tries: number[] = [];
    const tasks = new JobTasks();
    tasks.handle(GREET, (_payload, { attempt }) => {
      tries.push(attempt);
      return Promise.reject(new Error('not today'));
    });
    await start(tasks, { metrics: new JobMetrics(registry, database.database) });
    await addJob(database, GREET, { name: 'fails' });
    await eventually('the first try', () => tries.length === 1);
    await eventually('the second try', async () => {
      const hurried = await database.query(
        `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL RETURNING id`,
      );
      return hurried.length === 1;
    });
    await eventually('both lines of the log', () => logged.length === 2);
    expect(tries).toEqual([1, 2]);
    expect(logged).toEqual([
      { level: 'warn', message: 'a job failed; retrying' },
      { level: 'error', message: 'a job failed; no more retries' },
    ]);
    await eventually('the metric of what was given up', async () =>
      (await registry.metrics()).includes('jobs_in_queue{state="given_up"} 1'),
    );
    const metrics = await registry.metrics();
    expect(metrics).toContain('jobs_finished_total{task="test.greet",outcome="failed"} 1');
    expect(metrics).toContain('jobs_finished_total{task="test.greet",outcome="given_up"} 1');
    expect(metrics).toContain('job_duration_seconds_count{task="test.greet"} 2');
  });

  it('end before their worker does, and are aborted when they take too long', async () => {
    const tasks = new JobTasks();
    const ends: string[] = [];
    let letShortEnd!: () => void;
    const shortMayEnd = new Promise<void>((resolve) => (letShortEnd = resolve));
    tasks.handle(GREET, async ({ name }, { signal }) => {
      if (name === 'short') await shortMayEnd;
      else await sleep(MINUTE_MS, undefined, { signal }).catch(() => undefined);
      ends.push(`${name} ${signal.aborted ? 'aborted' : 'done'}`);
    });
    const worker = await start(tasks);
    await addJob(database, GREET, { name: 'short' });
    await addJob(database, GREET, { name: 'long' });
    await eventually(
      'the metric',
      async () => (await database.query(`SELECT 1 FROM graphile_worker.jobs WHERE locked_at IS NOT NULL`)).length === 2,
    );
    const stopped = worker.stop();
    letShortEnd();
    await stopped;
    expect(ends).toEqual(['short done', 'long aborted']);
    expect(() => worker.checkRunning()).toThrow('not running');
  });

  it('are enqueued once per period by two replicas, also those missed while none was running', async () => {
    await database.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       SELECT 'test.tick', t, t FROM date_trunc('minute', now() - interval '10 minutes') t`,
    );
    await database.query(`CREATE TABLE asked (due text, by integer)`);
    await database.query(
      `CREATE FUNCTION note_asked() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN INSERT INTO asked VALUES (NEW.payload->''_cron''->>''ts'', pg_backend_pid()); RETURN NULL; END'`,
    );
    await database.query(
      `CREATE TRIGGER asked AFTER INSERT OR UPDATE OF payload ON graphile_worker._private_jobs
         FOR EACH ROW EXECUTE FUNCTION note_asked()`,
    );
    let running = 0;
    let most = 0;
    let ticks = 0;
    const tasks = new JobTasks();
    tasks.every({ name: 'test.tick', schedule: '* * * * *', catchUpMs: 5 * MINUTE_MS }, async () => {
      ticks++;
      most = Math.max(most, ++running);
      await sleep(50);
      running--;
    });
    await Promise.all([start(tasks), start(tasks)]);
    const readPolls = () =>
      database.query<{ due: string; times: number }>(
        `SELECT a.due, count(*) AS times FROM asked a GROUP BY 1 ORDER BY 1`,
      );
    // Five are due. The queue forgets one that is requested in the moment in which the one before begins (0.18.0), and
    // that run does for both.
    await eventually('three runs', async () => ticks > 0 && (await readPolls()).length >= 3);
    await eventually('an empty queue', async () => (await waiting()) === 0);
    const polls = await readPolls();
    await database.query(`DROP FUNCTION note_asked CASCADE`);
    await database.query(`DROP TABLE asked`);
    expect(polls.length).toBeLessThanOrEqual(7);
    expect(polls.filter(({ times }) => times !== 1)).toEqual([]);
    expect(ticks).toBeLessThanOrEqual(polls.length);
    expect(most).toBe(1);
  });

  it('of a killed process run again at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jobs-'));
    const program = join(folder, 'job-process.cjs');
    buildSync({
      entryPoints: [join(__dirname, 'job-process.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      packages: 'external',
      tsconfig: join(ROOT, 'tsconfig.base.json'),
      logLevel: 'error',
    });
    const victim = spawn(process.execPath, [program, database.url], {
      env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await addJob(database, GREET, { name: 'held' }, { queue: 'one' });
      const [said] = (await once(victim.stdout, 'data')) as [Buffer];
      expect(said.toString()).toBe('held\n');
      await start(noting('survivor'));
      // While the other one lives, its job is left to it, however long it takes.
      await sleep(2_000);
      expect(await done()).toEqual([]);
      victim.kill('SIGKILL');
      await eventually('the work', async () => (await done()).length > 0);
      expect(await done()).toEqual([{ name: 'held', by: 'survivor' }]);
    } finally {
      victim.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('whose reservation was lost with the connection are not left locked', async () => {
    const line = await forgetfulLine(database.url, '"in doubt"');
    try {
      await start(noting('a'), { url: line.url });
      await addJob(database, GREET, { name: 'in doubt' }, { queue: 'one' });
      await addJob(database, GREET, { name: 'next' }, { queue: 'one' });
      await eventually('both works', async () => (await done()).length === 2);
      expect(line.hasForgotten()).toBe(true);
    } finally {
      await stopAll();
      await line.close();
    }
  });

  it('end cleanly when the LISTEN connection breaks at that moment', async () => {
    const line = await forgetfulLine(database.url, 'LISTEN', 500);
    try {
      const worker = await start(noting('a'), { url: line.url });
      await eventually('the queue to forget', () => line.hasForgotten());
      await worker.stop();
      // It breaks now, if it did not before.
      await sleep(600);
    } finally {
      await line.close();
    }
  });

  it('continue when the database has closed every connection', async () => {
    await start(noting('a'));
    await database.query(
      `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
        WHERE a.datname = current_database() AND a.application_name LIKE 'jobs spec (%'`,
    );
    await addJob(database, GREET, { name: 'afterwards' });
    await eventually('the work', async () => (await done()).length > 0);
    await eventually('the next time', async () => {
      const alive = await database.query(
        `SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
            AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`,
      );
      return alive.length === 1;
    });
  });

  it('have names in one format, each with one handler', () => {
    const tasks = noting('a');
    expect(() => tasks.handle(GREET, () => Promise.resolve())).toThrow('handled twice');
    expect(() => tasks.every({ name: 'Tick', schedule: '* * * * *' }, () => Promise.resolve())).toThrow(
      'name of a task',
    );
  });

  it('live in tables that their migration creates and drops', async () => {
    const runner = database.dataSource.createQueryRunner();
    const migration = new CreateJobQueue1700000000000();
    await migration.down(runner);
    expect(await runner.query(`SELECT 1 FROM pg_namespace n WHERE n.nspname = 'graphile_worker'`)).toEqual([]);
    await migration.up(runner);
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await waiting()).toBe(0);
  });
});
