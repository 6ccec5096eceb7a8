import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { DEFAULT_ORG, withAccounts } from '../../accounts';
import { quantile } from '../../load/generate-load';
import { mainThreadSeconds, residentMemory } from '../../process-usage';
import { Caller } from '../../requests/caller';
import { type RequestSent, Sender } from '../../requests/sender';
import type { RunningSystem } from '../../system';
import { untilServed, withInstallation } from '../installation';
import { MemoryLimit, obstacleToLimits } from '../memory-limit';
import { MetricUnderLoad } from '../metric-under-load';
import type { Scenario, Verdict } from '../scenario';

const LIMIT_MIB = 512;
const ACCOUNTS = 100;
const AGENTS = 100;
const ATTACK_MS = 30_000;
const HONEST_CLIENTS = 5;
const HONEST_PAUSE_MS = 100;
const P99_LIMIT_MS = 2_000;
const PASSWORD = 'only for the experiment';

interface Sent {
  what: string;
  status?: number;
  errorType?: string;
  ms: number;
}

/** Bodies of a kilobyte that unpack to many records: too many to be parsed, and as many as are. */
const bodies = (before: string, counts: readonly number[]): Buffer[] =>
  counts.map((count) => gzipSync(`${before}[${'{},'.repeat(count - 1)}{}]}`));
const DEFINITIONS = bodies('{"priority":"LOW","conditions":', [349_000, 19_000]);
const REPORTS = bodies('{"reportId":"x","events":', [2_790_000, 190_000]);

export const denseBodies: Scenario = {
  name: 'dense-bodies',
  title: `${ACCOUNTS} accounts and ${AGENTS} agents send bodies of a kilobyte that unpack to records without number; monitoring has ${LIMIT_MIB} MiB`,
  obstacle: obstacleToLimits,
  run: (report) => {
    let limit: MemoryLimit | undefined;
    return withInstallation(async (system, login) => {
      const { attackers, honest } = await prepare(system, login);
      limit = await MemoryLimit.restartWithin(system, 'monitoring', LIMIT_MIB);
      await untilReady(system, login);
      const pid = system.processId('monitoring');
      const alone = await askHonestly(system, honest, 5_000);
      report(`honest requests before: ${alone.length}, p99 ${p99(alone).toFixed(0)} ms`);
      const before = mainThreadSeconds(pid);
      const stop = performance.now() + ATTACK_MS;
      const [others, ...refused] = await Promise.all([
        askHonestly(system, honest, ATTACK_MS),
        ...attackers.map((attacker) => attack(system, attacker, stop)),
      ]);
      const { ran, waited } = mainThreadSeconds(pid);
      report(
        `monitoring ran ${(ran - before.ran).toFixed(1)} s and waited ${(waited - before.waited).toFixed(1)} s for a processor`,
      );
      const after = await askHonestly(system, honest, 5_000);
      report(`honest requests afterwards: ${after.length}, p99 ${p99(after).toFixed(0)} ms`);
      return [
        served(others),
        refusedClearly(refused.flat()),
        {
          promise: 'No process is killed',
          held: limit.killed === 0 && system.processId('monitoring') === pid,
          figures: `${limit.killed} killed; highest use ${limit.peakMib.toFixed(0)} MiB, resident ${residentMemory(pid).peak.toFixed(0)} MiB`,
        },
      ];
    }).finally(() => limit?.remove());
  },
};

interface Attacker {
  login: string;
  method: string;
  path: string;
  bodies: readonly Buffer[];
}

async function prepare(
  system: RunningSystem,
  login: string,
): Promise<{ attackers: Attacker[]; honest: MetricUnderLoad }> {
  const honest = await MetricUnderLoad.prepare(system.gatewayUrl, login);
  const names = [
    ...Array.from({ length: ACCOUNTS }, (_none, n) => `dense-${n}`),
    ...Array.from({ length: AGENTS }, (_none, n) => `dense-agent-${n}`),
  ];
  const isAgent = (name: string): boolean => name.startsWith('dense-agent');
  await withAccounts(system.dataDir, async ({ accounts }) => {
    for (const username of names) {
      const roles = [isAgent(username) ? 'agent' : 'viewer'];
      await accounts.add({ username, password: PASSWORD, roles, orgId: DEFAULT_ORG });
    }
  });
  const attackers: Attacker[] = [];
  for (const name of names) {
    const token = await system.tokenOf(`Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`);
    const common = { login: token, method: 'POST' };
    if (!isAgent(name)) {
      attackers.push({ ...common, path: '/rest/alert/definitions/dry-run?resourceId=1', bodies: DEFINITIONS });
      continue;
    }
    const path = `/rest/agent/${name}`;
    await new Caller(system.gatewayUrl, { authorization: token }).call('PUT', path, { version: '2.1' });
    attackers.push({ ...common, path: `${path}/events`, bodies: REPORTS });
  }
  return { attackers, honest };
}

