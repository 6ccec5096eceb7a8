import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { build } from '../../build';
import { type CitusCluster, findCitus, type PostgresServer, startCitus, waitUntil } from '@wardstone/host';
import { type Cluster, createDatabase, startCluster } from '../cluster';
import { Load, type LoadReport } from '../load';
import type { Scenario, Verdict } from '../scenario';
import { inScratchFolder } from '../scratch-folder';
import { type SeriesReport, SeriesUnderLoad } from '../series-under-load';
import { alertsFired, checkNothingLost, onlyRefusals, checkRecovered } from '../verdicts';

const CLIENTS = 4;
const PAUSE_MS = 20;
const WARM_UP_MS = 15_000;
const DOWN_MS = 20_000;
const FOLD_EVERY_MS = 4_000;
const FOLD_LIMIT_MS = 120_000;
const REBALANCE_LIMIT_MS = 300_000;
/** Name of the service and its database. */
const NAME = 'monitoring';

interface Struck {
  cluster: Cluster;
  citus: CitusCluster;
  series: SeriesUnderLoad;
  report: (line: string) => void;
}

export const dividedData: readonly Scenario[] = [
  scenario('kill-citus-worker', `kill -9 of a worker of Citus under load, started again after ${DOWN_MS / 1000} s`, {
    strike: killWorker,
    judge: (load, seen) => [onlyRefusals(load), onlyRefusedReads(seen), takesAllValues(seen)],
  }),
  scenario('rebalance-citus', 'A worker is added to Citus under load, and gets its part of the shards', {
    strike: addWorker,
    judge: (load, seen) => [noneFailed(load, seen)],
  }),
];

function scenario(
  name: string,
  title: string,
  {
    strike,
    judge,
  }: {
    strike: (struck: Struck) => Promise<Verdict[]>;
    judge: (load: LoadReport, seen: SeriesReport) => Verdict[];
  },
): Scenario {
  return {
    name,
    title,
    obstacle: () => (findCitus() ? undefined : 'Citus is not installed (docs/scale.md)'),
    run: (report) =>
      inScratchFolder(async (folder) => {
        await build();
        const citus = await startCitus(findCitus()!, folder, { durable: true });
        try {
          const settings = { LOG_LEVEL: 'warn' };
          const cluster = await startCluster({ folder, getReplicas: () => 1, settings, citus });
          try {
            const load = await Load.start(cluster.gatewayUrl, cluster.login, { clients: CLIENTS, pauseMs: PAUSE_MS });
            const series = await SeriesUnderLoad.start(cluster.gatewayUrl, cluster.login);
            const folding = compactRepeatedly(cluster);
            await sleep(WARM_UP_MS);
            const verdicts = await strike({ cluster, citus, series, report });
            await sleep(WARM_UP_MS);
            await folding.stop();
            const seen = await series.stop();
            const outcome = await load.stop();
            report(
              `${outcome.requests} requests, ${seen.writes} writes of ${series.size} values and ${seen.reads} reads in ` +
                `${outcome.seconds.toFixed(0)} s, ${folding.count()} times folded`,
            );
            return [
              ...judge(outcome, seen),
              ...verdicts,
              await folded(cluster),
              await checkNothingLost(load),
              await series.nothingLost(),
              await alertsFired(load),
            ];
          } finally {
            await cluster.stop();
          }
        } finally {
          await citus.stop();
        }
      }),
  };
}

async function killWorker({ citus, series, report }: Struck): Promise<Verdict[]> {
  const worker = citus.workers[0]!;
  process.kill(worker.pid, 'SIGKILL');
  await worker.exited;
  series.note('away');
  await sleep(DOWN_MS);
  await citus.startAgain(worker);
  series.note('back');
  const backAfterMs = await series.untilAllAreRead();
  report(`the worker was away for ${DOWN_MS / 1000} s`);
  return [checkRecovered(backAfterMs)];
}

