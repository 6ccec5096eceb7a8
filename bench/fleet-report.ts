import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIGRATIONS as COMPLIANCE_MIGRATIONS } from '../apps/compliance/src/data-source';
import { MIGRATIONS as MONITORING_MIGRATIONS } from '../apps/monitoring/src/data-source';
import { describeFleet } from '../tools/fleet/describe-fleet';
import { Fleet, type FleetFigures, type FleetPlan } from '../tools/fleet/fleet';
import { NO_RESPONSE } from '../tools/fleet/open-pages';
import { findFreePort } from '@wardstone/host';
import { quantile } from '../tools/load/generate-load';
import { Admission, type BenchAgent, makeAgents, toOwner, startGateways } from './bench-agents';
import { type Bench, createDatabase, fetchToken, query, withBench } from './bench-server';
import { cpuMicros, type Listener, residentMiB } from './measuring';
import { serverCpuMs } from './monitoring-database';
import { fillScans, POLICIES, ScanDocuments } from './scans-data';
import { judge, loadAverage, roundFigure, printFigure } from './table';

interface Process extends Listener {
  name: string;
}

interface Installation {
  bench: Bench;
  processes: readonly Process[];
  gateways: readonly Listener[];
  /** As superuser, by service. */
  databases: Readonly<Record<'monitoring' | 'compliance', string>>;
  headers: Record<string, string>;
  fleet: Fleet;
  admission: Admission;
}

/** The metrics of one process at one time, by name and labels as they are written. */
type Scrape = ReadonlyMap<string, number>;

interface Used {
  /** Processor time in seconds, by process; of the database server too. */
  cpu: Record<string, number>;
  bytes: Record<string, number>;
  logBytes: number;
  seconds: number;
}

const DATABASE = 'database';
/** This process, which shares the processors with the measured ones. */
const SIMULATION = 'the simulated agents';
const MACHINE = 'this machine, with all of them';
const QUIET_SECONDS = 30;
const SCRAPED_EVERY_SECONDS = 5;
/** Time after which all agents poll, and the last registered ones have their responses. */
const RAMP_SECONDS = 40;
const DAY_SECONDS = 86_400;
const GOAL = { inFlight: 19, refused: 0, waiting: 0.9, lost: 0, pageMs: 2_000 };

/** `npm run fleet`: cost of agents that do everything real ones do. Returns the number of missed goals. */
export async function reportFleet(plan: FleetPlan): Promise<number> {
  // As in production: old versions of rows are removed while others are written.
  return withBench(
    async (bench) => {
      const { agents, metrics, interval, seconds } = plan;
      console.log(`\n${agents} agents, ${metrics} values every ${interval} s, for ${seconds} s; ${loadAverage()}\n`);
      const installation = await install(bench, plan);
      const before = await usedSoFar(installation);
      await sleep(QUIET_SECONDS * 1000);
      const quiet = difference(before, await usedSoFar(installation));
      await installation.fleet.make();
      const start = await usedSoFar(installation);
      const scrapes = new Map(installation.processes.map(({ name }) => [name, [] as Scrape[]]));
      const stop = new AbortController();
      const scraping = scrapeUntil(stop.signal, installation, scrapes);
      const figures = await installation.fleet.run();
      const used = difference(start, await usedSoFar(installation));
      stop.abort();
      await scraping;
      for (const [figure, value] of describeFleet(figures)) printFigure(figure, value);
      tellCost({ installation, plan, quiet, used, figures });
      return judgeRun({ installation, plan, scrapes, figures });
    },
    { autovacuum_naptime: '30s' },
  );
}

