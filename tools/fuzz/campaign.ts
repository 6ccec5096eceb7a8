import path from 'node:path';
import { SERVICE_NAMES, type RunningSystem, type ServiceName } from '../system';
import { Caller } from '../requests/caller';
import { inParallel } from '../requests/in-parallel';
import { KnownIds } from '../requests/known-ids';
import { FIXTURES } from '../requests/records';
import { type Operation, fetchOperations } from '../requests/operations';
import { type HttpResponse, Sender } from '../requests/sender';
import { SLOW_MS, findFaults } from './checks';
import { CANARY } from './corpus';
import { LogWatch } from './log-watch';
import { Random } from './random';
import { type GeneratedRequest, formatExample, generate } from './request';
import { listSecrets } from './secrets';
import { TokenLogin } from './token-login';
import { Values } from './values';

/** Maximum number of operations tested concurrently, and of requests for each. */
const OPERATIONS_AT_ONCE = 4;
const CLIENTS_EACH = 4;
/** Fraction of requests that bypass the gateway, which treats all of them alike. */
const DIRECT_SHARE = 0.9;
/**
 * Number of requests of an operation between two checks of the logs. If all were refused, removed fixtures are
 * recreated.
 */
const ROUND = 100;
/** After this many requests to a service its fixtures may be used up, although few requests remove anything. */
const WORN_AFTER = 40;

/** Programs whose logs are searched. */
const LOGGING = [...SERVICE_NAMES, 'postgres'];

/** Avoids settings that make requests wait. */
export const FUZZED_SETTINGS: NodeJS.ProcessEnv = {
  RATE_LIMIT: 'off',
  AGENT: 'off',
  RESOURCE_CREATION_DELAY_MS: '0',
  RESOURCE_CREATION_HOLD_MS: '0',
  ALERT_SEND_TIMEOUT_MS: '500',
};

export interface CampaignOptions {
  requestsPerOperation: number;
  seed: number;
  services?: readonly ServiceName[];
  /** Only operations whose method and path contain this text. */
  only?: string;
  report?: (line: string) => void;
}

/** A kind of fault, its frequency, and a request that reproduces it. */
export interface Finding {
  operation: string;
  fault: string;
  count: number;
  example: string;
}

export interface CampaignReport {
  requests: number;
  operations: number;
  seconds: number;
  /** Number of responses by class of status. */
  statuses: Record<string, number>;
  /** Number of requests for each service, and of accepted ones. */
  services: Record<string, { operations: number; requests: number; taken: number }>;
  findings: Finding[];
  /** Operations that accepted no request, with their most frequent refusals; the campaign hardly covers them. */
  neverAccepted: string[];
}

/**
 * Sends requests to every operation of the services, a tenth through the gateway and the others directly, and checks
 * every response.
 */
export async function runCampaign(system: RunningSystem, options: CampaignOptions): Promise<CampaignReport> {
  return new Campaign(system, options).run();
}

interface Target {
  operation: Operation;
  seed: number;
}

class Campaign {
  private readonly sender = new Sender();
  private readonly findings = new Map<string, Finding>();
  private readonly statuses: Record<string, number> = {};
  private readonly services: CampaignReport['services'] = {};
  private readonly known = new Map<ServiceName, KnownIds>(SERVICE_NAMES.map((name) => [name, new KnownIds()]));
  private readonly neverAccepted: string[] = [];
  private readonly renewing = new Map<ServiceName, Promise<void>>();
  /** Number of requests to each service since its fixtures were recreated. */
  private readonly sinceRenewal = new Map<ServiceName, number>();
  private readonly login: TokenLogin;
  private readonly caller: Caller;
  private readonly secrets: string[];
  private readonly logs: LogWatch;
  private requests = 0;

