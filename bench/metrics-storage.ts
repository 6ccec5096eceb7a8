import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './bench-server';
import { CONNECTIONS, POINTS_PER_REQUEST, eightHours } from './metrics-ingest';
import { fold, forgetPoints, type MetricsDatabase } from './metrics-database';
import { copyBlocks, copyRate } from './metrics-limits';
import type { MetricsTargets } from './metrics-service';
import { measureGrowth, residentMiB } from './measuring';
import { toPort } from '../tools/load/connection';
import { generateLoad, countRefused } from '../tools/load/generate-load';
import { type PointRequest, makePoints, makeRequests, shift } from '../tools/load/point-load';

const HOUR_MS = 3_600_000;
/** Every 30 s. */
const POINTS_OF_8_HOURS = 960;
/** Below the limit at which the service folds by itself. */
const UNFOLDED_REQUESTS = 300;

/** Bytes on disk per point, indexes included: of rows with a primary key, of the log, of chunks. */
export async function benchStorage(
  { url, scheduleIds }: MetricsDatabase,
  { service }: MetricsTargets,
): Promise<{ rows: number; log: number; chunks: number }> {
  const points = makePoints(eightHours(scheduleIds, POINTS_OF_8_HOURS, true));
  const count = points.times.length;
  await copyRate(url, copyBlocks(points), { isKeyed: true });
  const rows = await toSize(url, 'bench_point');
  await query(url, 'DROP TABLE bench_point');
  await forgetPoints(url);
  const requests = makeRequests(points, POINTS_PER_REQUEST, service.headers).map(({ bytes }) => bytes);
  await generateLoad(toPort(service.port), requests.slice(0, UNFOLDED_REQUESTS).values(), CONNECTIONS);
  const log = await toSize(url, 'metric_log');
  await generateLoad(toPort(service.port), requests.slice(UNFOLDED_REQUESTS).values(), CONNECTIONS);
  await fold(url);
  const chunks = await toSize(url, 'metric_chunk');
  return {
    rows: rows / count,
    log: log / (UNFOLDED_REQUESTS * POINTS_PER_REQUEST),
    chunks: chunks / count,
  };
}

async function toSize(url: string, table: string): Promise<number> {
  const [size] = await query<{ bytes: string }>(
    url,
    // The tree of a table without partitions is empty.
    `SELECT coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree($1)),
                     pg_total_relation_size($1)) AS bytes`,
    [table],
  );
  return Number(size!.bytes);
}

export interface EnduranceFigures {
  pointsPerSecond: number;
  /** Resident memory of the service, in MiB; undefined where the system does not report it. */
  atRest: number | undefined;
  growth: number | undefined;
  /** Difference between the maximum of the second half and that of the first. */
  growthOfSecondHalf: number | undefined;
  /** Points in the log at the end. */
  backlog: number;
  refused: Record<string, number>;
}

/** Sends as fast as responses arrive. Each cycle continues the times of the previous one. */
export async function benchEndurance(
  { url, scheduleIds }: MetricsDatabase,
  { service }: MetricsTargets,
  seconds: number,
): Promise<EnduranceFigures> {
  await forgetPoints(url);
  const pointsPerSeries = 250;
  const intervalMs = 10_000;
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 6 * 24 * HOUR_MS;
  const points = makePoints({ scheduleIds, pointsPerSeries, startMs, intervalMs });
  const requests = makeRequests(points, POINTS_PER_REQUEST, service.headers);
  const { pid } = service.process;
  await sleep(5_000);
  const atRest = residentMiB(pid!);
  const seen: number[] = [];
  const look = setInterval(() => seen.push(residentMiB(pid!) ?? NaN), 250);
  const sent = await generateLoad(
    toPort(service.port),
    endless(requests, pointsPerSeries * intervalMs, seconds),
    CONNECTIONS,
  );
  clearInterval(look);
  const [backlog] = await query<{ points: string }>(
    url,
    `SELECT coalesce(sum(point_count), 0) AS points FROM metric_log`,
  );
  await fold(url);
  const half = Math.floor(seen.length / 2);
  const [first, second] = [Math.max(...seen.slice(0, half)), Math.max(...seen.slice(half))];
  return {
    pointsPerSecond: (sent.requests * POINTS_PER_REQUEST) / sent.seconds,
    atRest,
    growth: atRest === undefined ? undefined : Math.max(first, second) - atRest,
    growthOfSecondHalf: atRest === undefined ? undefined : second - first,
    backlog: Number(backlog!.points),
    refused: countRefused(sent) > 0 ? sent.refused : {},
  };
}

/** The requests over and over until the time is up, each time for a later time. */
function* endless(requests: readonly PointRequest[], cycleMs: number, seconds: number): Generator<Buffer> {
  const until = performance.now() + seconds * 1000;
  for (let cycle = 0; ; cycle++) {
    for (const request of requests) {
      if (performance.now() > until) return;
      shift(request, cycle * cycleMs);
      yield request.bytes;
    }
  }
}

const WEEK_SECONDS = 7 * 24 * 3600;

/** A week of one schedule at a value a second: how much the service grows while all of it is read, the second time. */
export async function benchStream(
  { url, scheduleIds }: MetricsDatabase,
  { service }: MetricsTargets,
): Promise<{ points: number; growth: number | undefined }> {
  await forgetPoints(url);
  const startMs = Date.now() - WEEK_SECONDS * 1000 + HOUR_MS;
  const workload = {
    scheduleIds: scheduleIds.slice(0, 1),
    pointsPerSeries: WEEK_SECONDS - 3600,
    startMs,
    intervalMs: 1000,
  };
  const requests = makeRequests(makePoints(workload), POINTS_PER_REQUEST, service.headers);
  await generateLoad(toPort(service.port), requests.map(({ bytes }) => bytes).values(), CONNECTIONS);
  await fold(url);
  const read = async (): Promise<number> => {
    const address = `http://127.0.0.1:${service.port}/rest/metric/data/${scheduleIds[0]}/raw?startTime=${startMs}`;
    const response = await fetch(address, { headers: { ...service.headers, 'Accept-Encoding': 'identity' } });
    let points = 0;
    for await (const block of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const byte of block) if (byte === OPEN_RECORD) points++;
    }
    return points;
  };
  const points = await read();
  return { points, growth: await measureGrowth(service.process.pid!, read) };
}

const OPEN_RECORD = '{'.charCodeAt(0);
