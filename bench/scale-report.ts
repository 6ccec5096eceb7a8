import path from 'node:path';
import { joinNodes } from '@wardstone/testing';
import { distributeMetrics } from '../apps/monitoring/src/metrics/storage/metric-distribution.queries';
import {
  type CitusCluster,
  createRunFolder,
  findCitus,
  type PostgresServer,
  removeRunFolder,
  startCitus,
  startPostgres,
} from '@wardstone/host';
import { type Bench, createDatabase, SETTINGS as SERVER_SETTINGS, withBench } from './bench-server';
import { cpuMicros, median } from './measuring';
import { makeMetricsDatabase, type MetricsDatabase } from './metrics-database';
import { eightHours, POINTS_PER_REQUEST, sendAll } from './metrics-ingest';
import { startMetricsTargets } from './metrics-service';
import { serverCpuMs } from './monitoring-database';
import { makePoints, makeRequests } from '../tools/load/point-load';
import { interleaved, readRepeatedly, type Target } from './sample';
import { judge, loadAverage, roundFigure, printFigure } from './table';

const SERIES = 2_000;
const POINTS_PER_SERIES = 500;
const BUCKETS = 60;
const MANY = 100;
const WARM_UPS = 2;
const READ_SECONDS = 2;
const SETTINGS = { ...SERVER_SETTINGS, autovacuum_naptime: '15s', 'citus.max_cached_conns_per_worker': '8' };
const GOAL = { ingest: 0.8, one: 1.5 };

interface Side {
  name: string;
  database: MetricsDatabase;
  servers: readonly PostgresServer[];
  service: Target;
}

/** `npm run bench -- scale`: one server against a coordinator and two workers on the same cores. How many goals were missed. */
export async function reportScale({ rounds }: { rounds: number }): Promise<number> {
  const home = findCitus();
  if (home === undefined) {
    console.log('\nscale: skipped: Citus is not installed (docs/scale.md)');
    return 0;
  }
  const folder = createRunFolder();
  const servers: { stop(): Promise<void> }[] = [];
  try {
    const single = await startPostgres({
      dataFolder: path.join(folder, 'single'),
      logFile: path.join(folder, 'single.log'),
      user: 'app',
      password: 'bench',
      home,
      settings: SERVER_SETTINGS,
    });
    servers.push(single);
    const citus = await startCitus(home, folder, { durable: true, settings: SETTINGS });
    servers.push(citus);
    return await withBench((bench) => measure(bench, { single, citus, rounds }));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    removeRunFolder(folder);
  }
}

async function measure(
  bench: Bench,
  { single, citus, rounds }: { single: PostgresServer; citus: CitusCluster; rounds: number },
): Promise<number> {
  const one = await makeMetricsDatabase(single, SERIES);
  for (const worker of citus.workers) await createDatabase(worker, 'metrics');
  const divided = await makeMetricsDatabase(citus.coordinator, SERIES);
  await joinNodes(
    [citus.coordinator, ...citus.workers].map((server) => server.url()),
    'metrics',
  );
  await distributeMetrics({ url: divided.url, applicationName: 'bench' });
  const { service, gateway } = await startMetricsTargets(bench, one);
  const onCitus = await bench.start(['dist/monitoring/main.js'], {
    GATEWAY_JWKS_URL: `http://127.0.0.1:${gateway.port}/auth/jwks.json`,
    DATABASE_URL: divided.url,
    SAMPLE_INVENTORY: 'false',
  });
  const sides: Side[] = [
    { name: 'one server', database: one, servers: [single], service },
    {
      name: 'Citus',
      database: divided,
      servers: [citus.coordinator, ...citus.workers],
      service: { ...onCitus, headers: service.headers },
    },
  ];
  return [...(await reportIngest(sides, rounds)), ...(await reportReads(sides, rounds))].filter(Boolean).length;
}

