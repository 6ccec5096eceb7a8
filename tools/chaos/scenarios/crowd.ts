import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { protobufField } from '@wardstone/testing';
import { compressSync } from 'snappy';
import { DEFAULT_ORG, withAccounts } from '../../../apps/launcher/src';
import type { AttackCounts, Attacks } from '../../crowd-attack';
import { addDenseData, encodeSample } from '../../fuzz/dense-fixture';
import { largeRequests } from '../../fuzz/large-requests';
import { Random } from '../../fuzz/random';
import { Values } from '../../fuzz/values';
import { quantile } from '../../load/generate-load';
import { residentMemory } from '../../process-usage';
import { Caller } from '../../requests/caller';
import { type CountedResponse, countResponse } from '../../requests/count-response';
import { FIXTURES } from '../../requests/records';
import { toBasicHeader } from '../../requests/records/gateway';
import { inParallel } from '../../requests/in-parallel';
import { KnownIds } from '../../requests/known-ids';
import { fetchOperations } from '../../requests/operations';
import type { RequestSent } from '../../requests/sender';
import type { RunningSystem, ServiceName } from '../../system';
import { untilServed, withInstallation } from '../installation';
import { MemoryLimit, obstacleToLimits } from '../memory-limit';
import { MetricUnderLoad } from '../metric-under-load';
import type { Scenario, Verdict } from '../scenario';

/** Memory limits of `k8s/base`. */
const LIMITS_MIB: Partial<Record<ServiceName, number>> = { monitoring: 1024, compliance: 1024, gateway: 512 };
const ACCOUNTS = 100;
const MINUTES = Number(process.env['CHAOS_MINUTES'] ?? 5);
const HONEST_CLIENTS = 20;
const HONEST_PAUSE_MS = 250;
const SERIES_OF_BATCH = 8_000;
const P99_LIMIT_MS = 1_000;
const PASSWORD = 'only for the experiment';
const LOGINS_AT_ONCE = 4;
/** Number of large responses to try for an operation. */
const FEW = 6;

interface Sent extends CountedResponse {
  readonly what: string;
}

/** Compressed bodies of a kilobyte with many records: too many to parse, and just few enough. */
const packed = (before: string, count: number): Buffer => gzipSync(`${before}[${'{},'.repeat(count - 1)}{}]}`);

export const crowd: Scenario = {
  name: 'crowd',
  title: `${ACCOUNTS} viewers and ${ACCOUNTS} agents ask for all that is expensive, for ${MINUTES} minutes (CHAOS_MINUTES); services have the memory of k8s/base`,
  obstacle: obstacleToLimits,
  run: (report) => {
    const limits: { service: ServiceName; limit: MemoryLimit; pid: number }[] = [];
    return withInstallation(async (system, login) => {
      const { viewers, agents, requests, honest } = await prepare(system, login);
      report(`${requests.viewer.length} requests of viewers, ${requests.agent.length} of agents`);
      for (const [service, mib] of Object.entries(LIMITS_MIB) as [ServiceName, number][]) {
        const limit = await MemoryLimit.restartWithin(system, service, mib);
        limits.push({ service, limit, pid: system.processId(service) });
        if ((await untilServed(`${system.gatewayUrl}/rest/resource?ps=20`, login)) === undefined)
          throw new Error('not served');
      }
      const alone = await runHonestClient(system, honest, 10_000);
      report(`honest requests before: ${toFigures(alone)}`);
      const forMs = MINUTES * 60_000;
      const crowds = [
        { tokens: viewers, requests: requests.viewer },
        { tokens: agents, requests: requests.agent },
      ];
      const [others, attacks] = await Promise.all([
        runHonestClient(system, honest, forMs),
        attack({ gatewayUrl: system.gatewayUrl, forMs, crowds }),
      ]);
      report(`attackers: ${mostOften(attacks).slice(0, 12).join('; ')}`);
      for (const what of new Set(others.map((one) => one.what)))
        report(toFigures(others.filter((one) => one.what === what)));
      return [
        served(others),
        ...limits.map(({ service, limit, pid }): Verdict => {
          const isAlive = system.processId(service) === pid;
          const resident = isAlive ? `, resident ${residentMemory(pid).peak.toFixed(0)} MiB` : '';
          return {
            promise: `${service} is not killed`,
            held: limit.killed === 0 && isAlive,
            figures: `${limit.killed} killed; highest use ${limit.peakMib.toFixed(0)} MiB${resident}`,
          };
        }),
      ];
    }).finally(() => {
      for (const { limit } of limits) limit.remove();
    });
  },
};

