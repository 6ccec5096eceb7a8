import { setTimeout as sleep } from 'node:timers/promises';
import { MIGRATIONS as MONITORING_MIGRATIONS } from '../apps/monitoring/src/data-source';
import { findFreePort } from '../tools/free-port';
import { type AgentFigures, LoadAgents } from '../tools/load/agents';
import { Admission, makeAgents, startGateways } from './bench-agents';
import { createDatabase, fetchToken, withBench } from './bench-server';
import { type Listener } from './measuring';
import { judge, loadAverage, rounded, tell } from './table';

interface Scraped extends Listener {
  pod: string;
}

/** The metrics of one process at one time, by name and labels as they are written. */
type Scrape = ReadonlyMap<string, number>;

const EVERY_SECONDS = 5;
/** After that long all agents wait, and the last of those that registered have their responses. */
const RAMP_SECONDS = 40;
const IN_FLIGHT = 'http_requests_in_flight';
const WAITING = 'agent_polls_waiting';
const CPU = 'process_cpu_seconds_total';
/** Least of the scrapes: the heap soon after a collection, which is what is in use. */
const HEAP = 'nodejs_heap_size_used_bytes';
const RESIDENT = 'process_resident_memory_bytes';
const MIB = 1024 * 1024;
const GOAL = { inFlight: 19 };

/**
 * `npm run bench -- waiting`: agents that wait for work at two gateways count neither as load nor as slow requests. Answers
 * how many goals were missed.
 */
export async function reportWaiting({ agents: count, seconds }: { agents: number; seconds: number }): Promise<number> {
  return withBench(async (bench) => {
    console.log(`\n${count} agents that wait for work at two gateways, for ${seconds} s; ${loadAverage()}\n`);
    const gatewayPort = await findFreePort();
    const { url } = await createDatabase(bench.server, 'monitoring', MONITORING_MIGRATIONS);
    const monitoring = await bench.start(['dist/monitoring/main.js'], {
      DATABASE_URL: url,
      GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/auth/jwks.json`,
      SAMPLE_INVENTORY: 'off',
    });
    const settings = { MONITORING_URL: `http://127.0.0.1:${monitoring.port}` };
    const gateways = await startGateways(bench, settings, gatewayPort);
    const scraped: Scraped[] = [
      ...gateways.map((gateway, n): Scraped => ({ ...gateway, pod: `gateway-${n + 1}` })),
      { ...monitoring, pod: 'monitoring-1' },
    ];
    return measure({ scraped, gateways }, count, seconds);
  });
}

async function measure(
  { scraped, gateways }: { scraped: readonly Scraped[]; gateways: readonly Listener[] },
  count: number,
  seconds: number,
): Promise<number> {
  const headers = await fetchToken(gateways[0]!.port);
  const urlOf = (n: number): string => `http://127.0.0.1:${gateways[n % gateways.length]!.port}`;
  const administrator = { url: urlOf(0), authorization: headers['Authorization']! };
  const plan = { hosts: count, values: 1, seconds, keep: true };
  const { names } = new LoadAgents(administrator, plan, 'bench');
  const agents = makeAgents(names);
  const admission = new Admission(gateways);
  await admission.enrol(agents);
  await admission.logIn(agents);
  const sessions = new Map(
    agents.map(({ name, token }, n) => [name, { url: urlOf(n), authorization: `Bearer ${token}` }]),
  );
  const load = new LoadAgents(administrator, plan, 'bench', (name) => sessions.get(name)!);
  await load.make();

  const scrapes = new Map(scraped.map(({ pod }) => [pod, [] as Scrape[]]));
  // Agents that are stopped break off their polls, which is no part of their usual pace.
  const end = AbortSignal.timeout((seconds - EVERY_SECONDS) * 1000);
  const [figures] = await Promise.all([load.run(), scrapeUntil(end, scraped, headers, scrapes, admission)]);
  return tellAll({ scraped, scrapes, figures, admission }, count);
}

/** All processes every five seconds, from the time on when all agents wait. */
async function scrapeUntil(
  signal: AbortSignal,
  scraped: readonly Scraped[],
  headers: Record<string, string>,
  scrapes: ReadonlyMap<string, Scrape[]>,
  admission: Admission,
): Promise<void> {
  const pause = (ms: number): Promise<void> => sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
  await pause(RAMP_SECONDS * 1000);
  while (!signal.aborted) {
    const startedAt = performance.now();
    await Promise.all(
      scraped.map(async ({ port, pod }) => {
        const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
        const text = await answer.text();
        if (answer.status === 200) scrapes.get(pod)!.push(readMetrics(text));
        else admission.count(answer.status);
      }),
    );
    await pause(EVERY_SECONDS * 1000 - (performance.now() - startedAt));
  }
}

function readMetrics(text: string): Scrape {
  const samples = [...text.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm)];
  return new Map(samples.map(([, series, value]) => [series!, Number(value)]));
}

interface Run {
  scraped: readonly Scraped[];
  scrapes: ReadonlyMap<string, readonly Scrape[]>;
  figures: AgentFigures;
  admission: Admission;
}

function tellAll({ scraped, scrapes, figures, admission }: Run, count: number): number {
  const gauge = (pod: string, name: string): number[] =>
    scrapes.get(pod)!.map((scrape) => [...scrape].find(([series]) => series.split('{')[0] === name)?.[1] ?? NaN);
  const { report, poll, sync } = figures.latencies;
  tell('polls, reports, syncs', `${poll.length}, ${report.length}, ${sync.length}`);
  tell(
    'report and sync, p99',
    [report, sync].map((sorted) => `${Math.round(sorted.at(Math.floor(sorted.length * 0.99)) ?? 0)} ms`).join(', '),
  );
  for (const [status, times] of Object.entries(figures.refused)) admission.count(Number(status), times);
  const refused = Object.entries(admission.statuses).filter(([status]) => status >= '400');
  tell('refused, by status', refused.map(([status, times]) => `${times} x ${status}`).join(', ') || 'none');
  const missed = [
    judge({
      figure: 'requests refused',
      value: refused.reduce((sum, [, times]) => sum + times, 0),
      goal: { atMost: 0 },
    }),
  ];
  for (const { pod } of scraped) {
    const waiting = gauge(pod, WAITING);
    tell(`${pod}: agents waiting, least and most`, `${Math.min(...waiting)}, ${Math.max(...waiting)}`);
    const cores = (gauge(pod, CPU).at(-1)! - gauge(pod, CPU)[0]!) / ((gauge(pod, CPU).length - 1) * EVERY_SECONDS);
    const heap = Math.round(Math.min(...gauge(pod, HEAP)) / MIB);
    const resident = Math.round(Math.max(...gauge(pod, RESIDENT)) / MIB);
    tell(`${pod}: cores; heap, least; resident, most`, `${rounded(cores)}; ${heap} MiB; ${resident} MiB`);
    const inFlight = Math.max(...gauge(pod, IN_FLIGHT));
    missed.push(
      judge({ figure: `${pod}: requests in flight, at most`, value: inFlight, goal: { atMost: GOAL.inFlight } }),
    );
  }
  const waiting = Math.max(...gauge('monitoring-1', WAITING));
  missed.push(judge({ figure: 'agents that wait at the same time', value: waiting, goal: { atLeast: 0.9 * count } }));
  return missed.filter(Boolean).length;
}