  constructor(
    private readonly system: RunningSystem,
    private readonly options: CampaignOptions,
  ) {
    this.login = new TokenLogin(system.gatewayUrl, system.login);
    this.caller = new Caller(system.gatewayUrl, this.login.headers);
    this.secrets = listSecrets(system);
    this.logs = new LogWatch(path.join(system.dataDir, 'logs'));
    // Skips log lines from before the campaign.
    for (const name of LOGGING) this.logs.newLines(name);
  }

  async run(): Promise<CampaignReport> {
    const startedAt = performance.now();
    const pids = SERVICE_NAMES.map((name) => this.system.processId(name));
    const targets = await this.findTargets();
    // Removing operations come last, and containers after their content.
    const removes = ({ operation }: Target): boolean => operation.method === 'DELETE';
    const depth = ({ operation }: Target): number => operation.path.split('/').length;
    const ask = (target: Target): Promise<void> => this.askOften(target);
    const keeping = targets.filter((target) => !removes(target));
    await inParallel(keeping, OPERATIONS_AT_ONCE, ask);
    const removing = targets.filter(removes).sort((a, b) => depth(b) - depth(a));
    await inParallel(removing, OPERATIONS_AT_ONCE, ask);
    this.sender.close();
    this.login.close();
    SERVICE_NAMES.forEach((name, n) => {
      if (this.system.processId(name) !== pids[n]) this.add(name, 'the process died', 'see its log');
    });
    this.searchLogs();
    return {
      requests: this.requests,
      operations: targets.length,
      seconds: (performance.now() - startedAt) / 1000,
      statuses: this.statuses,
      services: this.services,
      findings: [...this.findings.values()].sort((a, b) => b.count - a.count),
      neverAccepted: this.neverAccepted,
    };
  }

  private async findTargets(): Promise<Target[]> {
    const targets: Target[] = [];
    for (const service of this.options.services ?? SERVICE_NAMES) {
      for (const [at, operation] of (await fetchOperations(this.system, service)).entries()) {
        const seed = this.options.seed * 1_000 + at;
        const name = `${operation.method} ${operation.path}`;
        if (name.includes(this.options.only ?? '')) targets.push({ operation, seed });
      }
    }
    return evenly(targets);
  }

