import { type Bench, callerOn, query, withClient } from './bench-server';
import { median } from './measuring';
import { CONNECTIONS, POINTS_PER_REQUEST, eightHours } from './metrics-ingest';
import { fold, forgetPoints, type MetricsDatabase } from './metrics-database';
import { copyBlocks, copyRate } from './metrics-limits';
import { toPort } from '../tools/load/connection';
import { generateLoad } from '../tools/load/generate-load';
import { type PointColumns, makePoints, makeRequests } from '../tools/load/point-load';
import { type Figures, interleaved, type Target } from './sample';
import { startVictoria, victoriaPath } from './victoria-peer';

const BUCKETS = 60;
const MANY = 100;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

export interface ReadFigures {
  name: string;
  service: Figures;
  /** The best SQL over rows in the order of schedule and time, behind a bare HTTP server. */
  bare?: Figures;
  /** VictoriaMetrics with the same points, where it is installed. */
  victoria?: Figures;
}

/** Median duration of the statements themselves, without HTTP, in ms. */
export interface StatementFigures {
  one: number;
  many: number;
}

/** 8 h of one and of a hundred schedules, and a year of one, in turn with the minimal program. */
export async function benchReads(
  bench: Bench,
  database: MetricsDatabase,
  { service, rounds }: { service: Target; rounds: number },
): Promise<{ reads: ReadFigures[]; statements: StatementFigures; differences: number }> {
  const workload = eightHours(database.scheduleIds, 500);
  const points = makePoints(workload);
  await fill(database, service, points);
  const start = workload.startMs;
  const width = (8 * 3_600_000) / BUCKETS;
  const end = start + width * BUCKETS;
  const one = [database.scheduleIds[7]!];
  const many = database.scheduleIds.filter((_, i) => i % (database.scheduleIds.length / MANY) === 0);
  const window = `startTime=${start}&endTime=${end}&dataPoints=${BUCKETS}`;
  const statement = (ids: readonly number[]) => ({
    sql: `SELECT r.schedule_id, ((r.time_ms - $2) / $4)::int AS bucket, avg(r.value), max(r.value), min(r.value)
            FROM bench_row r
           WHERE r.schedule_id ${ids.length === 1 ? '= $1' : '= ANY ($1::int[])'} AND r.time_ms >= $2 AND r.time_ms < $3
           GROUP BY 1, 2`,
    params: [ids.length === 1 ? ids[0] : ids, start, end, width],
    start,
    width,
    buckets: BUCKETS,
  });
  const scenarios: { name: string; path: string; bare?: ReturnType<typeof statement>; ids?: readonly number[] }[] = [
    { name: 'one', path: `/rest/metric/data/${one[0]}?${window}`, bare: statement(one), ids: one },
    { name: 'many', path: `/rest/metric/data?sid=${many.join()}&${window}`, bare: statement(many), ids: many },
    {
      name: 'year',
      path: `/rest/metric/data/${one[0]}?startTime=${Date.now() - YEAR_DAYS * DAY_MS + 3_600_000}&dataPoints=${BUCKETS}`,
    },
  ];
  const bareReads = Object.fromEntries(scenarios.flatMap(({ path, bare }) => (bare ? [[path, bare]] : [])));
  const listener = await bench.start(['bench/bare-buckets.mjs'], {
    DATABASE_URL: database.url,
    READS: JSON.stringify(bareReads),
  });
  const bareTarget: Target = { ...listener, headers: {}, database: bench.server };
  const victoria = await startVictoria(bench, points);
  let differences = 0;
  const reads: ReadFigures[] = [];
  for (const { name, path, bare, ids } of scenarios) {
    if (bare) differences += await compare(service, bareTarget, path);
    const runs = [
      { target: { ...service, database: bench.server }, path },
      ...(bare ? [{ target: bareTarget, path }] : []),
      ...(victoria && ids ? [{ target: victoria, path: victoriaPath(ids, { start, end, width }) }] : []),
    ];
    const [figures, bareFigures, victoriaFigures] = await interleaved(runs, { rounds, warmUpSeconds: 1, seconds: 2 });
    reads.push({
      name,
      service: figures!,
      ...(bareFigures && { bare: bareFigures }),
      ...(victoriaFigures && { victoria: victoriaFigures }),
    });
  }
  const statements = {
    one: await statementMs(database.url, statement(one), 500),
    many: await statementMs(database.url, statement(many), 50),
  };
  listener.process.kill('SIGTERM');
  return { reads, statements, differences };
}

/** The same points in the service, folded, and in rows; a year of days for the first schedules. */
async function fill({ url, scheduleIds }: MetricsDatabase, service: Target, points: PointColumns): Promise<void> {
  await forgetPoints(url);
  const requests = makeRequests(points, POINTS_PER_REQUEST, service.headers);
  await generateLoad(toPort(service.port), requests.map(({ bytes }) => bytes).values(), CONNECTIONS);
  await fold(url);
  await copyRate(url, copyBlocks(points), { isKeyed: false });
  await query(url, 'DROP TABLE IF EXISTS bench_row');
  await query(url, 'CREATE TABLE bench_row AS SELECT * FROM bench_point ORDER BY schedule_id, time_ms');
  await query(url, 'ALTER TABLE bench_row ADD PRIMARY KEY (schedule_id, time_ms) INCLUDE (value)');
  await query(url, 'DROP TABLE bench_point');
  const thisHour = Math.floor(Date.now() / 3_600_000);
  await query(
    url,
    `INSERT INTO metric_24h (schedule_id, hour, avg, min, max)
     SELECT s, ($2::int / 24 - d) * 24, d, d - 1, d + 1 FROM unnest($1::int[]) AS s, generate_series(1, ${YEAR_DAYS}) AS d`,
    [scheduleIds.slice(0, MANY), thisHour],
  );
  await query(url, 'VACUUM ANALYZE');
}

interface Bucket {
  timeStamp: number;
  value: number | 'NaN';
  high: number | 'NaN';
  low: number | 'NaN';
}

/** Number of buckets that differ between the two, sums compared to nine digits. */
async function compare(service: Target, bare: Target, path: string): Promise<number> {
  const [ours, theirs] = await Promise.all([toBuckets(service, path), toBuckets(bare, path)]);
  let differences = Math.abs(ours.size - theirs.size) * BUCKETS;
  for (const [id, buckets] of ours) {
    for (const [i, { timeStamp, value, high, low }] of buckets.entries()) {
      const other = theirs.get(id)?.[i];
      const isSame =
        other?.timeStamp === timeStamp && other.high === high && other.low === low && isNear(other.value, value);
      if (!isSame) differences++;
    }
  }
  return differences;
}

function isNear(a: number | 'NaN', b: number | 'NaN'): boolean {
  if (a === 'NaN' || b === 'NaN') return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
}

async function toBuckets(target: Target, path: string): Promise<Map<number, Bucket[]>> {
  const read = await callerOn(target).call<object>('GET', path);
  const aggregates = [read].flat() as { scheduleId: number; dataPoints: Bucket[] }[];
  return new Map(aggregates.map(({ scheduleId, dataPoints }) => [scheduleId, dataPoints]));
}

async function statementMs(
  url: string,
  { sql, params }: { sql: string; params: readonly unknown[] },
  times: number,
): Promise<number> {
  return withClient(url, async (client) => {
    const seen: number[] = [];
    for (let i = 0; i < times; i++) {
      const startedAt = performance.now();
      await client.query({ name: 'read', text: sql, values: [...params], rowMode: 'array' });
      seen.push(performance.now() - startedAt);
    }
    return median(seen);
  });
}
