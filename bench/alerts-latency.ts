import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../tools/postgres/postgres-server';
import { withClient } from './bench-server';
import { type AlertInventory, SIGN } from './alerts-data';
import { serverCpuMs } from './monitoring-database';
import { quantile } from '../tools/load/generate-load';
import { Sender } from '../tools/requests/sender';
import { cpuMicros } from './measuring';
import type { Target } from './sample';

export interface LatencyOptions {
  pointsPerSecond: number;
  seconds: number;
  /** Whether some points are signs, which fire an alert each. */
  hasSigns?: boolean;
}

export interface LatencyFigures {
  /** Points that were stored, of those that should have been. */
  pointsPerSecond: number;
  wantedPerSecond: number;
  signs: number;
  /** Signs without exactly one alert. */
  wrong: number;
  alerts: number;
  /** In ms, from the moment a request was sent until the alert was committed; storing the point is part of it. */
  p50: number;
  p99: number;
  most: number;
  /** In ms, how long a request took, whose answer follows the commit of its points. */
  requestP99: number;
  /** Processor time of the service and of the database per point; undefined where the system does not tell. */
  cpuMicros: number | undefined;
  databaseCpuMicros: number | undefined;
}

const BATCH = 1_000;
const SIGNS_PER_BATCH = 2;
export const WARM_UP_SECONDS = 3;
const DRAINED_WITHIN_MS = 60_000;

/** Submits points at a steady rate, some of them signs, and looks when the alerts of the signs were committed. */
export async function benchLatency(
  server: PostgresServer,
  { url, target, inventory }: { url: string; target: Target; inventory: AlertInventory },
  { pointsPerSecond, seconds, hasSigns = true }: LatencyOptions,
): Promise<LatencyFigures> {
  const sender = new Sender({ connections: 8 });
  const base = `http://127.0.0.1:${target.port}`;
  const headers = { ...target.headers, 'Content-Type': 'application/json' };
  const sent = new Map<number, number>();
  const durations: number[] = [];
  let stored = 0;
  let sign = 0;
  const submit = async (turn: number): Promise<void> => {
    const body: string[] = [];
    const signs: number[] = [];
    const time = Date.now();
    for (let i = 0; i < BATCH; i++) {
      const at = (turn * BATCH + i) % (inventory.schedules.length * inventory.schedules[0]!.length);
      const resource = inventory.schedules[Math.floor(at / inventory.schedules[0]!.length)]!;
      const metric = at % resource.length;
      // Those whose definition counts are no use as signs.
      const isSign =
        hasSigns &&
        signs.length < SIGNS_PER_BATCH &&
        metric < inventory.watched &&
        (metric + 1) % 5 !== 0 &&
        i % 300 < 20;
      const value = isSign ? SIGN + ++sign : noise(at, turn);
      if (isSign) signs.push(value);
      body.push(`{"scheduleId":${resource[metric]},"timeStamp":${time},"value":${value}}`);
    }
    for (const value of signs) sent.set(value, Date.now());
    const start = performance.now();
    const { status } = await sender.send(base, {
      method: 'POST',
      path: '/rest/metric/data/raw',
      headers,
      body: `[${body.join()}]`,
    });
    if (status !== 204) throw new Error(`points returned ${status}`);
    durations.push(performance.now() - start);
    stored += BATCH;
  };
  const run = async (runSeconds: number, first: number): Promise<number> => {
    const pauseMs = (1000 * BATCH) / pointsPerSecond;
    const underWay = new Set<Promise<void>>();
    const start = performance.now();
    let turn = first;
    while (performance.now() - start < runSeconds * 1000) {
      const request = submit(turn++).finally(() => underWay.delete(request));
      underWay.add(request);
      await sleep(Math.max(0, start + (turn - first) * pauseMs - performance.now()));
    }
    await Promise.all(underWay);
    return turn;
  };
  const warm = await run(WARM_UP_SECONDS, 0);
  sent.clear();
  durations.length = 0;
  stored = 0;
  const cpuBefore = cpuMicros(target.process.pid);
  const databaseBefore = serverCpuMs(server);
  const start = performance.now();
  await run(seconds, warm);
  const tookSeconds = (performance.now() - start) / 1000;
  sender.close();
  const { alerts, committed } = await readAlerts(url);
  const cpuAfter = cpuMicros(target.process.pid);
  const databaseAfter = serverCpuMs(server);
  const latencies = [...sent].flatMap(([value, atMs]) => (committed.get(value) ?? []).map((ms) => ms - atMs));
  latencies.sort((a, b) => a - b);
  return {
    pointsPerSecond: stored / tookSeconds,
    wantedPerSecond: pointsPerSecond,
    signs: sent.size,
    wrong: [...sent.keys()].filter((value) => committed.get(value)?.length !== 1).length,
    alerts,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    most: latencies.at(-1) ?? NaN,
    requestP99: quantile(
      durations.sort((a, b) => a - b),
      0.99,
    ),
    cpuMicros: cpuBefore !== undefined && cpuAfter !== undefined ? (cpuAfter - cpuBefore) / stored : undefined,
    databaseCpuMicros:
      databaseBefore !== undefined && databaseAfter !== undefined
        ? ((databaseAfter - databaseBefore) * 1000) / stored
        : undefined,
  };
}

/** Like chance, but the same in every run: 0 to 99.9. */
function noise(at: number, turn: number): number {
  return ((Math.imul(at * 31 + turn, 2_654_435_761) >>> 8) % 1000) / 10;
}

/** When the alert of each sign was committed, once nothing waits any more. */
function readAlerts(url: string): Promise<{ alerts: number; committed: Map<number, number[]> }> {
  return withClient(url, async (client) => {
    for (const endMs = Date.now() + DRAINED_WITHIN_MS; ; await sleep(100)) {
      const { rows } = await client.query(`SELECT 1 FROM metric_watched LIMIT 1`);
      if (rows.length === 0) break;
      if (Date.now() > endMs) throw new Error('the points are not evaluated');
    }
    const { rows } = await client.query<{ value: string; ms: number }>(
      `SELECT l.value, (extract(epoch FROM pg_xact_commit_timestamp(a.xmin)) * 1000)::float8 AS ms
         FROM alert a JOIN alert_condition_log l ON l.alert_id = a.id`,
    );
    const committed = new Map<number, number[]>();
    for (const { value, ms } of rows) committed.set(Number(value), [...(committed.get(Number(value)) ?? []), ms]);
    return { alerts: rows.length, committed };
  });
}