interface Prepared {
  /** Values of the Authorization header. */
  readonly viewers: readonly string[];
  readonly agents: readonly string[];
  readonly requests: { readonly viewer: readonly RequestSent[]; readonly agent: readonly RequestSent[] };
  readonly honest: Honest;
}

async function prepare(system: RunningSystem, login: string): Promise<Prepared> {
  const { gatewayUrl, dataDir } = system;
  const metric = await MetricUnderLoad.prepare(gatewayUrl, login);
  const caller = new Caller(gatewayUrl, { authorization: login });
  const known = new KnownIds();
  await FIXTURES.gateway(caller, new KnownIds(), dataDir);
  await FIXTURES.compliance(caller, known, dataDir);
  await FIXTURES.monitoring(caller, known, dataDir);
  const sender = await system.tokenOf(toBasicHeader('agent'));
  await addDenseData(caller, new Caller(gatewayUrl, { authorization: sender }), known);
  const requests = { viewer: [] as RequestSent[], agent: [] as RequestSent[] };
  for (const service of ['monitoring', 'compliance'] as const) {
    for (const operation of await fetchOperations(system, service)) {
      const values = new Values(new Random(1), operation.components, known);
      const large = [...largeRequests(operation, known, values)];
      if (operation.method === 'GET') requests.viewer.push(...large.slice(0, FEW));
      if (operation.method === 'POST' && /api\/v1\/write|otlp/.test(operation.path)) requests.agent.push(...large);
    }
  }
  const json = { 'content-type': 'application/json', 'content-encoding': 'gzip', accept: '*/*' };
  const [resource] = known.named('resourceId') ?? ['1'];
  for (const count of [349_000, 19_000]) {
    const path = `/rest/alert/definitions/dry-run?resourceId=${resource}`;
    requests.viewer.push({
      method: 'POST',
      path,
      headers: json,
      body: packed('{"priority":"LOW","conditions":', count),
    });
  }
  for (const count of [2_790_000, 190_000]) {
    const body = packed('{"reportId":"x","events":', count);
    requests.agent.push({ method: 'POST', path: '/rest/agent/{own}/events', headers: json, body });
  }
  const names = (role: string): string[] => Array.from({ length: ACCOUNTS }, (_none, n) => `crowd-${role}-${n}`);
  return {
    viewers: await tokensFor(system, names('viewer'), 'viewer'),
    agents: await tokensFor(system, names('agent'), 'agent'),
    requests,
    honest: { metric, login, sender: (await tokensFor(system, ['honest-sender'], 'operator'))[0]! },
  };
}

async function tokensFor(system: RunningSystem, names: readonly string[], role: string): Promise<string[]> {
  await withAccounts(system.dataDir, async ({ accounts }) => {
    for (const username of names)
      await accounts.add({ username, password: PASSWORD, roles: [role], orgId: DEFAULT_ORG });
  });
  const tokens: string[] = [];
  await inParallel(names, LOGINS_AT_ONCE, async (name, at) => {
    tokens[at] = await system.tokenOf(`Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`);
    if (role !== 'agent') return;
    const agent = new Caller(system.gatewayUrl, { authorization: tokens[at] });
    await agent.call('PUT', `/rest/agent/${name}`, { version: '2.1' });
  });
  return tokens;
}

