import { setTimeout as sleep } from 'node:timers/promises';
import { formatHead, toPort } from '../tools/load/connection';
import { generateLoad } from '../tools/load/generate-load';
import type { PostgresServer } from '@wardstone/host';
import { Admission, type BenchAgent, makeAgents, startGateways } from './bench-agents';
import { withBench } from './bench-server';
import { cpuMicros, type Listener } from './measuring';
import { serverCpuMs } from './monitoring-database';
import { judge, loadAverage, roundFigure, printFigure } from './table';

const CONNECTIONS = 32;
const BODY = '{"reportId":"bench","availability":[]}';
/** Reports, polls and synchronisations of an agent: one each 30, 25 and 60 s. */
const REQUESTS_AN_AGENT_AND_SECOND = 1 / 30 + 1 / 25 + 1 / 60;
/** How long the gateway uses the identity that it has signed for a caller. */
const REUSED_SECONDS = 40;
const WARM_UP = 3;
const TOKEN_SECONDS = 3600;
const GOAL = { enrolmentsAMinute: 500, cores: 0.1 };

interface Parts {
  server: PostgresServer;
  gateways: readonly Listener[];
}

/** `npm run bench -- identity`: agents that enrol, log in and report at two gateways. Returns how many goals were missed. */
export async function reportIdentity({ agents: count, seconds }: { agents: number; seconds: number }): Promise<number> {
  return withBench(async (bench) => {
    console.log(`\n${count} agents and two gateways on one database; ${loadAverage()}\n`);
    const sink = await bench.start(['bench/bare-sink.mjs'], {});
    const gateways = await startGateways(bench, { MONITORING_URL: `http://127.0.0.1:${sink.port}` });
    return measure({ server: bench.server, gateways }, count, seconds);
  });
}

async function measure(parts: Parts, count: number, seconds: number): Promise<number> {
  const agents = makeAgents(Array.from({ length: count }, (_, n) => `bench-${n}`));
  const admission = new Admission(parts.gateways);
  const { statuses } = admission;
  const enrolled = await spend(parts, () => admission.enrol(agents));
  const granted = await spend(parts, () => admission.logIn(agents));
  // Accounts, keys and tokens are read once; a process that has just started compiles its code while it works.
  for (let round = 0; round < WARM_UP; round++) await report(parts, agents, admission);
  await sleep(REUSED_SECONDS * 1000 + 1000);
  const signed = await spend(parts, () => report(parts, agents, admission));
  const known = await spend(parts, () => report(parts, agents, admission));
  // The same with one login on each connection, which is checked once a second.
  const same = await spend(parts, () => report(parts, [agents[0]!], admission, count));

  const paced = await spend(parts, () => keepPace(parts, agents, admission, seconds));

  const minute = (count / enrolled.seconds) * 60;
  printFigure(
    'enrolment, gateways and database',
    `${roundFigure(enrolled.gateways / count)} + ${roundFigure(enrolled.database / count)} us`,
  );
  printFigure(
    'token, gateways and database',
    `${roundFigure(granted.gateways / count)} + ${roundFigure(granted.database / count)} us`,
  );
  printFigure('report, with an identity to be signed', `${roundFigure(signed.gateways / count)} us`);
  printFigure('report, with one that was signed before', `${roundFigure(known.gateways / count)} us`);
  printFigure('report, with the login of the request before', `${roundFigure(same.gateways / count)} us`);
  const cores = (micros: number): string => `${roundFigure(micros / 1e6 / paced.seconds)} cores`;
  printFigure(
    `${count} agents at their usual pace, for ${Math.round(paced.seconds)} s: gateways`,
    cores(paced.gateways),
  );
  printFigure('and their database', cores(paced.database));
  const seen = Object.entries(statuses).map(([status, times]) => `${times} x ${status}`);
  printFigure('responses', seen.join(', '));
  const failures = Object.entries(statuses).reduce((sum, [status, times]) => sum + (status >= '500' ? times : 0), 0);
  const grants = (granted.gateways + granted.database) / TOKEN_SECONDS;
  // At each gateway, the first request signs; requests during the lifetime of that signature do not.
  const perSignature = 1 + (REQUESTS_AN_AGENT_AND_SECOND / parts.gateways.length) * REUSED_SECONDS;
  const more = known.gateways - same.gateways + (signed.gateways - known.gateways) / perSignature;
  const checks = Math.max(0, more) * REQUESTS_AN_AGENT_AND_SECOND;
  return [
    judge({ figure: 'enrolments a minute', value: minute, goal: { atLeast: GOAL.enrolmentsAMinute } }),
    judge({ figure: 'responses of status 5xx', value: failures, goal: { atMost: 0 } }),
    judge({
      figure: 'all tokens renewed once an hour',
      value: grants / 1e6,
      unit: ' cores',
      goal: { atMost: GOAL.cores },
    }),
    judge({
      figure: 'the same, and tokens checked at each request',
      value: (grants + checks) / 1e6,
      unit: ' cores',
      goal: { atMost: GOAL.cores },
    }),
  ].filter(Boolean).length;
}

/** Sends requests and renews tokens at the rate of the agents. */
async function keepPace(
  parts: Parts,
  agents: readonly BenchAgent[],
  admission: Admission,
  seconds: number,
): Promise<void> {
  const startedAt = performance.now();
  const dueIn = (second: number, perSecond: number): BenchAgent[] => {
    const [from, to] = [second - 1, second].map((each) => Math.round(each * agents.length * perSecond));
    return Array.from({ length: to! - from! }, (_none, n) => agents[(from! + n) % agents.length]!);
  };
  for (let second = 1; second <= seconds; second++) {
    await admission.logIn(dueIn(second, 1 / TOKEN_SECONDS));
    await report(parts, dueIn(second, REQUESTS_AN_AGENT_AND_SECOND), admission);
    await sleep(Math.max(0, startedAt + second * 1000 - performance.now()));
  }
}

/** Each agent in turn sends a report, `count` in total, half to each gateway. */
async function report(
  { gateways }: Parts,
  agents: readonly BenchAgent[],
  admission: Admission,
  count = agents.length,
): Promise<void> {
  const requests = Array.from({ length: count }, (_, n) => {
    const { name, token } = agents[n % agents.length]!;
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(BODY.length),
    };
    return Buffer.from(formatHead('POST', `/rest/agent/${name}/availability`, headers) + BODY, 'latin1');
  });
  const half = Math.ceil(count / 2);
  const loads = await Promise.all(
    gateways.map(({ port }, n) =>
      generateLoad(toPort(port), requests.slice(n * half, (n + 1) * half).values(), CONNECTIONS / 2),
    ),
  );
  for (const { requests: sent, refused } of loads) {
    const failed = Object.values(refused).reduce((sum, times) => sum + times, 0);
    admission.count(204, sent - failed);
    for (const [status, times] of Object.entries(refused)) admission.count(Number(status), times);
  }
}

/** Seconds, and microseconds of processor time, that the work takes. */
async function spend({ gateways, server }: Parts, work: () => Promise<void>) {
  const ofGateways = (): number => gateways.reduce((sum, { process: { pid } }) => sum + (cpuMicros(pid) ?? NaN), 0);
  const ofDatabase = (): number => (serverCpuMs(server) ?? NaN) * 1000;
  const [beforeMs, before, database] = [performance.now(), ofGateways(), ofDatabase()];
  await work();
  return {
    seconds: (performance.now() - beforeMs) / 1000,
    gateways: ofGateways() - before,
    database: ofDatabase() - database,
  };
}