async function reportIngest(sides: readonly Side[], rounds: number): Promise<boolean[]> {
  const seen = sides.map(() => [] as { sent: number; folded: number }[]);
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const [at, { database, service }] of sides.entries()) {
      const points = makePoints(eightHours(database.scheduleIds, POINTS_PER_SERIES));
      const requests = makeRequests(points, POINTS_PER_REQUEST, service.headers);
      const { sent, foldedSeconds } = await sendAll(database, service, requests);
      const count = points.times.length;
      if (round >= 0) seen[at]!.push({ sent: count / sent.seconds, folded: count / foldedSeconds });
    }
  }
  console.log(`\n2,000 series x 500 points, 1,000 points a request, 4 connections; ${loadAverage()}\n`);
  const [single, divided] = seen.map((samples, at) => {
    const figures = {
      sent: median(samples.map(({ sent }) => sent)),
      folded: median(samples.map(({ folded }) => folded)),
    };
    printFigure(`${sides[at]!.name}: points a second`, roundFigure(figures.sent));
    printFigure(`${sides[at]!.name}: until the last is folded`, roundFigure(figures.folded));
    return figures;
  });
  printFigure('until the last is folded, Citus / one server', roundFigure(divided!.folded / single!.folded));
  return [
    judge({
      figure: 'ingest, Citus / one server',
      value: divided!.sent / single!.sent,
      goal: { atLeast: GOAL.ingest },
    }),
  ];
}

async function reportReads(sides: readonly Side[], rounds: number): Promise<boolean[]> {
  const toPath = ({ database: { scheduleIds } }: Side, count: number): string => {
    const { startMs } = eightHours(scheduleIds, POINTS_PER_SERIES);
    const window = `startTime=${startMs}&endTime=${startMs + 8 * 3_600_000}&dataPoints=${BUCKETS}`;
    return count === 1
      ? `/rest/metric/data/${scheduleIds[7]}?${window}`
      : `/rest/metric/data?sid=${scheduleIds.slice(0, count).join()}&${window}`;
  };
  const measure = (count: number) =>
    interleaved(
      sides.map((side) => ({ target: side.service, path: toPath(side, count) })),
      { rounds, warmUpSeconds: 1, seconds: READ_SECONDS },
    );
  const [one, many] = [await measure(1), await measure(MANY)];
  const processor = sides.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const [at, side] of sides.entries()) processor[at]!.push(await processorOfRead(side, toPath(side, 1)));
  }
  console.log(`\n8 h in 60 buckets; ${loadAverage()}\n`);
  for (const [at, { name }] of sides.entries()) {
    printFigure(`${name}: one metric, p50 alone`, `${roundFigure(one[at]!.p50Alone)} ms`);
    printFigure(`${name}: one metric, processor with the database`, `${roundFigure(median(processor[at]!))} us`);
    printFigure(`${name}: one metric, 32 clients`, `${roundFigure(one[at]!.requestsPerSecond)}/s`);
    printFigure(`${name}: 100 metrics, p50 alone`, `${roundFigure(many[at]!.p50Alone)} ms`);
  }
  printFigure('100 metrics, Citus / one server', roundFigure(many[1]!.p50Alone / many[0]!.p50Alone));
  printFigure('requests failed', String([...one, ...many].reduce((sum, { failed }) => sum + failed, 0)));
  return [
    judge({
      figure: 'one metric, p50 alone, Citus / one server',
      value: one[1]!.p50Alone / one[0]!.p50Alone,
      goal: { atMost: GOAL.one },
    }),
    judge({
      figure: 'one metric, processor with the database, Citus / one server',
      value: median(processor[1]!) / median(processor[0]!),
      goal: { atMost: GOAL.one },
    }),
  ];
}

/** Processor time of the service and of all servers that it queries, in us per request of a single client. */
async function processorOfRead({ service, servers }: Side, path: string): Promise<number> {
  const used = (): number =>
    (cpuMicros(service.process.pid) ?? NaN) +
    servers.reduce((sum, server) => sum + (serverCpuMs(server) ?? NaN) * 1000, 0);
  const before = used();
  const { requests } = await readRepeatedly({ target: service, path }, 1, READ_SECONDS);
  return (used() - before) / requests;
}
