import { MIGRATIONS as REGISTRY_MIGRATIONS } from '../apps/error-registry/src/data-source';
import { MIGRATIONS as MONITORING_MIGRATIONS } from '../apps/monitoring/src/data-source';
import { findFreePort } from '@wardstone/host';
import { type Bench, callerOn, createDatabase, fetchToken, startGateway, withBench } from './bench-server';
import { benchReport, type DoorParts, type ReportFigures } from './door-agent';
import { countRefused } from '../tools/load/generate-load';
import { cpuMicros, median } from './measuring';
import { readRepeatedly, type Target } from './sample';
import { judge, loadAverage, roundFigure, printFigure } from './table';

export interface DoorBenchOptions {
  rounds: number;
  /** Names of requests, and `report`. */
  only: RegExp;
}

/** A read, by the service and by bare Nest, which returns the same bytes. */
interface Read {
  name: string;
  target: Target;
  path: string;
  headers: Record<string, string>;
  goal?: { atMostBare?: number; atMostMicros?: number };
}

/** Requests of a round, and before the first: a process that has just started compiles its code while it works. */
const REQUESTS = 1_000;
const WARM_UP = 3_000;
const SLICE_SECONDS = 0.3;
const CONNECTIONS = 8;
const GOAL = { emptyAtMostBare: 1.5, explanationMicros: 150, readMicros: 200, reportMicros: 1_000, commits: 1 };
const AGENT = 'bench-agent';
const PASSWORD = 'a password for the agent';

/** `npm run bench -- door`: cost of a request's way through a service. Returns the number of missed goals. */
export async function reportDoor({ rounds, only }: DoorBenchOptions): Promise<number> {
  return withBench(async (bench) => {
    const parts = await startParts(bench);
    const reads = (await makeReads(parts)).filter(({ name }) => only.test(name));
    const missed = await reportReads(bench, reads, rounds);
    if (!only.test('report')) return missed;
    return missed + tellReport(await benchReport({ ...parts, server: bench.server, agent: AGENT }, rounds));
  });
}

async function startParts(bench: Bench): Promise<DoorParts> {
  const gatewayPort = await findFreePort();
  const publicUrl = `http://127.0.0.1:${gatewayPort}`;
  const identity = { PUBLIC_BASE_URL: publicUrl, GATEWAY_JWKS_URL: `${publicUrl}/auth/jwks.json` };
  const { url: monitoringUrl } = await createDatabase(bench.server, 'monitoring', MONITORING_MIGRATIONS);
  const { url: registryUrl } = await createDatabase(bench.server, 'registry', REGISTRY_MIGRATIONS);
  const monitoring = await bench.start(['dist/monitoring/main.js'], {
    ...identity,
    DATABASE_URL: monitoringUrl,
    SAMPLE_INVENTORY: 'false',
    AGENTS_IMPORT: 'on',
  });
  const registry = await bench.start(['dist/error-registry/main.js'], { ...identity, DATABASE_URL: registryUrl });
  const env = {
    PUBLIC_BASE_URL: publicUrl,
    MONITORING_URL: `http://127.0.0.1:${monitoring.port}`,
    ERROR_REGISTRY_URL: `http://127.0.0.1:${registry.port}`,
    RATE_LIMIT: 'off',
    PORT: String(gatewayPort),
  };
  const account = { username: AGENT, password: PASSWORD, roles: ['agent'], orgId: 'default' };
  const gateway = await startGateway(bench, env, account);
  const headers = await fetchToken(gatewayPort);
  const credentials = Buffer.from(`${AGENT}:${PASSWORD}`).toString('base64');
  return {
    monitoring: { ...monitoring, headers },
    registry: { ...registry, headers },
    gateway: { ...gateway, headers },
    agentHeaders: { authorization: `Basic ${credentials}` },
    monitoringUrl,
  };
}

