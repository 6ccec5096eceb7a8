import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { SERVICE_NAMES, type RunningSystem, type ServiceName } from '../system';
import { type Answer, SLOW_MS, faultsOf } from './checks';
import { CANARY } from './corpus';
import { type FuzzOperation, type OpenApiDocument, componentsOf, fuzzOperations } from './operations';
import { Random } from './random';
import { type GeneratedRequest, generate } from './request';
import { Ground } from './seed';
import { Values } from './values';

const CLIENTS = 8;
const REQUEST_TIMEOUT_MS = 20_000;

export interface CampaignOptions {
  requestsPerOperation: number;
  seed: number;
  services?: readonly ServiceName[];
  report?: (line: string) => void;
}

/** A kind of fault, how often it was met, and one request that shows it. */
export interface Finding {
  operation: string;
  fault: string;
  count: number;
  example: string;
}

export interface CampaignReport {
  requests: number;
  operations: number;
  /** Answers by hundreds of their status. */
  statuses: Record<string, number>;
  findings: Finding[];
}

/** Asks every operation of the services, half through the gateway and half directly, and judges every answer. */
export async function runCampaign(system: RunningSystem, options: CampaignOptions): Promise<CampaignReport> {
  const login = `Basic ${Buffer.from(`admin:${system.adminPassword}`).toString('base64')}`;
  const campaign = new Campaign(system, login, options);
  return campaign.run();
}

class Campaign {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  private readonly findings = new Map<string, Finding>();
  private readonly statuses: Record<string, number> = {};
  private readonly ground: Ground;
  private readonly secrets: string[];
  private requests = 0;
  private operations = 0;

  constructor(
    private readonly system: RunningSystem,
    private readonly login: string,
    private readonly options: CampaignOptions,
  ) {
    this.ground = new Ground(system.gatewayUrl, login);
    this.secrets = [system.adminPassword, login.slice('Basic '.length), ...databasePasswords(system.dataDir)];
  }

  async run(): Promise<CampaignReport> {
    const pids = SERVICE_NAMES.map((name) => this.system.processId(name));
    for (const service of this.options.services ?? SERVICE_NAMES) await this.fuzzService(service);
    this.agent.destroy();
    SERVICE_NAMES.forEach((name, n) => {
      if (this.system.processId(name) !== pids[n]) this.add(name, 'the process died', 'see its log');
    });
    this.searchLogs();
    const findings = [...this.findings.values()].sort((a, b) => b.count - a.count);
    return { requests: this.requests, operations: this.operations, statuses: this.statuses, findings };
  }

  private async fuzzService(service: ServiceName): Promise<void> {
    const answer = await fetch(`${this.system.serviceUrl(service)}/openapi.json`);
    const document = (await answer.json()) as OpenApiDocument;
    // What removes goes last.
    const operations = fuzzOperations(document).sort(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    );
    for (const [at, operation] of operations.entries()) {
      await this.ground.renew();
      this.operations++;
      const random = new Random(this.options.seed * 1_000 + at);
      const values = new Values(random, componentsOf(document), () => this.ground.ids);
      const surroundings = { random, values, login: this.login, idsFor: (name: string) => this.ground.idsFor(name) };
      let left = this.options.requestsPerOperation;
      const before = this.findings.size;
      const client = async (): Promise<void> => {
        while (left-- > 0) await this.ask(service, operation, generate(operation, surroundings), random.chance(0.5));
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      const found = this.findings.size - before;
      this.options.report?.(
        `${service} ${operation.method} ${operation.path}${found > 0 ? `: ${found} findings` : ''}`,
      );
    }
  }

  private async ask(
    service: ServiceName,
    operation: FuzzOperation,
    request: GeneratedRequest,
    isDirect: boolean,
  ): Promise<void> {
    const base = isDirect ? this.system.serviceUrl(service) : this.system.gatewayUrl;
    const name = `${service} ${operation.method} ${operation.path}`;
    this.requests++;
    let answer: Answer;
    try {
      answer = await this.send(base, request);
      // The machine may be busy with something else; what an injection delays is late again.
      if (answer.durationMs > SLOW_MS) answer = await this.send(base, request);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // The server may hang up on a client that goes on sending what was refused; the answer was there before.
      const isRefusedUpload = (request.body?.length ?? 0) > 60_000 && (code === 'EPIPE' || code === 'ECONNRESET');
      if (!isRefusedUpload) this.add(name, `gives no answer: ${code ?? message}`, exampleOf(request, isDirect));
      return;
    }
    const hundreds = `${Math.floor(answer.status / 100)}xx`;
    this.statuses[hundreds] = (this.statuses[hundreds] ?? 0) + 1;
    for (const fault of faultsOf(request, answer, operation, this.secrets)) {
      this.add(name, fault, `${exampleOf(request, isDirect)} -> ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  }

  private add(operation: string, fault: string, example: string): void {
    const key = `${operation} ${fault}`;
    const known = this.findings.get(key);
    if (known) known.count++;
    else this.findings.set(key, { operation, fault, count: 1, example });
  }

  /** Secrets in the logs, and failures that nobody foresaw. */
  private searchLogs(): void {
    for (const name of [...SERVICE_NAMES, 'postgres']) {
      const file = path.join(this.system.dataDir, 'logs', `${name}.log`);
      if (!fs.existsSync(file)) continue;
      for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
        if (line.includes(CANARY)) this.add(name, 'logs a credential', line.slice(0, 400));
        if (this.secrets.some((secret) => line.includes(secret))) this.add(name, 'logs a secret', line.slice(0, 400));
        if (/"level":"(error|fatal)"/.test(line)) {
          const { error } = JSON.parse(line) as { error?: { message?: string } };
          this.add(name, `logs an unexpected failure: ${error?.message?.slice(0, 80) ?? ''}`, line.slice(0, 900));
        }
      }
    }
  }

  private send(base: string, { method, path: target, headers, body }: GeneratedRequest): Promise<Answer> {
    const { hostname, port } = new URL(base);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const request = http.request(
        { agent: this.agent, hostname, port, method, path: target, headers, timeout: REQUEST_TIMEOUT_MS },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
              durationMs: performance.now() - startedAt,
            }),
          );
        },
      );
      request.on('timeout', () => request.destroy(new Error('no answer in 20 s')));
      request.on('error', reject);
      if (body) request.setHeader('content-length', body.length);
      request.end(body);
    });
  }
}

function databasePasswords(dataDir: string): string[] {
  const file = path.join(dataDir, 'secrets.json');
  return [...fs.readFileSync(file, 'utf8').matchAll(/"([A-Za-z0-9_-]{20,})"/g)].map(([, secret]) => secret!);
}

/** The request as somebody would write it down to send it again. */
function exampleOf({ method, path: target, headers, body }: GeneratedRequest, isDirect: boolean): string {
  const shown = Object.entries(headers)
    .filter(([name, value]) => name !== 'authorization' && !(name === 'accept' && value === 'application/json'))
    .map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const sent = body ? ` ${JSON.stringify(body.subarray(0, 200).toString('utf8'))}` : '';
  return `${isDirect ? 'direct' : 'gateway'} ${method} ${target.slice(0, 300)} {${shown.join(', ')}}${sent}`;
}
