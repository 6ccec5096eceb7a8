import { type Bench, query } from './bench-server';
import { cpuMicros, median } from './measuring';
import { fold, forgetPoints, type MetricsDatabase } from './metrics-database';
import { copyBlocks, copyRate, singleInsertRate } from './metrics-limits';
import type { MetricsTargets } from './metrics-service';
import { toPort } from '../tools/load/connection';
import { generateLoad, type LoadFigures, quantile, countRefused } from '../tools/load/generate-load';
import { type PointRequest, pointsHead, makePoints, makeRequests, type Workload } from '../tools/load/point-load';
import type { Target } from './sample';

const HOUR_MS = 3_600_000;
export const POINTS_PER_REQUEST = 1_000;
export const CONNECTIONS = 4;
const SINGLE_CONNECTIONS = 64;
/** So often everything is sent before anything counts: a process has its code compiled after some thousand requests. */
const WARM_UPS = 4;
const SINGLE_SECONDS = 4;

/** Medians over the rounds, in points a second. */
export interface IngestFigures {
  copy: number;
  http: number;
  /** Also until the last point is folded. */
  httpFolded: number;
  gateway: number;
  /** Processor time of the service per point, folding included; undefined where the system does not report it. */
  cpuMicros: number | undefined;
  refused: number;
}

/** 8 h of points up to the hour that runs: each request holds the newest points of many series, as agents send them. */
export function eightHours(scheduleIds: readonly number[], pointsPerSeries: number, isTwoDecimals = false): Workload {
  const intervalMs = Math.floor((8 * HOUR_MS) / pointsPerSeries);
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 8 * HOUR_MS;
  return { scheduleIds, pointsPerSeries, startMs, intervalMs, isTwoDecimals };
}

/** COPY, the service, and the service behind the gateway, in turn, with the same points. */
export async function benchIngest(
  database: MetricsDatabase,
  { service, gateway }: MetricsTargets,
  rounds: number,
): Promise<IngestFigures> {
  const points = makePoints(eightHours(database.scheduleIds, 500));
  const count = points.times.length;
  const blocks = copyBlocks(points);
  const requests = makeRequests(points, POINTS_PER_REQUEST, service.headers);
  const seen: (Omit<IngestFigures, 'cpuMicros'> & { cpuMicros: number })[] = [];
  for (let i = 0; i < WARM_UPS; i++) {
    for (const target of [service, gateway]) await sendAll(database, target, requests);
  }
  for (let round = 0; round < rounds; round++) {
    const copy = await copyRate(database.url, blocks, { isKeyed: false });
    const direct = await sendAll(database, service, requests);
    const cpu = cpuMicros(service.process.pid);
    const through = await sendAll(database, gateway, requests);
    seen.push({
      copy,
      http: count / direct.sent.seconds,
      httpFolded: count / direct.foldedSeconds,
      gateway: count / through.sent.seconds,
      cpuMicros: ((cpu ?? NaN) - (direct.cpuBefore ?? NaN)) / count,
      refused: countRefused(direct.sent) + countRefused(through.sent),
    });
  }
  const of = (pick: (sample: (typeof seen)[number]) => number): number => median(seen.map(pick));
  const cpu = of((sample) => sample.cpuMicros);
  return {
    copy: of((sample) => sample.copy),
    http: of((sample) => sample.http),
    httpFolded: of((sample) => sample.httpFolded),
    gateway: of((sample) => sample.gateway),
    cpuMicros: Number.isNaN(cpu) ? undefined : cpu,
    refused: seen.reduce((sum, { refused }) => sum + refused, 0),
  };
}

/** Sends everything to a service that has no points, until the last is folded. */
export async function sendAll(
  { url }: MetricsDatabase,
  { port, process: { pid } }: Target,
  requests: readonly PointRequest[],
): Promise<{ sent: LoadFigures; foldedSeconds: number; cpuBefore: number | undefined }> {
  await forgetPoints(url);
  await query(url, 'CHECKPOINT').catch(() => undefined);
  const cpuBefore = cpuMicros(pid);
  const startedAt = performance.now();
  const sent = await generateLoad(toPort(port), requests.map(({ bytes }) => bytes).values(), CONNECTIONS);
  await fold(url);
  return { sent, foldedSeconds: (performance.now() - startedAt) / 1000, cpuBefore };
}

/** Figures of one point per request; medians over the rounds. */
export interface SingleFigures {
  /** Rows a second with a transaction per row, and the program that measured it. */
  inserts: number;
  by: string;
  /** Requests a second. */
  http: number;
  p99: number;
  cpuMicros: number | undefined;
  refused: number;
}

/** One point per request, beside one row per transaction. */
export async function benchSinglePoints(
  { folder }: Bench,
  { url, adminUrl, scheduleIds }: MetricsDatabase,
  { service, rounds }: { service: Target; rounds: number },
): Promise<SingleFigures> {
  const send = (): Promise<LoadFigures> =>
    generateLoad(toPort(service.port), singlePoints(scheduleIds, service.headers), SINGLE_CONNECTIONS);
  const inserts: number[] = [];
  const seen: { rate: number; p99: number; cpu: number }[] = [];
  let by = '';
  let refused = 0;
  await send();
  for (let round = 0; round < rounds; round++) {
    const limits = { connections: SINGLE_CONNECTIONS, seconds: SINGLE_SECONDS };
    const limit = await singleInsertRate(adminUrl, folder, limits);
    inserts.push(limit.rate);
    by = limit.by;
    const before = cpuMicros(service.process.pid) ?? NaN;
    const sent = await send();
    const cpu = ((cpuMicros(service.process.pid) ?? NaN) - before) / sent.requests;
    seen.push({ rate: sent.requests / sent.seconds, p99: quantile(sent.latencies, 0.99), cpu });
    refused += countRefused(sent);
    await fold(url);
  }
  const cpu = median(seen.map((sample) => sample.cpu));
  return {
    inserts: median(inserts),
    by,
    http: median(seen.map(({ rate }) => rate)),
    p99: median(seen.map(({ p99 }) => p99)),
    cpuMicros: Number.isNaN(cpu) ? undefined : cpu,
    refused,
  };
}

function* singlePoints(scheduleIds: readonly number[], headers: Readonly<Record<string, string>>): Generator<Buffer> {
  const until = performance.now() + SINGLE_SECONDS * 1000;
  for (let i = 0; performance.now() < until; i++) {
    const scheduleId = scheduleIds[i % scheduleIds.length]!;
    const body = `[{"timeStamp":${Date.now()},"value":${i / 4},"scheduleId":${scheduleId}}]`;
    const head = pointsHead(body.length, headers);
    yield Buffer.from(head + body, 'latin1');
  }
}
