import type { AgentInventory } from '@wardstone/dto/monitoring';
import type { PostgresServer } from '@wardstone/host';
import { healthyValue } from './alerts-built-in';
import { callerOn, query } from './bench-server';
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

/** Processor time of one report, in microseconds. */
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
/** Time after which database sessions have published their statistics. */
const COUNTED_AFTER_MS = 11_000;

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
  const { call } = callerOn({ port: gateway.port, headers: agentHeaders });
  const path = `/rest/agent/${agent}`;
  await call('PUT', path, { version: '1.0' });
  const roots = [{ key: 'bench', typeName: 'Linux', pluginName: 'Platforms', name: 'bench' }];
  const found = await call<AgentInventory>('POST', `${path}/inventory`, { reportId: 'roots', roots });
  const resourceIds = found.resources.slice(0, 1).map(({ resourceId }) => resourceId);
  await call('POST', `${path}/imports`, { reportId: 'imports', resourceIds, collectionInterval: 30_000 });
  const { schedules } = await call<AgentInventory>('GET', `${path}/sync`);
  // Traits take texts, and of counters it is the change that is stored.
  const numeric = schedules.filter(({ type, perMinute }) => type === 'MEASUREMENT' && !perMinute);
  let serial = 0;
  const report = async (): Promise<void> => {
    const now = Date.now();
    const values = Array.from({ length: VALUES }, (_none, n) => {
      const { scheduleId, name } = numeric[n % numeric.length]!;
      const turn = Math.floor(n / numeric.length);
      return { scheduleId, timestamp: now - turn * 1_000, value: healthyValue(name) * (1 + turn / 100) };
    });
    const reportId = `r-${++serial}`;
    const { accepted } = await call<{ accepted: number }>('POST', `${path}/measurements`, {
      reportId,
      numeric: values,
    });
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
  // Background work of the service is not part of a report. It does a little more of it while points arrive.
  const own = (quiet / COUNTED_AFTER_MS) * busyMs;
  const commits = Math.round(((commitsAfter - commitsBefore - own) / (REPORTS * rounds)) * 10) / 10;
  const of = (pick: (sample: Omit<ReportFigures, 'commits'>) => number): number => median(samples.map(pick));
  return {
    service: of((sample) => sample.service),
    gateway: of((sample) => sample.gateway),
    database: of((sample) => sample.database),
    commits,
  };
}