async function install(bench: Bench, plan: FleetPlan): Promise<Installation> {
  const gatewayPort = await findFreePort();
  const trust = { GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/auth/jwks.json` };
  const monitoringDb = await createDatabase(bench.server, 'monitoring', MONITORING_MIGRATIONS);
  const complianceDb = await createDatabase(bench.server, 'compliance', COMPLIANCE_MIGRATIONS);
  const monitoring = await bench.start(['dist/monitoring/main.js'], {
    DATABASE_URL: monitoringDb.url,
    SAMPLE_INVENTORY: 'off',
    ...trust,
  });
  const compliance = await bench.start(['dist/compliance/main.js'], { DATABASE_URL: complianceDb.url, ...trust });
  const settings = {
    MONITORING_URL: `http://127.0.0.1:${monitoring.port}`,
    COMPLIANCE_URL: `http://127.0.0.1:${compliance.port}`,
  };
  const gateways = await startGateways(bench, settings, gatewayPort);
  const headers = await fetchToken(gatewayPort);
  const toUrl = (n: number): string => `http://127.0.0.1:${gateways[n % gateways.length]!.port}`;
  const administrator = { url: toUrl(0), authorization: headers['Authorization']! };
  const { names } = new Fleet({ administrator }, plan, 'bench');
  const agents = makeAgents(names);
  const admission = new Admission(gateways);
  const enrolment = await timedMs(() => admission.enrol(agents));
  const login = await timedMs(() => admission.logIn(agents));
  printFigure(
    'enrolments, logins a second',
    [enrolment, login].map((ms) => roundFigure((agents.length / ms) * 1000)).join(', '),
  );
  const resultOf = await fillPolicies(complianceDb.adminUrl, agents);
  const sessions = new Map(
    agents.map(({ name, token }, n) => [name, { url: toUrl(n), authorization: `Bearer ${token}` }]),
  );
  const target = { administrator, sessionOf: (name: string) => sessions.get(name)!, resultOf };
  return {
    bench,
    gateways,
    headers,
    admission,
    fleet: new Fleet(target, plan, 'bench'),
    databases: { monitoring: monitoringDb.adminUrl, compliance: complianceDb.adminUrl },
    processes: [
      ...gateways.map((gateway, n): Process => ({ ...gateway, name: `gateway ${n + 1}` })),
      { ...monitoring, name: 'monitoring' },
      { ...compliance, name: 'compliance' },
    ],
  };
}

/** A system for each agent, with policies whose results it sends in turn. */
async function fillPolicies(
  url: string,
  agents: readonly BenchAgent[],
): Promise<(name: string) => { systemId: string; document: Buffer }> {
  const { systems } = await fillScans(url, agents.map(toOwner), { systems: agents.length, days: 1 });
  const documents = new ScanDocuments();
  const systemOf = new Map(agents.map(({ name }, n) => [name, systems[n]!]));
  let sent = 0;
  return (name) => ({ systemId: systemOf.get(name)!, document: documents.of(sent++ % POLICIES, new Date()) });
}

async function timedMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function usedSoFar({ bench, processes, databases }: Installation): Promise<Used> {
  const [log] = await query<{ bytes: string }>(bench.server.url(), "SELECT pg_current_wal_lsn() - '0/0' AS bytes");
  const bytes: Record<string, number> = {};
  for (const [name, url] of Object.entries(databases)) {
    const rows = await query<{ bytes: string }>(url, 'SELECT pg_database_size(current_database()) AS bytes');
    bytes[name] = Number(rows[0]!.bytes);
  }
  const cpu = Object.fromEntries(processes.map(({ name, process: { pid } }) => [name, (cpuMicros(pid) ?? NaN) / 1e6]));
  return {
    cpu: {
      ...cpu,
      [DATABASE]: (serverCpuMs(bench.server) ?? NaN) / 1000,
      [SIMULATION]: (cpuMicros(process.pid) ?? NaN) / 1e6,
    },
    bytes,
    logBytes: Number(log!.bytes),
    seconds: performance.now() / 1000,
  };
}

function difference(before: Used, after: Used): Used {
  const of = (name: 'cpu' | 'bytes'): Record<string, number> =>
    Object.fromEntries(Object.entries(after[name]).map(([key, value]) => [key, value - before[name][key]!]));
  return {
    cpu: of('cpu'),
    bytes: of('bytes'),
    logBytes: after.logBytes - before.logBytes,
    seconds: after.seconds - before.seconds,
  };
}

/** All processes every five seconds, from the time on when all agents wait. */
async function scrapeUntil(
  signal: AbortSignal,
  { processes, headers, admission }: Installation,
  scrapes: ReadonlyMap<string, Scrape[]>,
): Promise<void> {
  const pause = (ms: number): Promise<void> => sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
  await pause(RAMP_SECONDS * 1000);
  while (!signal.aborted) {
    const startedAt = performance.now();
    await Promise.all(
      processes.map(async ({ port, name }) => {
        const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers }).catch(() => undefined);
        const text = await response?.text().catch(() => undefined);
        if (!response || text === undefined) admission.count(NO_RESPONSE);
        else if (response.status === 200) scrapes.get(name)!.push(readMetrics(text));
        else admission.count(response.status);
      }),
    );
    await pause(SCRAPED_EVERY_SECONDS * 1000 - (performance.now() - startedAt));
  }
}

function readMetrics(text: string): Scrape {
  const samples = [...text.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm)];
  return new Map(samples.map(([, series, value]) => [series!, Number(value)]));
}