async function makeReads({ monitoring, registry, gateway }: DoorParts): Promise<Read[]> {
  const platform = { resourceName: 'bench-host', typeName: 'Linux' };
  const { call } = callerOn(monitoring);
  const { resourceId } = await call<{ resourceId: number }>('POST', '/rest/resource/platforms', platform);
  const json = { Accept: 'application/json' };
  const empty = { atMostBare: GOAL.emptyAtMostBare };
  const single = { atMostMicros: GOAL.readMicros };
  const explanation = { atMostMicros: GOAL.explanationMicros };
  return [
    { name: 'empty request', target: monitoring, path: '/livez', headers: {}, goal: empty },
    { name: 'empty request, gateway', target: gateway, path: '/livez', headers: {}, goal: empty },
    {
      name: 'explanation of an error',
      target: registry,
      path: '/api/v1/error/not_found',
      headers: json,
      goal: explanation,
    },
    {
      name: 'schedules of a resource',
      target: monitoring,
      path: `/rest/resource/${resourceId}/schedules`,
      headers: json,
      goal: single,
    },
    {
      name: 'resource by id',
      target: monitoring,
      path: `/rest/resource/${resourceId}`,
      headers: json,
      goal: single,
    },
  ];
}

async function reportReads(bench: Bench, reads: readonly Read[], rounds: number): Promise<number> {
  if (reads.length === 0) return 0;
  const bare = await startBareNest(bench, reads);
  console.log(`\nProcessor time of a request, medians of interleaved rounds; ${loadAverage()}\n`);
  console.log(`  ${'us'.padEnd(30)}${['service', 'bare Nest', 'ratio'].map((name) => name.padStart(11)).join('')}`);
  let missed = 0;
  for (const { name, target, path: address, headers, goal } of reads) {
    const own = { ...target, headers: { ...target.headers, ...headers } };
    const samples: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round++) {
      for (const [at, one] of [own, bare].entries()) {
        const micros = await toMicros(one, address, round < 0 ? WARM_UP : REQUESTS);
        if (round >= 0) samples[at]!.push(micros);
      }
    }
    const [service, limit] = samples.map(median) as [number, number];
    const misses = [
      ...(goal?.atMostBare && service / limit > goal.atMostBare ? [`at most ${goal.atMostBare} x bare`] : []),
      ...(goal?.atMostMicros && service > goal.atMostMicros ? [`at most ${goal.atMostMicros} us`] : []),
    ];
    missed += misses.length;
    const cells = [service, limit, service / limit].map((value) => roundFigure(value).padStart(11)).join('');
    const verdict = misses.length > 0 ? `MISSED: ${misses.join(', ')}` : goal ? 'met' : '';
    console.log(`  ${name.padEnd(30)}${cells}   ${verdict}`);
  }
  return missed;
}

async function startBareNest({ start }: Bench, reads: readonly Read[]): Promise<Target> {
  const responses: Record<string, { type: string; body: string }> = {};
  for (const { target, path: address, headers } of reads) {
    const response = await callerOn(target).ask('GET', address, undefined, headers);
    if (!response.ok) throw new Error(`${address} returned ${response.status}`);
    responses[address] = { type: response.headers.get('content-type') ?? '', body: await response.text() };
  }
  return { ...(await start(['bench/bare-nest.mjs'], { ANSWERS: JSON.stringify(responses) })), headers: {} };
}

/** However busy the machine is: a number of requests, not of seconds. */
async function toMicros(target: Target, address: string, least: number): Promise<number> {
  const { pid } = target.process;
  const before = cpuMicros(pid) ?? 0;
  let sent = 0;
  while (sent < least) {
    const figures = await readRepeatedly({ target, path: address }, CONNECTIONS, SLICE_SECONDS);
    const refused = countRefused(figures);
    if (refused > 0) throw new Error(`${refused} of ${figures.requests} requests of ${address} failed`);
    sent += figures.requests;
  }
  return ((cpuMicros(pid) ?? 0) - before) / sent;
}

function tellReport({ service, gateway, database, commits }: ReportFigures): number {
  console.log(`\nA report of an agent with 50 values, through the gateway; ${loadAverage()}\n`);
  printFigure('service', `${roundFigure(service)} us`);
  printFigure('gateway', `${roundFigure(gateway)} us`);
  printFigure('database', `${roundFigure(database)} us`);
  const total = service + gateway + database;
  return (
    Number(judge({ figure: 'together', value: total, unit: ' us', goal: { atMost: GOAL.reportMicros } })) +
    Number(judge({ figure: 'commits', value: commits, unit: '', goal: { atMost: GOAL.commits } }))
  );
}
