import type { PostgresServer } from '../tools/postgres/postgres-server';
import { Sender } from '../tools/requests/sender';
import { query } from './bench-server';
import { cpuMicros, median } from './measuring';
import { serverCpuMs } from './monitoring-database';
import type { Target } from './sample';

export interface DoorParts {
  monitoring: Target;
  registry: Target;
  gateway: Target;
  /** Credentials of the agent. */
  agentHeaders: Record<string, string>;
  monitoringUrl: string;
}

/** Of one report, in microseconds of processor time. */
export interface ReportFigures {
  service: number;
  gateway: number;
  database: number;
  commits: number;
}

const VALUES = 50;
/** Reports of a round, and before the first: a process that has just started compiles its code while it works. */
const REPORTS = 500;
const WARM_UP = 3_000;
/** After that long, sessions of the database have published what they counted. */
const COUNTED_AFTER_MS = 11_000;

interface Result {
  accepted: number;
  rejected: { index: number }[];
}

/** Sends reports of an agent one after the other, as agents do. */
export async function benchReport(
  {
    monitoring,
    gateway,
    agentHeaders,
    monitoringUrl,
    server,
    agent,
  }: DoorParts & { server: PostgresServer; agent: string },
  rounds: number,
): Promise<ReportFigures> {
  const sender = new Sender({ connections: 1 });
  const send = async (method: 'GET' | 'POST' | 'PUT', target: string, body?: object): Promise<unknown> => {
    const headers = {
      ...agentHeaders,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = { method, path: target, headers, ...(body && { body: JSON.stringify(body) }) };
    const { status, text } = await sender.send(`http://127.0.0.1:${gateway.port}`, sent);
    if (status >= 300) throw new Error(`${method} ${target} returned ${status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const path = `/rest/agent/${agent}`;
  await send('PUT', path, { version: '1.0' });
  const roots = [{ key: 'bench', typeName: 'Linux', pluginName: 'Platforms', name: 'bench' }];
  const { resources } = (await send('POST', `${path}/inventory`, { reportId: 'roots', roots })) as {
    resources: { resourceId: number }[];
  };
  const [{ resourceId }] = resources as [{ resourceId: number }];
  await send('POST', `${path}/imports`, { reportId: 'imports', resourceIds: [resourceId], collectionInterval: 30_000 });
  const { schedules } = (await send('GET', `${path}/sync`)) as { schedules: { scheduleId: number }[] };
  const measure = async (reportId: string, values: readonly object[]): Promise<Result> =>
    (await send('POST', `${path}/measurements`, { reportId, numeric: values })) as Result;
  // Traits and rates take no numbers of agents.
  const timestamp = Date.now();
  const all = schedules.map(({ scheduleId }) => ({ scheduleId, timestamp, value: 1 }));
  const refused = new Set((await measure('all', all)).rejected.map(({ index }) => index));
  const numeric = schedules.map(({ scheduleId }) => scheduleId).filter((_id, index) => !refused.has(index));
  let serial = 0;
  const report = async (): Promise<void> => {
    const now = Date.now();
    const values = Array.from({ length: VALUES }, (_none, n) => ({
      scheduleId: numeric[n % numeric.length],
      timestamp: now - Math.floor(n / numeric.length) * 1_000,
      value: 1_000 + n / 7,
    }));
    const reportId = `r-${++serial}`;
    const { accepted } = await measure(reportId, values);
    if (accepted !== VALUES) throw new Error(`${accepted} of ${VALUES} values were accepted`);
  };
  const samples: Omit<ReportFigures, 'commits'>[] = [];
  const count = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, COUNTED_AFTER_MS));
    const rows = await query<{ commits: string }>(
      monitoringUrl,
      'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]!.commits);
  };
  const used = (): [number, number, number] => [
    cpuMicros(monitoring.process.pid) ?? 0,
    cpuMicros(gateway.process.pid) ?? 0,
    (serverCpuMs(server) ?? 0) * 1_000,
  ];
  try {
    for (let n = 0; n < WARM_UP; n++) await report();
    const commitsBefore = await count();
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round++) {
      const before = used();
      for (let n = 0; n < REPORTS; n++) await report();
      const [service, gatewayMicros, database] = used().map((micros, at) => (micros - before[at]!) / REPORTS);
      samples.push({ service: service!, gateway: gatewayMicros!, database: database! });
    }
    const busyMs = performance.now() - startedAt + COUNTED_AFTER_MS;
    const commitsAfter = await count();
    const quiet = (await count()) - commitsAfter;
    // Background work of the service is no part of a report. It does a little more of it while points arrive.
    const own = (quiet / COUNTED_AFTER_MS) * busyMs;
    const commits = Math.round(((commitsAfter - commitsBefore - own) / (REPORTS * rounds)) * 10) / 10;
    const of = (pick: (sample: Omit<ReportFigures, 'commits'>) => number): number => median(samples.map(pick));
    return {
      service: of((sample) => sample.service),
      gateway: of((sample) => sample.gateway),
      database: of((sample) => sample.database),
      commits,
    };
  } finally {
    sender.close();
  }
}