interface Run {
  installation: Installation;
  plan: FleetPlan;
  figures: FleetFigures;
}

/** Prints what each process uses per agent beyond its usage at rest, and at how many agents it would be full. */
function tellCost({ installation, plan, quiet, used, figures }: Run & { quiet: Used; used: Used }): void {
  const due = (plan.agents * plan.seconds) / plan.interval;
  const sent = figures.latencies.report.length;
  printFigure('reports sent, of those that were due', `${Math.round((100 * sent) / due)} %`);
  // Divided by the agents whose reports were sent, so that an overloaded machine does not lower the figures.
  const agents = (plan.agents * sent) / due;
  const processes = Object.keys(used.cpu);
  const limits = [...processes, MACHINE].map((name) => {
    const parts = name === MACHINE ? processes : [name];
    const [atRest, cores] = [quiet, used].map(
      ({ cpu, seconds }) => parts.reduce((sum, part) => sum + cpu[part]!, 0) / seconds,
    ) as [number, number];
    const each = Math.max(0, cores - atRest) / agents;
    // A process of Node.js works on one core, the database on all.
    const most = name === DATABASE || name === MACHINE ? os.cpus().length : 1;
    const fullAt = Math.floor((most - atRest) / each);
    const child = installation.processes.find((process) => process.name === name)?.process;
    const resident = child ? `, ${(residentMiB(child.pid!) ?? NaN).toFixed(0)} MiB` : '';
    printFigure(`${name}: at rest, with the agents`, `${roundFigure(atRest)}, ${roundFigure(cores)} cores${resident}`);
    printFigure(`${name}: for each agent; full at`, `${roundFigure(each * 1e6)} us/s; ${fullAt} agents`);
    return { name, fullAt };
  });
  const [first] = limits.sort((a, b) => a.fullAt - b.fullAt) as [(typeof limits)[number]];
  const aDay = (bytes: number): string => `${roundFigure((bytes / used.seconds) * (DAY_SECONDS / 1e9))} GB a day`;
  for (const [name, bytes] of Object.entries(used.bytes)) printFigure(`growth of the database of ${name}`, aDay(bytes));
  printFigure('write-ahead log', aDay(used.logBytes));
  printFigure('first limit, reached by', `${first.name} at ${first.fullAt} agents`);
}

function judgeRun({ installation, plan, scrapes, figures }: Run & { scrapes: ReadonlyMap<string, Scrape[]> }): number {
  const { processes, admission } = installation;
  const gauge = (process: string, name: string): number[] =>
    scrapes.get(process)!.map((scrape) => [...scrape].find(([series]) => series.split('{')[0] === name)?.[1] ?? NaN);
  printFigure(
    'values waiting to be folded, oldest',
    `${roundFigure(Math.max(...gauge('monitoring', 'points_uncompacted_age_seconds')))} s`,
  );
  const lag = processes.map(({ name }) => gauge(name, 'nodejs_eventloop_lag_p99_seconds').sort((a, b) => a - b));
  printFigure(
    'event loops, p99, median',
    lag.map((sorted) => `${roundFigure(quantile(sorted, 0.5) * 1000)} ms`).join(', '),
  );
  const refused = [
    ...Object.values(figures.refused),
    // A status that is not a number is a lost connection.
    ...Object.entries(admission.statuses).map(([status, times]) => (status >= '400' ? times : 0)),
  ].reduce((sum, times) => sum + times, 0);
  const { reports, pages } = figures;
  const missed = plan.together
    ? [judge({ figure: 'reports lost', value: reports.due - reports.stored, goal: { atMost: GOAL.lost } })]
    : [judge({ figure: 'requests refused', value: refused, goal: { atMost: GOAL.refused } })];
  missed.push(
    judge({
      figure: 'page of a person, p99',
      value: quantile(pages, 0.99),
      unit: ' ms',
      goal: { atMost: GOAL.pageMs },
    }),
  );
  for (const { name } of processes) {
    const value = Math.max(...gauge(name, 'http_requests_in_flight'));
    missed.push(judge({ figure: `${name}: requests in flight, at most`, value, goal: { atMost: GOAL.inFlight } }));
  }
  const waiting = Math.max(...gauge('monitoring', 'agent_polls_waiting'));
  const goal = { atLeast: GOAL.waiting * plan.agents };
  missed.push(judge({ figure: 'agents that wait at the same time', value: waiting, goal }));
  return missed.filter(Boolean).length;
}
