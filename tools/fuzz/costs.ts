import http from 'node:http';
import { mainThreadSeconds, processorSeconds, residentMemory, resetPeakMemory } from '../process-usage';
import { Caller } from '../requests/caller';
import { type CountedResponse, countResponse } from '../requests/count-response';
import { FIXTURES } from '../requests/records';
import { toBasicHeader } from '../requests/records/gateway';
import { KnownIds } from '../requests/known-ids';
import { type Operation, fetchOperations } from '../requests/operations';
import type { RequestSent } from '../requests/sender';
import type { RunningSystem, ServiceName } from '../system';
import { addDenseData } from './dense-fixture';
import { generateDocumentRequests, type LargeRequest, filledPath, largeRequests } from './large-requests';
import { longBodies } from './long-bodies';
import { Random } from './random';
import { TokenLogin } from './token-login';
import { Values } from './values';

/** Limits for one request: resources of the service, and delay of other requests. */
const MAX_WAITED_MS = 100;
const MAX_MIB = 150;
/** Base for work without a turn, in addition to the time for each MiB sent. */
const MAX_SECONDS = 1;
const SECONDS_PER_MIB = 0.1;
/** Number of attempts. The cheapest counts, because a busy machine disturbs some. */
const ATTEMPTS = 4;
/** Number of requests beyond the limit of running and waiting ones of an account. */
const MORE_THAN_WAIT = 80;
const PROBE_EVERY_MS = 5;
const MIB = 1024 * 1024;

/** Cost of one request, or of several concurrent ones, for a service. */
interface Taken {
  /** Status of each response; 0 without one. */
  readonly statuses: readonly number[];
  readonly mibReturned: number;
  readonly seconds: number;
  readonly mib: number;
  /** Longest delay of another request. */
  readonly waitedMs: number;
}

export interface CostRow extends Taken {
  readonly what: string;
  readonly faults: readonly string[];
}

interface Kind {
  readonly requests: (operation: Operation, known: KnownIds, values: Values) => Iterable<LargeRequest>;
  readonly roles: readonly Role[];
  /** Number of concurrent requests for the worst response. */
  readonly atOnce: number;
}

type Role = 'administrator' | 'viewer' | 'agent';

/** Requests by option of `npm run fuzz`. */
const KINDS = {
  answers: { requests: largeRequests, roles: ['viewer', 'agent'], atOnce: 8 },
  lists: { requests: longRequests, roles: ['administrator', 'viewer'], atOnce: 1 },
} satisfies Record<string, Kind>;

interface CostOptions {
  readonly kind: keyof typeof KINDS;
  readonly services: readonly ServiceName[];
  readonly only: string;
  readonly seed: number;
  readonly report?: (line: string) => void;
}

/**
 * Sends requests for the largest possible responses, or bodies with long lists, to every operation, one at a time, and
 * measures the service. The worst come first.
 */
export async function measureCosts(system: RunningSystem, options: CostOptions): Promise<CostRow[]> {
  const measuring = new Costs(system, options);
  try {
    return await measuring.run();
  } finally {
    measuring.close();
  }
}

class Costs {
  private readonly kind: Kind;
  private readonly logins: Readonly<Record<Role, TokenLogin>>;
  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly rows: CostRow[] = [];

  constructor(
    private readonly system: RunningSystem,
    private readonly options: CostOptions,
  ) {
    const login = (basic: string): TokenLogin => new TokenLogin(system.gatewayUrl, basic);
    this.kind = KINDS[options.kind];
    this.logins = {
      administrator: login(system.login),
      viewer: login(toBasicHeader('viewer')),
      agent: login(toBasicHeader('agent')),
    };
  }

  close(): void {
    this.agent.destroy();
    for (const login of Object.values(this.logins)) login.close();
  }

