import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { administratorUrl } from '../tools/backup';
import { databasePid } from '../tools/chaos/installation';
import { LoadAgents } from '../tools/load/agents';
import { quantile } from '../tools/load/generate-load';
import { type RunningSystem, startSystem } from '../tools/system';
import { query } from './bench-server';
import { cpuMicros } from './measuring';
import { serverCpuMs } from './monitoring-database';
import { loadAverage, rounded, tell } from './table';

const HOSTS = 60;
const VALUES = 50;
const SECONDS = 90;
const REPORT_EVERY_SECONDS = 30;
const QUIET_SECONDS = 60;
const SIZES = [1_000, 5_000, 10_000];
const GIGABYTE = 1e9;

/** Processor time in seconds, and bytes of the write-ahead log. */
interface Used {
  gateway: number;
  monitoring: number;
  database: number;
  logBytes: number;
  /** How long it took. */
  seconds: number;
}
type Sample = Used & { reports: number };
const PARTS = ['gateway', 'monitoring', 'database'] as const;

/** `npm run bench -- agents`: what agents cost that report at their usual pace, and what so many would. */
export async function reportAgents({ rounds }: { rounds: number }): Promise<void> {
  const system = await startSystem({ env: { SAMPLE_INVENTORY: 'off', RATE_LIMIT: 'off' } });
  try {
    // A password would be checked again every minute, which agents with keys of their own do not ask for.
    const session = { url: system.gatewayUrl, authorization: await system.tokenOf() };
    const agents = new LoadAgents(session, { hosts: HOSTS, values: VALUES, seconds: SECONDS, keep: true });
    const quiet = await usedDuring(system, () => sleep(QUIET_SECONDS * 1000));
    await agents.make();
    console.log(`\nagents: ${HOSTS} hosts, ${VALUES} values every 30 s; ${loadAverage()}`);
    // The first minute is that of a service that has just started.
    await agents.run();
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round++) {
      let reports = 0;
      const used = await usedDuring(system, async () => void (reports = await tellRun(agents)));
      samples.push({ ...used, reports });
    }
    tellSizes(samples, quiet);
  } finally {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  }
}

/** Returns how many reports were sent: fewer than the hosts would have where the machine is busy. */
async function tellRun(agents: LoadAgents): Promise<number> {
  const { latencies, refused, values } = await agents.run();
  const { report, poll, sync } = latencies;
  tell(`${report.length} reports, ${poll.length} polls, ${sync.length} syncs`, `${values} values`);
  tell('half of the reports, 99 %', `${rounded(quantile(report, 0.5))} ms, ${rounded(quantile(report, 0.99))} ms`);
  for (const [status, count] of Object.entries(refused)) tell(`refused with ${status}`, String(count));
  return report.length;
}

async function usedDuring(system: RunningSystem, work: () => Promise<unknown>): Promise<Used> {
  const before = await usedSoFar(system);
  await work();
  const after = await usedSoFar(system);
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Used]]),
  ) as unknown as Used;
}

async function usedSoFar(system: RunningSystem): Promise<Used> {
  const url = administratorUrl(system.dataDir);
  const [log] = await query<{ bytes: string }>(url, "SELECT pg_current_wal_lsn() - '0/0' AS bytes");
  const secondsOf = (name: 'gateway' | 'monitoring'): number => (cpuMicros(system.processId(name)) ?? 0) / 1e6;
  return {
    gateway: secondsOf('gateway'),
    monitoring: secondsOf('monitoring'),
    database: (serverCpuMs({ pid: databasePid(system) }) ?? 0) / 1000,
    logBytes: Number(log!.bytes),
    seconds: performance.now() / 1000,
  };
}

/** What is used at rest, and for each report beyond that; polls and syncs come with the reports. */
function tellSizes(samples: readonly Sample[], quiet: Used): void {
  const atRest = (name: keyof Used): number => quiet[name] / quiet.seconds;
  const sum = (pick: (sample: Sample) => number): number => samples.reduce((total, sample) => total + pick(sample), 0);
  const ofReport = (name: keyof Used): number =>
    Math.max(
      0,
      sum((sample) => sample[name] - atRest(name) * sample.seconds),
    ) / sum(({ reports }) => reports);
  const ofHosts = (hosts: number, name: keyof Used): number =>
    atRest(name) + (hosts / REPORT_EVERY_SECONDS) * ofReport(name);
  console.log(`  ${'hosts'.padEnd(8)} ${PARTS.map((name) => name.padStart(16)).join('')}${'log a day'.padStart(16)}`);
  for (const hosts of SIZES) {
    const cores = PARTS.map((name) => `${rounded(ofHosts(hosts, name))} cores`.padStart(16));
    const log = `${rounded((ofHosts(hosts, 'logBytes') * 86_400) / GIGABYTE)} GB`;
    console.log(`  ${String(hosts).padEnd(8)} ${cores.join('')}${log.padStart(16)}`);
  }
}