/** The next body goes when the former was responded to: as many are under way as there are attackers. */
async function attack({ gatewayUrl }: RunningSystem, attacker: Attacker, stopAtMs: number): Promise<Sent[]> {
  const sender = new Sender();
  const sent: Sent[] = [];
  const { login, method, path } = attacker;
  for (let turn = 0; performance.now() < stopAtMs; turn++) {
    const body = attacker.bodies[turn % attacker.bodies.length]!;
    const headers = {
      authorization: login,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      accept: '*/*',
    };
    sent.push(await ask(sender, gatewayUrl, { method, path, headers, body }));
  }
  sender.close();
  return sent;
}

/** A list and a value by turns. */
async function askHonestly(
  { gatewayUrl, login }: RunningSystem,
  metric: MetricUnderLoad,
  forMs: number,
): Promise<Sent[]> {
  const sender = new Sender();
  const sent: Sent[] = [];
  const headers = { authorization: login, 'content-type': 'application/json', accept: 'application/json' };
  const stopAtMs = performance.now() + forMs;
  const client = async (): Promise<void> => {
    for (; performance.now() < stopAtMs; await sleep(HONEST_PAUSE_MS)) {
      const { scheduleId, timeStamp, value } = metric.next();
      const path = `/rest/metric/data/${scheduleId}/raw/${timeStamp}`;
      const body = JSON.stringify({ value });
      sent.push(await ask(sender, gatewayUrl, { method: 'GET', path: '/rest/resource?ps=20', headers }));
      sent.push(await ask(sender, gatewayUrl, { method: 'PUT', path, headers, body }));
    }
  };
  await Promise.all(Array.from({ length: HONEST_CLIENTS }, client));
  sender.close();
  return sent;
}

async function ask(sender: Sender, gatewayUrl: string, request: RequestSent): Promise<Sent> {
  const startedAt = performance.now();
  const what = `${request.method} ${request.path.replace(/\d{5,}|-\d+/g, '*')}`;
  try {
    const { status, headers } = await sender.send(gatewayUrl, request);
    return { what, status, errorType: String(headers['x-error-type']), ms: performance.now() - startedAt };
  } catch (error) {
    return { what, errorType: (error as Error).message, ms: performance.now() - startedAt };
  }
}

async function untilReady({ gatewayUrl }: RunningSystem, login: string): Promise<void> {
  if ((await untilServed(`${gatewayUrl}/rest/resource?ps=20`, login)) === undefined) throw new Error('not served');
}

function served(sent: readonly Sent[]): Verdict {
  const failed = sent.filter(({ status }) => status === undefined || status >= 300);
  return {
    promise: `Other requests are served, 99 % of them in ${P99_LIMIT_MS / 1000} s`,
    held: failed.length === 0 && p99(sent) < P99_LIMIT_MS,
    figures: [
      `${sent.length} requests, ${failed.length} failed, p99 ${p99(sent).toFixed(0)} ms`,
      ...counted(failed),
    ].join('; '),
  };
}

function refusedClearly(sent: readonly Sent[]): Verdict {
  const unclear = sent.filter(({ status }) => status === undefined || status >= 500 || status < 400);
  return {
    promise: 'Every such body is refused with a status of 4xx',
    held: unclear.length === 0,
    figures: [`${sent.length} bodies, p99 ${p99(sent).toFixed(0)} ms`, ...counted(sent)].join('; '),
  };
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
    const key = `${what} ${status ?? ''} ${errorType}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([key, count]) => `${count} x ${key}`);
}