  async run(): Promise<CostRow[]> {
    const { gatewayUrl, dataDir } = this.system;
    const { administrator, agent } = this.logins;
    const caller = new Caller(gatewayUrl, administrator.headers);
    await administrator.renew();
    await FIXTURES.gateway(caller, new KnownIds(), dataDir);
    for (const service of this.options.services) {
      await this.renewLogins();
      const known = new KnownIds();
      await FIXTURES[service](caller, known, dataDir);
      if (this.options.kind === 'answers') {
        const asAgent = new Caller(gatewayUrl, agent.headers);
        if (service === 'monitoring') await addDenseData(caller, asAgent, known);
        if (service === 'compliance') await addOwnSystem(asAgent, known);
      }
      const operations = await fetchOperations(this.system, service);
      const removes = ({ method }: Operation): boolean => method === 'DELETE';
      for (const operation of [...operations.filter((one) => !removes(one)), ...operations.filter(removes)]) {
        if (`${operation.method} ${operation.path}`.includes(this.options.only)) await this.measure(operation, known);
      }
    }
    return this.rows.sort((a, b) => getSeverity(b) - getSeverity(a));
  }

  private async renewLogins(): Promise<void> {
    for (const login of Object.values(this.logins)) await login.renew();
  }

  private async measure(operation: Operation, known: KnownIds): Promise<void> {
    const values = new Values(new Random(this.options.seed), operation.components, known);
    const { requests, roles, atOnce } = this.kind;
    for (const role of roles) {
      await this.renewLogins();
      let worst: { request: LargeRequest; severity: number } | undefined;
      for (const request of requests(operation, known, values)) {
        const sent = { ...request, headers: { ...request.headers, authorization: this.logins[role].authorization } };
        const row = await this.judge(operation, sent, `${role}: ${request.what}`, 1);
        const severity = getSeverity(row);
        if (row.statuses[0]! < 400 && severity > (worst?.severity ?? 0)) worst = { request: sent, severity };
        // The login is refused whatever the request.
        if (row.statuses[0] === 403 && !request.body) break;
      }
      if (worst && atOnce > 1) {
        await this.judge(operation, worst.request, `${role}: ${atOnce} at once, ${worst.request.what}`, atOnce);
      }
    }
  }

  private async judge(operation: Operation, request: RequestSent, what: string, atOnce: number): Promise<CostRow> {
    const { service, method, path } = operation;
    let taken = await this.take(service, request, atOnce);
    for (let left = ATTEMPTS - 1; left > 0 && getFaults(taken, operation, request, atOnce).length > 0; left--) {
      taken = lesser(taken, await this.take(service, request, atOnce));
    }
    let faults = getFaults(taken, operation, request, atOnce);
    const isOnlyTime = faults.length === 1 && faults[0]!.includes('processor');
    if (isOnlyTime && (await this.holdsTurn(service, request))) faults = [];
    const row = { ...taken, what: `${service} ${method} ${path} | ${what}`, faults };
    this.rows.push(row);
    if (faults.length > 0)
      this.options.report?.(`${formatLine(row)}\n  ${faults.join('\n  ')}\n  ${request.path.slice(0, 300)}`);
    return row;
  }

  private async take(service: ServiceName, request: RequestSent, atOnce: number): Promise<Taken> {
    const pid = this.system.processId(service);
    const url = this.system.serviceUrl(service);
    resetPeakMemory(pid);
    const before = { seconds: processorSeconds(pid), mib: residentMemory(pid).now };
    const over = new AbortController();
    const probing = this.probe(url, pid, over.signal);
    const responses = await Promise.all(Array.from({ length: atOnce }, () => this.send(url, request)));
    over.abort();
    return {
      statuses: responses.map(({ status }) => status),
      mibReturned: responses.reduce((sum, { bytes }) => sum + bytes, 0) / MIB,
      waitedMs: await probing,
      seconds: processorSeconds(pid) - before.seconds,
      mib: residentMemory(pid).peak - before.mib,
    };
  }

  /** Longest delay of a small request, except for time in which other processes had the processor. */
  private async probe(url: string, pid: number, signal: AbortSignal): Promise<number> {
    let longestMs = 0;
    do {
      const startedAt = performance.now();
      const lost = mainThreadSeconds(pid).waited;
      await this.send(url, { method: 'GET', path: '/livez', headers: {} });
      const lostMs = (mainThreadSeconds(pid).waited - lost) * 1_000;
      longestMs = Math.max(longestMs, performance.now() - startedAt - lostMs);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    } while (!signal.aborted);
    return longestMs;
  }