  private async askOften({ operation, seed }: Target): Promise<void> {
    const { service } = operation;
    const startedAt = performance.now();
    const findings = this.findings.size;
    const random = new Random(seed);
    const known = this.known.get(service)!;
    const values = new Values(random, operation.components, known);
    const surroundings = { random, values, known, login: () => this.login.authorization };
    const of = (this.services[service] ??= { operations: 0, requests: 0, taken: 0 });
    of.operations++;
    let taken = 0;
    const refusals = new Map<string, number>();
    let takenBefore = 0;
    for (let left = this.options.requestsPerOperation; left > 0; left -= ROUND) {
      const isFirst = left === this.options.requestsPerOperation;
      const isWorn = isFirst ? this.isWorn(operation) : taken === takenBefore;
      if (isWorn || this.renewing.has(service)) await this.renew(service);
      takenBefore = taken;
      let inThisRound = Math.min(left, ROUND);
      const client = async (): Promise<void> => {
        while (inThisRound-- > 0) {
          const request = generate(operation, surroundings);
          const response = await this.ask(operation, request, random.chance(DIRECT_SHARE));
          of.requests++;
          if (response === undefined) continue;
          const isTaken = response.status < 400 && request.method === operation.method;
          if (isTaken) taken++;
          else count(refusals, `${response.status} ${String(response.headers['x-error-type'])}`);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS_EACH }, client));
      this.searchLogs();
    }
    of.taken += taken;
    if (taken === 0) {
      this.neverAccepted.push(`${service} ${operation.method} ${operation.path}: ${commonest(refusals)}`);
    }
    const found = this.findings.size - findings;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.options.report?.(
      `${service} ${operation.method} ${operation.path}: ${taken} taken, ${seconds} s${found > 0 ? `, ${found} findings` : ''}`,
    );
  }

  private isWorn({ service, method }: Operation): boolean {
    return method === 'DELETE' || (this.sinceRenewal.get(service) ?? WORN_AFTER) >= WORN_AFTER;
  }

  /** One at a time for each service; concurrent callers share it. */
  private async renew(service: ServiceName): Promise<void> {
    const underWay = this.renewing.get(service);
    if (underWay) return underWay;
    const renewal = this.renewAll(service);
    this.renewing.set(service, renewal);
    await renewal.finally(() => this.renewing.delete(service));
  }

  private async renewAll(service: ServiceName): Promise<void> {
    await this.login.renew();
    await FIXTURES[service](this.caller, this.known.get(service)!, this.system.dataDir);
    this.sinceRenewal.set(service, 0);
  }

  /** The response, if there was one. */
  private async ask(
    operation: Operation,
    request: GeneratedRequest,
    isDirect: boolean,
  ): Promise<HttpResponse | undefined> {
    const { service } = operation;
    const base = isDirect ? this.system.serviceUrl(service) : this.system.gatewayUrl;
    const name = `${service} ${operation.method} ${operation.path}`;
    const example = (): string => formatExample(request, isDirect ? 'direct' : 'gateway');
    this.requests++;
    this.sinceRenewal.set(service, (this.sinceRenewal.get(service) ?? 0) + 1);
    let response: HttpResponse;
    try {
      response = await this.sender.send(base, request);
      // The machine may be busy; the delay of an injection would recur.
      if (response.durationMs > SLOW_MS) response = await this.sender.send(base, request);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // The server may close the connection of a client that continues to send a refused body, after its response.
      const isRefusedUpload = (request.body?.length ?? 0) > 60_000 && (code === 'EPIPE' || code === 'ECONNRESET');
      if (!isRefusedUpload) this.add(name, `no response: ${code ?? message}`, example());
      return undefined;
    }
    const hundreds = `${Math.floor(response.status / 100)}xx`;
    this.statuses[hundreds] = (this.statuses[hundreds] ?? 0) + 1;
    for (const fault of findFaults(request, response, operation, this.secrets)) {
      this.add(name, fault, `${example()} -> ${response.status} ${response.text.slice(0, 200)}`);
    }
    return response;
  }

  private add(operation: string, fault: string, example: string): void {
    const key = `${operation} ${fault}`;
    const known = this.findings.get(key);
    if (known) {
      known.count++;
      return;
    }
    this.findings.set(key, { operation, fault, count: 1, example });
    // Reported at once, so that an interrupted campaign has printed its findings.
    this.options.report?.(`${operation}: ${fault}\n  ${example}`);
  }

  /** Searches for secrets and unexpected failures. */
  private searchLogs(): void {
    for (const name of LOGGING) {
      for (const line of this.logs.newLines(name)) {
        if (line.includes(CANARY)) this.add(name, 'logs a credential', line.slice(0, 400));
        if ([...this.secrets, ...this.login.tokens].some((secret) => line.includes(secret)))
          this.add(name, 'logs a secret', line.slice(0, 400));
        if (/"level":"(error|fatal)"/.test(line)) {
          const { error } = JSON.parse(line) as { error?: { message?: string } };
          this.add(name, `logs an unexpected failure: ${error?.message?.slice(0, 80) ?? ''}`, line.slice(0, 900));
        }
      }
    }
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function commonest(counts: ReadonlyMap<string, number>): string {
  const descending = [...counts].sort(([, a], [, b]) => b - a).slice(0, 4);
  return descending.map(([key, times]) => `${times} x ${key}`).join(', ');
}

/** Interleaves the operations of all services, so that the load is distributed. */
function evenly(targets: readonly Target[]): Target[] {
  const place = ({ operation }: Target): number => {
    const own = targets.filter((target) => target.operation.service === operation.service);
    return own.findIndex((target) => target.operation === operation) / own.length;
  };
  return targets
    .map((target) => ({ target, at: place(target) }))
    .sort((a, b) => a.at - b.at)
    .map(({ target }) => target);
}