async function addWorker({ citus, report }: Struck): Promise<Verdict[]> {
  const worker = await citus.addWorker();
  await createDatabase(worker, NAME, 'of no session');
  return withAdmin(citus.coordinator, async (admin) => {
    const startedAt = performance.now();
    await withAdmin(worker, (there) => there.query('CREATE EXTENSION citus'));
    await admin.query(`SELECT citus_add_node('127.0.0.1', $1::int)`, [worker.port]);
    await admin.query('SELECT citus_rebalance_start()');
    const isDone = async (): Promise<boolean> => {
      const { rows } = await admin.query<{ state: string }>(
        'SELECT j.state::text AS state FROM pg_dist_background_job j ORDER BY j.job_id DESC LIMIT 1',
      );
      if (rows[0]?.state === 'failed') throw new Error('the rebalance failed');
      return rows[0]?.state === 'finished';
    };
    if (!(await waitUntil(isDone, REBALANCE_LIMIT_MS, 500))) throw new Error('the rebalance did not end');
    const { rows } = await admin.query<{ port: number; shards: number }>(
      `SELECT s.nodeport AS port, count(*)::int AS shards FROM citus_shards s
        WHERE s.table_name = 'metric_1h'::regclass GROUP BY s.nodeport ORDER BY s.nodeport`,
    );
    const moved = rows.find(({ port }) => port === worker.port)?.shards ?? 0;
    report(`rebalanced within ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    return [
      {
        promise: 'The new worker has its part of the data',
        held: moved >= 5,
        figures: `${rows.map(({ shards }) => shards).join(', ')} shards, ${moved} of them on the new worker`,
      },
    ];
  });
}

async function withAdmin<T>(server: PostgresServer, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: server.url(NAME) });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** More often than the service itself does, so that faults happen during a compaction. */
function compactRepeatedly(cluster: Cluster): { count: () => number; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let count = 0;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await startFold(cluster);
      count++;
      await sleep(FOLD_EVERY_MS);
    }
  })();
  return {
    count: () => count,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function startFold(cluster: Cluster): Promise<void> {
  await onDatabase(cluster, (client) =>
    client.query(
      `SELECT 1 FROM graphile_worker.add_job('metric.fold-now', '{}', 'metric.fold', job_key => 'metric.fold-now')`,
    ),
  );
}

/** Points stored while a worker was unavailable are compacted eventually. */
async function folded(cluster: Cluster): Promise<Verdict> {
  const startedAt = performance.now();
  const waiting = async (): Promise<number> =>
    onDatabase(cluster, async (client) => {
      await startFold(cluster);
      return (await client.query('SELECT 1 FROM metric_log')).rowCount ?? 0;
    });
  const isEmpty = await waitUntil(async () => (await waiting()) === 0, FOLD_LIMIT_MS, 500);
  return {
    promise: 'Everything is folded in the end',
    held: isEmpty,
    figures: isEmpty
      ? `after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`
      : `not after ${FOLD_LIMIT_MS} ms`,
  };
}

async function onDatabase<T>(cluster: Cluster, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: cluster.databaseUrls.get(NAME)! });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function noneFailed({ requests, served }: LoadReport, seen: SeriesReport): Verdict {
  const failed = requests - served + seen.refused + seen.refusedWrites + seen.failures.length;
  return {
    promise: 'No request fails',
    held: failed === 0,
    figures: [
      `${requests} requests and ${seen.writes + seen.reads} of measured data, ${failed} failed`,
      ...seen.failures.slice(0, 3),
    ].join('; '),
  };
}

function onlyRefusedReads({ reads, refused, failures }: SeriesReport): Verdict {
  return {
    promise: 'Every read of measured data is right or 503 service_unavailable with Retry-After',
    held: failures.length === 0 && refused > 0,
    figures: [`${reads} reads, ${refused} refused, ${failures.length} wrong`, ...failures.slice(0, 3)].join('; '),
  };
}

function takesAllValues({ writes, refusedWrites }: SeriesReport): Verdict {
  return {
    promise: 'Values are taken while a worker is away',
    held: refusedWrites === 0,
    figures: `${writes} writes, ${refusedWrites} refused`,
  };
}
