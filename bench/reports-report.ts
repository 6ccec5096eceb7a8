import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { createGunzip } from 'node:zlib';
import type { Queryable } from '@wardstone/database';
import { plainIdentity } from './bench-server';
import { measureGrowth, median, residentMiB } from './measuring';
import { withMonitoringDatabase } from './monitoring-database';
import { judge, printFigure } from './table';

const ROWS = 1_000_000;
const RESOURCES = 1_000;
const FIRST_MS = 1_700_000_000_000;
const GOAL = { growthMiB: 100, firstByteMs: 1_000 };

interface Download {
  lines: number;
  bytes: number;
  seconds: number;
  firstByteMs: number;
}

/** `npm run bench -- reports`. Returns how many goals were missed. */
export async function reportReports(): Promise<number> {
  return withMonitoringDatabase(async (db, url, { start }) => {
    await fill(db);
    const { settings, headers } = plainIdentity('default');
    const env = { DATABASE_URL: url, ...settings, JOBS_PER_PROCESS: '0' };
    const { process: service, port } = await start(['dist/monitoring/main.js'], env);
    console.log(`\nReports of ${ROWS} rows, over HTTP\n`);
    // The heap grows to the size it works in, and stays there however much is read.
    const atFirst = await measureGrowth(service.pid!, () => download(port, headers, 'recentAlerts', false));
    printFigure('growth during the first million rows of a new process', `${atFirst?.toFixed(0) ?? '?'} MiB`);
    let missed = 0;
    for (const report of ['recentAlerts', 'recentOperations']) {
      for (const isPacked of [false, true]) missed += await measure(service.pid!, port, headers, report, isPacked);
    }
    return missed;
  });
}

async function measure(
  pid: number,
  port: number,
  headers: Record<string, string>,
  report: string,
  isPacked: boolean,
): Promise<number> {
  const name = isPacked ? `${report}, in gzip` : report;
  let result: Download | undefined;
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(residentMiB(pid) ?? 0), 100);
  const growth = await measureGrowth(pid, async () => {
    result = await download(port, headers, report, isPacked);
  }).finally(() => clearInterval(timer));
  const { lines, bytes, seconds, firstByteMs } = result!;
  printFigure(name, `${Math.round(lines / seconds / 1000)}k rows/s`);
  printFigure('  in all', `${(bytes / 1024 / 1024).toFixed(0)} MiB in ${seconds.toFixed(1)} s`);
  const [early, late] = [samples.slice(0, samples.length / 3), samples.slice(-samples.length / 3)];
  if (early.length > 0)
    printFigure('  memory, first and last third', `${median(early).toFixed(0)}, ${median(late).toFixed(0)} MiB`);
  const missed = [
    judge({ figure: `  rows`, value: lines, goal: { atLeast: ROWS } }),
    judge({ figure: '  growth of memory', value: growth, unit: ' MiB', goal: { atMost: GOAL.growthMiB } }),
    judge({ figure: '  until the first byte', value: firstByteMs, unit: ' ms', goal: { atMost: GOAL.firstByteMs } }),
  ];
  return missed.filter(Boolean).length;
}

/** Reads a report and counts its lines, the header aside; packed ones by unpacking them on the way. */
async function download(
  port: number,
  headers: Record<string, string>,
  report: string,
  isPacked: boolean,
): Promise<Download> {
  const start = performance.now();
  return new Promise<Download>((resolve, reject) => {
    const request = http.get(
      {
        port,
        host: '127.0.0.1',
        path: `/rest/reports/${report}`,
        headers: { ...headers, 'Accept-Encoding': isPacked ? 'gzip' : 'identity' },
      },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${report}: ${response.statusCode}`));
        const firstByteMs = performance.now() - start;
        let [lines, bytes] = [-1, 0];
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        const text = isPacked ? response.pipe(createGunzip()) : response;
        text.on('data', (chunk: Buffer) => {
          for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
        });
        text.on('end', () => resolve({ lines, bytes, firstByteMs, seconds: (performance.now() - start) / 1000 }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
  });
}

/** Alerts of ten definitions each, every one with a condition, and operations; several at the same moment now and then. */
async function fill(db: Queryable): Promise<void> {
  await db.query(`
    INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
    VALUES ('Large', 'Large', '1', 'large.xml', '', '', '', now())`);
  await db.query(`
    WITH host AS (
      INSERT INTO resource_type (plugin_id, name, category)
      SELECT p.id, 'Host', 'PLATFORM' FROM plugin p WHERE p.name = 'Large' RETURNING id, category),
    metric AS (
      INSERT INTO metric_definition (resource_type_id, name, position, display_name, unit, data_type, is_on_by_default,
                                     default_interval_ms)
      SELECT h.id, 'heap', 1, 'Heap Used', 'BYTES', 'MEASUREMENT', true, 60000 FROM host h RETURNING id)
    INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
    SELECT h.id, h.category, 'host-' || n, 'host-' || n, 'COMMITTED', 0, 0
      FROM host h, generate_series(1, ${RESOURCES}) AS n`);
  await db.query(`
    INSERT INTO alert_definition (resource_id, name, is_enabled, priority, recovery_id, condition_mode,
                                  dampening_category, dampening_count, dampening_period)
    SELECT r.id, 'alert ' || n, true, (ARRAY['HIGH', 'MEDIUM', 'LOW'])[n % 3 + 1], 0, 'ANY', 'NONE', 0, 0
      FROM resource r, generate_series(1, 10) AS n WHERE r.name LIKE 'host-%'`);
  await db.query(`
    INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
    SELECT d.id, d.resource_id, ${FIRST_MS} + n / 3 * 1000, 'x', '{}', '{}'
      FROM generate_series(1, ${ROWS}) AS n
      JOIN (SELECT x.id, x.resource_id, row_number() OVER (ORDER BY x.id) - 1 AS at FROM alert_definition x) d
        ON d.at = n % ${RESOURCES * 10}`);
  await db.query(`
    INSERT INTO alert_condition_log (alert_id, condition_id, category, name, comparator, threshold, value, data_ms)
    SELECT a.id, 1, 'THRESHOLD', 'Heap Used', '>', 1536, '2048', 0 FROM alert a`);
  await db.query(`
    INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                   requested_by, timeout_seconds, parameters, created_ms, started_ms, modified_ms)
    SELECT r.id, 'restart', 'Restart', 'job ' || n, 'g', 'SUCCESS', 'alice', 60, '{}', 0, ${FIRST_MS} + n,
           ${FIRST_MS} + n / 3 * 1000
      FROM generate_series(1, ${ROWS}) AS n
      JOIN (SELECT x.id, row_number() OVER (ORDER BY x.id) - 1 AS at FROM resource x WHERE x.name LIKE 'host-%') r
        ON r.at = n % ${RESOURCES}`);
  await db.query('VACUUM ANALYZE');
}
