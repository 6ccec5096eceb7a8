import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { toPort } from '../tools/load/connection';
import { generateLoad, countRefused } from '../tools/load/generate-load';
import { inParallel } from '../tools/requests/in-parallel';
import { cpuOfBoth, readAlerts } from './alerts-latency';
import { type Bench, callerOn, createDatabase, plainIdentity, query } from './bench-server';
import { median } from './measuring';
import { type PointColumns, type PointRequest, makeRequests, shift } from '../tools/load/point-load';
import type { Target } from './sample';

const HOSTS = 200;
const PARTS = { 'File System': 5, CPU: 4, 'Network Adapter': 2 };
const POINTS_PER_SERIES = 20;
const POINTS_PER_REQUEST = 1_000;
const CONNECTIONS = 4;
const AT_A_TIME = 8;
const MINUTE_MS = 60_000;

/** Hosts that report healthy values, as agents send them. */
export interface BuiltInSide {
  readonly bench: Bench;
  readonly target: Target;
  readonly url: string;
  readonly series: number;
  readonly definitions: number;
  readonly requests: readonly PointRequest[];
  sent: number;
}

/** Points per second, and processor time per point in microseconds until all were evaluated. */
export interface BuiltInFigures {
  readonly pointsPerSecond: number;
  readonly service: number;
  readonly database: number;
}

export async function startBuiltInSide(bench: Bench, isOn: boolean): Promise<BuiltInSide> {
  const { url, adminUrl } = await createDatabase(bench.server, 'builtin', MIGRATIONS);
  const { settings, headers } = plainIdentity('default');
  const env = { DATABASE_URL: url, ...settings, SAMPLE_INVENTORY: 'false' };
  const onOff = { BUILT_IN_ALERT_DEFINITIONS: isOn ? 'on' : 'off' };
  const target = { ...(await bench.start(['dist/monitoring/main.js'], { ...env, ...onOff })), headers };
  await importHosts(target);
  const series = await query<{ id: number; name: string }>(
    adminUrl,
    `SELECT s.id, d.name FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
      WHERE s.is_enabled AND d.data_type = 'MEASUREMENT' AND d.numeric_type = 'DYNAMIC' AND NOT d.is_per_minute
      ORDER BY s.id`,
  );
  const counted = 'SELECT count(*)::integer AS count FROM alert_definition';
  const [definitions] = await query<{ count: number }>(adminUrl, counted);
  const requests = makeRequests(healthyPoints(series), POINTS_PER_REQUEST, headers);
  return { bench, target, url, requests, series: series.length, definitions: definitions!.count, sent: 0 };
}

async function importHosts(target: Target): Promise<void> {
  const { call } = callerOn(target);
  const names = Array.from({ length: HOSTS }, (_host, index) => `host-${index}`);
  await inParallel(names, AT_A_TIME, async (name) => {
    await call('PUT', `/rest/agent/${name}`, { version: '1' });
    const children = Object.entries(PARTS).flatMap(([typeName, count]) =>
      Array.from({ length: count }, (_part, at) => {
        const key = `${typeName} ${at}`;
        return { key, typeName, pluginName: 'Platforms', name: key, children: [] };
      }),
    );
    const root = { key: name, typeName: 'Linux', pluginName: 'Platforms', name, children };
    await call('POST', `/rest/agent/${name}/inventory`, { reportId: 'first', roots: [root] });
  });
  const waiting = await call<{ resourceId: number }[]>(
    'GET',
    `/rest/resource?status=NEW&category=PLATFORM&ps=${HOSTS}`,
  );
  await inParallel(waiting, AT_A_TIME, async (host) => {
    await call('PUT', `/rest/resource/${host.resourceId}`, { ...host, status: 'COMMITTED' });
  });
}

/** Values that fire no alert, different each time. */
function healthyPoints(series: readonly { id: number; name: string }[]): PointColumns {
  const length = series.length * POINTS_PER_SERIES;
  const columns = {
    scheduleIds: new Int32Array(length),
    times: new Float64Array(length),
    values: new Float64Array(length),
  };
  const startMs = Date.now() - 24 * 60 * MINUTE_MS;
  for (let at = 0; at < length; at++) {
    const { id, name } = series[at % series.length]!;
    const turn = Math.floor(at / series.length);
    columns.scheduleIds[at] = id;
    columns.times[at] = startMs + turn * MINUTE_MS + (at % 60);
    columns.values[at] = healthyValue(name) * (1 + (turn % 7) / 100);
  }
  return columns;
}

/** No built-in definition fires because of it. */
export function healthyValue(name: string): number {
  if (name.startsWith('Systemd.') || name.startsWith('Clock.')) return 0;
  if (/free|total|hoursUntilFull|daysLeft/i.test(name)) return 50_000_000;
  return 0.4;
}

/** Sends every series some points, and waits until all are evaluated. */
export async function runBuiltInRound(side: BuiltInSide): Promise<BuiltInFigures> {
  const { bench, target, url, requests } = side;
  for (const request of requests) shift(request, side.sent * POINTS_PER_SERIES * MINUTE_MS);
  side.sent += 1;
  const before = cpuOfBoth(bench.server, target);
  const load = await generateLoad(toPort(target.port), requests.map(({ bytes }) => bytes).values(), CONNECTIONS);
  const { alerts } = await readAlerts(url);
  const after = cpuOfBoth(bench.server, target);
  if (countRefused(load) > 0 || alerts > 0)
    throw new Error(`${countRefused(load)} requests were refused, ${alerts} alerts fired`);
  const points = side.series * POINTS_PER_SERIES;
  const cost = (key: 'service' | 'database'): number =>
    before && after ? (after[key] - before[key]) / points : Number.NaN;
  return { pointsPerSecond: points / load.seconds, service: cost('service'), database: cost('database') };
}

export function medianFigures(rounds: readonly BuiltInFigures[]): BuiltInFigures {
  const of = (key: keyof BuiltInFigures): number => median(rounds.map((round) => round[key]));
  return { pointsPerSecond: of('pointsPerSecond'), service: of('service'), database: of('database') };
}
