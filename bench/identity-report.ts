import { createHash } from 'node:crypto';
import path from 'node:path';
import { AgentKey, makeKey } from '../apps/agent/src/server/agent-key';
import { headOf, toPort } from '../tools/load/connection';
import { generateLoad } from '../tools/load/generate-load';
import type { PostgresServer } from '../tools/postgres/postgres-server';
import { createRunFolder, removeRunFolder } from '../tools/run-folder';
import { LOGIN, makeGatewayDatabase, startBenchServer } from './bench-server';
import { cpuMicros, startListener } from './measuring';
import type { Listener } from './measuring';
import { serverCpuMs } from './monitoring-database';
import { judge, loadAverage, rounded, tell } from './table';

const CONNECTIONS = 32;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const BODY = '{"reportId":"bench","availability":[]}';
/** Reports, polls and synchronisations of an agent: one each 30, 25 and 60 s. */
const REQUESTS_AN_AGENT_AND_SECOND = 1 / 30 + 1 / 25 + 1 / 60;
const FORGOTTEN_MS = 6_000;
const TOKEN_SECONDS = 3600;
const GOAL = { enrolmentsAMinute: 500, cores: 0.1 };

interface BenchAgent {
  name: string;
  key: AgentKey;
  token: string;
}

interface Parts {
  server: PostgresServer;
  gateways: readonly Listener[];
  sink: Listener;
}

/** `npm run bench -- identity`: agents that enrol, log in and report at two gateways. Answers how many goals were missed. */
export async function reportIdentity(count: number): Promise<number> {
  const folder = createRunFolder();
  const server = await startBenchServer(folder);
  const started: Listener[] = [];
  try {
    const databaseUrl = await makeGatewayDatabase(server);
    const sink = await startListener(['bench/bare-sink.mjs'], {});
    started.push(sink);
    for (let replica = 0; replica < 2; replica++) {
      const gateway = await startListener(['dist/gateway/main.js'], {
        DATABASE_URL: databaseUrl,
        SIGNING_KEY_FILE: path.join(folder, 'key.json'),
        MONITORING_URL: `http://127.0.0.1:${sink.port}`,
        RATE_LIMIT: 'off',
      });
      started.push(gateway);
    }
    return await measure({ server, sink, gateways: started.slice(1) }, count);
  } finally {
    for (const { process: child } of started) child.kill('SIGTERM');
    await server.stop();
    removeRunFolder(folder);
  }
}

async function measure(parts: Parts, count: number): Promise<number> {
  const { gateways } = parts;
  const statuses: Record<number, number> = {};
  const agents = Array.from({ length: count }, (_, n): BenchAgent => {
    return { name: `bench-${n}`, key: new AgentKey(makeKey(Date.now())), token: '' };
  });
  const ask = async (n: number, target: string, body: object, headers: object = {}): Promise<unknown> => {
    const { port } = gateways[n % gateways.length]!;
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return answer.json();
  };

  console.log(`\n${count} agents and two gateways on one database; ${loadAverage()}\n`);
  const joinToken = ((await ask(0, '/auth/join-tokens', { uses: count }, LOGIN)) as { token: string }).token;
  const token_hash = createHash('sha256').update(joinToken).digest('base64url');
  const enrolled = await spend(parts, () =>
    forEach(agents, async ({ name, key }, n) => {
      const proof = key.sign(name, Date.now(), 'agent-key+jwt', { token_hash });
      await ask(n, '/auth/agents', { token: joinToken, name, key: key.publicJwk, proof });
    }),
  );
  const granted = await spend(parts, () =>
    forEach(agents, async (agent, n) => {
      const assertion = agent.key.sign(agent.name, Date.now(), 'JWT');
      // At the other replica than it enrolled at.
      const answer = await ask(n + 1, '/auth/token', { grant_type: GRANT, assertion });
      agent.token = (answer as { access_token: string }).access_token;
    }),
  );
  // Accounts and keys are read once; checked tokens are forgotten after five seconds, as between the requests of an agent.
  await report(parts, agents, statuses);
  await new Promise((resolve) => setTimeout(resolve, FORGOTTEN_MS));
  const others = await spend(parts, () => report(parts, agents, statuses));
  // The same with one login on each connection, which is checked once a second.
  const same = await spend(parts, () => report(parts, [agents[0]!], statuses, count));

  const minute = (count / enrolled.seconds) * 60;
  tell(
    'enrolment, gateways and database',
    `${rounded(enrolled.gateways / count)} + ${rounded(enrolled.database / count)} us`,
  );
  tell(
    'token, gateways and database',
    `${rounded(granted.gateways / count)} + ${rounded(granted.database / count)} us`,
  );
  tell('report, each with a login of its own', `${rounded(others.gateways / count)} us`);
  tell('report, with the login before', `${rounded(same.gateways / count)} us`);
  const seen = Object.entries(statuses).map(([status, times]) => `${times} x ${status}`);
  tell('responses', seen.join(', '));
  const failures = Object.entries(statuses).reduce((sum, [status, times]) => sum + (status >= '500' ? times : 0), 0);
  const grants = (granted.gateways + granted.database) / TOKEN_SECONDS;
  const checks = Math.max(0, others.gateways - same.gateways) * REQUESTS_AN_AGENT_AND_SECOND;
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

/** Each of the agents in turn sends a report, `count` in all, half to each gateway. */
async function report(
  { gateways }: Parts,
  agents: readonly BenchAgent[],
  statuses: Record<number, number>,
  count = agents.length,
): Promise<void> {
  const requests = Array.from({ length: count }, (_, n) => {
    const { name, token } = agents[n % agents.length]!;
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(BODY.length),
    };
    return Buffer.from(headOf('POST', `/rest/agent/${name}/availability`, headers) + BODY, 'latin1');
  });
  const half = Math.ceil(count / 2);
  const loads = await Promise.all(
    gateways.map(({ port }, n) =>
      generateLoad(toPort(port), requests.slice(n * half, (n + 1) * half).values(), CONNECTIONS / 2),
    ),
  );
  for (const { requests: sent, refused } of loads) {
    const failed = Object.values(refused).reduce((sum, times) => sum + times, 0);
    statuses[204] = (statuses[204] ?? 0) + sent - failed;
    for (const [status, times] of Object.entries(refused)) {
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times;
    }
  }
}

async function forEach<T>(items: readonly T[], work: (item: T, n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const n = next++;
      await work(items[n]!, n);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
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