/** @throws when the process of the attackers ends without its figures */
async function attack(attacks: Attacks): Promise<AttackCounts> {
  const child = fork('tools/run.mjs', ['crowd-attack'], { serialization: 'advanced' });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the attackers ended with ${code}`);
  });
  try {
    await Promise.race([once(child, 'message'), ended]);
    // Real senders run on other machines, so at low priority these use only processor time that the services leave.
    setPriority(child.pid!, constants.priority.PRIORITY_LOW);
    child.send(attacks);
    const [counts] = (await Promise.race([once(child, 'message'), ended])) as [AttackCounts];
    return counts;
  } finally {
    ended.catch(() => undefined);
    child.kill();
  }
}

interface Honest {
  readonly metric: MetricUnderLoad;
  readonly login: string;
  readonly sender: string;
}

/** Reads lists, values, a query and policies in turn; one client also sends a batch of remote write each second. */
async function runHonestClient(
  { gatewayUrl }: RunningSystem,
  { metric, login, sender }: Honest,
  forMs: number,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const stopAtMs = performance.now() + forMs;
  const json = { authorization: login, 'content-type': 'application/json', accept: 'application/json' };
  const ask = async (what: string, request: RequestSent): Promise<void> => {
    sent.push({ ...(await countResponse(gatewayUrl, request, { agent })), what });
  };
  const reader = async (): Promise<void> => {
    for (; performance.now() < stopAtMs; await sleep(HONEST_PAUSE_MS)) {
      const { scheduleId, timeStamp, value } = metric.next();
      const path = `/rest/metric/data/${scheduleId}/raw/${timeStamp}`;
      await ask('list', { method: 'GET', path: '/rest/resource?ps=20', headers: json });
      await ask('value', { method: 'PUT', path, headers: json, body: JSON.stringify({ value }) });
      await ask('query', { method: 'GET', path: '/prometheus/api/v1/query?query=vector(1)', headers: json });
      await ask('policies', { method: 'GET', path: '/api/compliance/v2/policies?limit=10', headers: json });
    }
  };
  const writer = async (): Promise<void> => {
    const headers = { authorization: sender, 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' };
    for (; performance.now() < stopAtMs; await sleep(1_000)) {
      await ask('remote write of 1 MiB', {
        method: 'POST',
        path: '/prometheus/api/v1/write',
        headers,
        body: batch(),
      });
    }
  };
  await Promise.all([writer(), ...Array.from({ length: HONEST_CLIENTS - 1 }, reader)]);
  agent.destroy();
  return sent;
}

/** A remote-write request with 8,000 series: about 1 MiB decompressed. */
function batch(): Buffer {
  const labels = Array.from({ length: SERIES_OF_BATCH }, (_none, n) => ({
    __name__: `node_something_total_${n % 200}`,
    instance: `honest-${n % 20}.example.test:9100`,
    job: 'node',
    cpu: String(n % 16),
    part: `the-part-with-the-number-${n}`,
  }));
  return compressSync(
    Buffer.concat(labels.map((each) => protobufField(0x0a, encodeSample(each, Date.now(), Math.random())))),
  );
}

function served(sent: readonly Sent[]): Verdict {
  const failed = sent.filter(({ status }) => status === 0 || status >= 300);
  return {
    promise: `Honest requests are served, 99 % of them in ${P99_LIMIT_MS / 1000} s`,
    held: failed.length === 0 && p99(sent) < P99_LIMIT_MS,
    figures: [
      `${sent.length} requests, ${failed.length} failed, p99 ${p99(sent).toFixed(0)} ms`,
      ...counted(failed),
    ].join('; '),
  };
}

function toFigures(sent: readonly Sent[]): string {
  const refused = sent.filter(({ status }) => status === 0 || status >= 300);
  const name = new Set(sent.map(({ what }) => what)).size === 1 ? `${sent[0]!.what}: ` : '';
  return `${name}${sent.length}, ${refused.length} refused, p99 ${p99(sent).toFixed(0)} ms`;
}

function p99(sent: readonly Sent[]): number {
  return quantile(
    sent.map(({ ms }) => ms).sort((a, b) => a - b),
    0.99,
  );
}

function counted(sent: readonly Sent[]): string[] {
  const counts = new Map<string, number>();
  for (const { what, status, errorType } of sent) {
    const key = `${what} ${status} ${errorType}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return mostOften(Object.fromEntries(counts));
}

function mostOften(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => `${count} x ${key}`);
}