  /** Whether requests beyond the waiting limit of an account are refused. */
  private async holdsTurn(service: ServiceName, request: RequestSent): Promise<boolean> {
    const over = new AbortController();
    const url = this.system.serviceUrl(service);
    const refusals = Array.from({ length: MORE_THAN_WAIT }, async () => {
      const { errorType } = await this.send(url, request, over.signal);
      if (errorType !== 'too_many_heavy_requests') throw new Error('not refused');
    });
    return Promise.any(refusals)
      .then(() => true)
      .catch(() => false)
      .finally(() => over.abort());
  }

  private send(base: string, request: RequestSent, signal?: AbortSignal): Promise<CountedResponse> {
    return countResponse(base, request, { agent: this.agent, signal });
  }
}

/** The system of the agent comes first, because agents may upload results for no other. */
async function addOwnSystem(agent: Caller, known: KnownIds): Promise<void> {
  const body = { display_name: 'fuzz-agent', os_major_version: 11, os_minor_version: 0 };
  const { data } = await agent.call<{ data: { id: string } }>('PUT', '/api/compliance/v2/agent/system', body);
  known.set('system', [data.id, ...(known.named('system_id') ?? [])]);
}

/** Bodies with long lists, sent to existing records as far as the parameters name their kind. */
function* longRequests(operation: Operation, known: KnownIds, values: Values): Generator<LargeRequest> {
  const { method, query } = operation;
  const filled = filledPath(operation.path, known);
  const id = query.find(({ name }) => known.named(name) !== undefined);
  const path = id ? `${filled}?${id.name}=${encodeURIComponent(known.named(id.name)![0]!)}` : filled;
  for (const { what, mediaType, body, isGzip } of longBodies(operation, values)) {
    const headers = { 'content-type': mediaType, accept: '*/*', ...(isGzip && { 'content-encoding': 'gzip' }) };
    yield { method, path, what, headers, body };
  }
  yield* generateDocumentRequests(operation, known);
}

function getFaults(
  { waitedMs, mib, seconds, statuses }: Taken,
  { responses }: Operation,
  { body = '' }: RequestSent,
  atOnce: number,
): string[] {
  const mostSeconds = MAX_SECONDS + (SECONDS_PER_MIB * Buffer.byteLength(body)) / MIB;
  return [
    ...(waitedMs > MAX_WAITED_MS ? [`others waited ${waitedMs.toFixed(0)} ms`] : []),
    ...(mib > MAX_MIB ? [`${mib.toFixed(0)} MiB more`] : []),
    ...(atOnce === 1 && seconds > mostSeconds ? [`${seconds.toFixed(2)} s of the processor without a turn`] : []),
    ...statuses.filter((status) => status === 0 || isUnexpected(status, responses)).map((status) => `status ${status}`),
  ];
}

/** A query may exceed its time limit and say so; a proxy timeout is not an error of the service. */
function isUnexpected(status: number, responses: Operation['responses']): boolean {
  return status >= 500 && (status === 500 || !(String(status) in responses));
}

/** The lower of two measurements, because noise rarely repeats. */
function lesser(one: Taken, other: Taken): Taken {
  return {
    ...other,
    waitedMs: Math.min(one.waitedMs, other.waitedMs),
    mib: Math.min(one.mib, other.mib),
    seconds: Math.min(one.seconds, other.seconds),
  };
}

/** How far the worst figure exceeds, or approaches, its limit. */
function getSeverity({ waitedMs, mib, seconds }: Taken): number {
  return Math.max(waitedMs / MAX_WAITED_MS, mib / MAX_MIB, seconds / MAX_SECONDS);
}

export function formatLine({ waitedMs, mib, seconds, mibReturned, statuses, what }: CostRow): string {
  const took = `others ${waitedMs.toFixed(0)} ms, ${seconds.toFixed(2)} s, +${mib.toFixed(0)} MiB`;
  return `${took}, response ${mibReturned.toFixed(1)} MiB (${[...new Set(statuses)].join(', ')}) | ${what}`;
}
