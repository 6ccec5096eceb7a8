import { toPort } from '../tools/load/connection';
import { generateLoad } from '../tools/load/generate-load';
import { fillMetrics } from './alerts-data';
import { callerOn, createDatabase, query, withBench, withClient } from './bench-server';
import { fold } from './metrics-database';
import { CONNECTIONS, eightHours, POINTS_PER_REQUEST } from './metrics-ingest';
import { startMetricsTargets } from './metrics-service';
import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { makePoints, makeRequests } from '../tools/load/point-load';
import { startPrometheus } from './prometheus-peer';
import { reportWrites } from './prometheus-writes';
import { type Figures, interleaved, type Target } from './sample';
import { judge, loadAverage, roundFigure, printFigure } from './table';

export interface PrometheusBenchOptions {
  rounds: number;
}

const SERIES = 1_000;
const PLATFORMS = 10;
const POINTS = 480;
const STEPS = 60;
const METRIC = 'm1';
const GOAL = { one: 1.5 };

interface Labels extends Record<string, string> {
  resource: string;
  platform: string;
}

/** `npm run bench -- prometheus`. Returns how many goals were missed. */
export async function reportPrometheus({ rounds }: PrometheusBenchOptions): Promise<number> {
  return withBench(async (bench) => {
    const { url } = await createDatabase(bench.server, 'metrics', MIGRATIONS);
    await withClient(url, (client) => fillMetrics(client, { resources: SERIES, metrics: 1 }));
    const labelsOf = await placeOnPlatforms(url);
    const scheduleIds = [...labelsOf.keys()];
    const { service } = await startMetricsTargets(bench, { url, adminUrl: url });
    const workload = eightHours(scheduleIds, POINTS);
    const points = makePoints(workload);
    const requests = makeRequests(points, POINTS_PER_REQUEST, service.headers);
    await generateLoad(toPort(service.port), requests.map(({ bytes }) => bytes).values(), CONNECTIONS);
    await fold(url);
    await query(url, 'VACUUM ANALYZE');
    const peer = await startPrometheus(bench, METRIC, labelsOf, points);

    const { startMs } = workload;
    const endMs = startMs + 8 * 3_600_000;
    const range = (base: string, promql: string, stepMs: number): string =>
      `${base}/api/v1/query_range?${new URLSearchParams({
        query: promql,
        start: String(startMs / 1000),
        end: String((endMs - 1) / 1000),
        step: String(stepMs / 1000),
      }).toString()}`;
    const one = `${METRIC}{resource="${labelsOf.get(scheduleIds[7]!)!.resource}"}`;
    const sum = `sum by (platform) (rate(${METRIC}[5m]))`;
    const buckets = `/rest/metric/data/${scheduleIds[7]}?startTime=${startMs}&endTime=${endMs}&dataPoints=${STEPS}`;
    const stepMs = (endMs - startMs) / STEPS;
    const read = (runs: { target: Target; path: string }[]): Promise<Figures[]> =>
      interleaved(runs, { rounds, warmUpSeconds: 2, seconds: 2 });

    console.log(`\n${SERIES} series of 8 h, one value a minute, p50 of one client in ms; ${loadAverage()}\n`);
    const [own, ranged, theirs] = await read([
      { target: service, path: buckets },
      { target: service, path: range('/prometheus', one, stepMs) },
      ...(peer ? [{ target: peer, path: range('', one, stepMs) }] : []),
    ]);
    printFigure(`one series in ${STEPS} buckets`, `${roundFigure(own!.p50Alone)} ms`);
    printFigure(`query_range of one series, ${STEPS} steps`, `${roundFigure(ranged!.p50Alone)} ms`);
    if (theirs) printFigure('the same by Prometheus', `${roundFigure(theirs.p50Alone)} ms`);
    const missed = judge({
      figure: 'query_range of one series / buckets',
      value: ranged!.p50Alone / own!.p50Alone,
      goal: { atMost: GOAL.one },
    });
    const [summed, peerSummed] = await read([
      { target: service, path: range('/prometheus', sum, 60_000) },
      ...(peer ? [{ target: peer, path: range('', sum, 60_000) }] : []),
    ]);
    printFigure(`${sum}, 480 steps`, `${roundFigure(summed!.p50Alone)} ms`);
    if (peer && peerSummed) {
      printFigure('the same by Prometheus', `${roundFigure(peerSummed.p50Alone)} ms`);
      printFigure('ratio', roundFigure(summed!.p50Alone / peerSummed.p50Alone));
      const paths = ['/prometheus', ''].map((base) => range(base, sum, 60_000));
      printFigure('values that differ', String(await differences(service, paths[0]!, peer, paths[1]!)));
    }
    console.log();
    return Number(missed) + (await reportWrites(service, url, points, rounds));
  });
}

/** The labels of each schedule; resources lie on few platforms. */
async function placeOnPlatforms(url: string): Promise<Map<number, Labels>> {
  await query(
    url,
    `INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
     SELECT t.id, 'PLATFORM', 'platform ' || n, 'platform ' || n, 'COMMITTED', 0, 0
       FROM resource_type t, generate_series(0, $1::int - 1) AS n WHERE t.name = 'Bench'`,
    [PLATFORMS],
  );
  await query(
    url,
    `UPDATE resource r SET parent_id = p.id FROM resource p
      WHERE r.name LIKE 'bench %' AND p.name = 'platform ' || (r.id % $1::int)`,
    [PLATFORMS],
  );
  const rows = await query<Labels & { id: number }>(
    url,
    `SELECT s.id, r.name AS resource, p.name AS platform
       FROM metric_schedule s JOIN resource r ON r.id = s.resource_id JOIN resource p ON p.id = r.parent_id ORDER BY s.id`,
  );
  return new Map(rows.map(({ id, ...labels }) => [id, labels]));
}

interface QueryResponse {
  data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
}

/** Number of values that differ between the two, compared to nine digits. */
async function differences(ours: Target, ourPath: string, theirs: Target, theirPath: string): Promise<number> {
  const read = async (target: Target, path: string): Promise<Map<string, number>> => {
    const { data } = await callerOn(target).call<QueryResponse>('GET', path);
    return new Map(
      data.result.flatMap(({ metric, values }) =>
        values.map(([time, value]): [string, number] => [`${metric.platform} ${time}`, Number(value)]),
      ),
    );
  };
  const [a, b] = [await read(ours, ourPath), await read(theirs, theirPath)];
  const isSame = ([key, value]: [string, number]): boolean =>
    Math.abs(value - (b.get(key) ?? NaN)) <= 1e-9 * Math.max(1, Math.abs(value));
  return Math.abs(a.size - b.size) + [...a].filter((entry) => !isSame(entry)).length;
}
