import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '@wardstone/host';
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
}

export interface LatencyFigures {
  /** Points that were stored, of those that should have been. */
  pointsPerSecond: number;
  wantedPerSecond: number;
  signs: number;
  /** Signs, values that should fire, without exactly one alert. */
  wrong: number;
  alerts: number;
  /** In ms, from the moment a request was sent until the alert was committed; storing the point is part of it. */
  p50: number;
  p99: number;
  most: number;
  /** 99th percentile in ms of requests, whose responses follow the commit of their points. */
  requestP99: number;
  /** Processor time of the service and of the database per point; undefined where the system does not report it. */
  cpuMicros: number | undefined;
  databaseCpuMicros: number | undefined;
}

const BATCH = 1_000;
const SIGNS_PER_BATCH = 2;
const WARM_UP_SECONDS = 3;
const DRAINED_WITHIN_MS = 60_000;

/** Points at a steady rate, turn by turn; some of them are signs, which fire an alert each. */
export class PointStream {
  /** Signs of all turns since the last `forget`, and when they were sent. */
  readonly sent = new Map<number, number>();
  /** Durations of requests, in ms. */
  readonly durations: number[] = [];
  stored = 0;
  private sign = 0;
  private turn = 0;
  private readonly sender = new Sender({ connections: 8 });
  private readonly base: string;
  private readonly headers: Record<string, string>;

  constructor(
    target: Target,
    private readonly inventory: AlertInventory,
    private readonly pointsPerSecond: number,
    private readonly hasSigns: boolean,
  ) {
    this.base = `http://127.0.0.1:${target.port}`;
    this.headers = { ...target.headers, 'Content-Type': 'application/json' };
  }

  async run(seconds: number): Promise<void> {
    const pauseMs = (1000 * BATCH) / this.pointsPerSecond;
    const underWay = new Set<Promise<void>>();
    const start = performance.now();
    for (let at = 0; performance.now() - start < seconds * 1000; at++) {
      const request = this.submit(this.turn++).finally(() => underWay.delete(request));
      underWay.add(request);
      await sleep(Math.max(0, start + (at + 1) * pauseMs - performance.now()));
    }
    await Promise.all(underWay);
  }

  /** Drops the figures of the warm-up. */
  forget(): void {
    this.sent.clear();
    this.durations.length = 0;
    this.stored = 0;
  }

  close(): void {
    this.sender.close();
  }

  private async submit(turn: number): Promise<void> {
    const { schedules, watched } = this.inventory;
    const body: string[] = [];
    const signs: number[] = [];
    const time = Date.now();
    for (let i = 0; i < BATCH; i++) {
      const at = (turn * BATCH + i) % (schedules.length * schedules[0]!.length);
      const resource = schedules[Math.floor(at / schedules[0]!.length)]!;
      const metric = at % resource.length;
      // Metrics whose definitions count cannot be markers.
      const isSign =
        this.hasSigns && signs.length < SIGNS_PER_BATCH && metric < watched && (metric + 1) % 5 !== 0 && i % 300 < 20;
      const value = isSign ? SIGN + ++this.sign : noise(at, turn);
      if (isSign) signs.push(value);
      body.push(`{"scheduleId":${resource[metric]},"timeStamp":${time},"value":${value}}`);
    }
    for (const value of signs) this.sent.set(value, Date.now());
    const start = performance.now();
    const { status } = await this.sender.send(this.base, {
      method: 'POST',
      path: '/rest/metric/data/raw',
      headers: this.headers,
      body: `[${body.join()}]`,
    });
    if (status !== 204) throw new Error(`points returned ${status}`);
    this.durations.push(performance.now() - start);
    this.stored += BATCH;
  }
}

/** Measures the time from sending a point to the commit of its alert. */
export async function benchLatency(
  server: PostgresServer,
  { url, target, inventory }: { url: string; target: Target; inventory: AlertInventory },
  { pointsPerSecond, seconds }: LatencyOptions,
): Promise<LatencyFigures> {
  const stream = new PointStream(target, inventory, pointsPerSecond, true);
  await stream.run(WARM_UP_SECONDS);
  stream.forget();
  const before = cpuOfBoth(server, target);
  const start = performance.now();
  await stream.run(seconds);
  const tookSeconds = (performance.now() - start) / 1000;
  stream.close();
  const { sent, durations, stored } = stream;
  const { alerts, committed } = await readAlerts(url);
  const after = cpuOfBoth(server, target);
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
    cpuMicros: before && after && (after.service - before.service) / stored,
    databaseCpuMicros: before && after && (after.database - before.database) / stored,
  };
}

/** Processor time so far, in microseconds; undefined where the system does not report it. */
export function cpuOfBoth(
  server: PostgresServer,
  { process: { pid } }: Target,
): { service: number; database: number } | undefined {
  const service = cpuMicros(pid);
  const database = serverCpuMs(server);
  return service === undefined || database === undefined ? undefined : { service, database: database * 1000 };
}

/** Like chance, but the same in every run: 0 to 99.9. */
function noise(at: number, turn: number): number {
  return ((Math.imul(at * 31 + turn, 2_654_435_761) >>> 8) % 1000) / 10;
}

/** Commit times of the alerts by number of their sign, once all points are evaluated. */
export function readAlerts(url: string): Promise<{ alerts: number; committed: Map<number, number[]> }> {
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
