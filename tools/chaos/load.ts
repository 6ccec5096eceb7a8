import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, formatHead, readHeader } from '../load/connection';
import { quantile } from '../load/generate-load';
import { Caller } from '../requests/caller';
import { MetricUnderLoad, type Point } from './metric-under-load';

/** Outcome of a request. */
export interface Outcome {
  what: string;
  /** Milliseconds since the load began. */
  atMs: number;
  durationMs: number;
  /** Absent without a complete response. */
  status?: number;
  retryAfter?: string;
  errorType?: string;
  failure?: string;
}

export interface LoadReport {
  requests: number;
  /** Number of successful responses. */
  served: number;
  /** Number of 503 responses with Retry-After. */
  refused: number;
  /** All other responses. */
  wrong: Outcome[];
  /** Requests without a response, or with an incomplete one. */
  lost: Outcome[];
  seconds: number;
  /** Longest time without a successful request, in ms. */
  longestGapMs: number;
  /** 99th percentile of successful requests, in ms. */
  p99Ms: number;
}

interface Operation {
  what: string;
  method: string;
  path: string;
  body?: object | readonly object[];
  /** Statuses of success. */
  expect: readonly number[];
  /** Called after a successful response. */
  done?: () => void;
}

const SYSTEMS = '/api/compliance/v2/systems';
const ERROR_TYPES = '/api/v1/error';
const PAGE = 100;
const REQUEST_TIMEOUT_MS = 30_000;
const PAUSE_AFTER_REFUSAL_MS = 50;

export interface LoadOptions {
  clients: number;
  /** Pause of each client between two requests. */
  pauseMs?: number;
}

/** Clients that read and write through the gateway over keep-alive connections, and remember what was acknowledged. */
export class Load {
  /** Acknowledged records. */
  readonly acknowledged: { systems: string[]; errorTypes: string[]; points: Point[] } = {
    systems: [],
    errorTypes: [],
    points: [],
  };
  private readonly outcomes: Outcome[] = [];
  private readonly stopping = new AbortController();
  private readonly clients: Promise<void>[] = [];
  private readonly startedAt = performance.now();
  private served = 0;
  private requests = 0;
  private readonly servedAt: number[] = [];
  private readonly durations: number[] = [];
  private readonly target: URL;
  private readonly pauseMs: number;

  private constructor(
    gatewayUrl: string,
    private readonly login: string,
    readonly metric: MetricUnderLoad,
    { clients, pauseMs = 0 }: LoadOptions,
  ) {
    this.pauseMs = pauseMs;
    this.target = new URL(gatewayUrl);
    for (let n = 0; n < clients; n++) this.clients.push(this.runClient(n));
  }

  static async start(gatewayUrl: string, login: string, options: LoadOptions): Promise<Load> {
    return new Load(gatewayUrl, login, await MetricUnderLoad.prepare(gatewayUrl, login), options);
  }

  get count(): number {
    return this.requests;
  }

  get secondsSoFar(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  /** Lets every client finish its request. */
  async stop(): Promise<LoadReport> {
    this.stopping.abort();
    await Promise.all(this.clients);
    const refused = this.outcomes.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined);
    const durations = this.durations.sort((a, b) => a - b);
    const moments = [0, ...this.servedAt, performance.now() - this.startedAt];
    return {
      requests: this.requests,
      served: this.served,
      refused: refused.length,
      wrong: this.outcomes.filter((one) => one.status !== undefined && !refused.includes(one)),
      lost: this.outcomes.filter(({ status }) => status === undefined),
      seconds: this.secondsSoFar,
      longestGapMs: moments.reduce((most, moment, at) => Math.max(most, moment - (moments[at - 1] ?? moment)), 0),
      p99Ms: durations.length === 0 ? 0 : quantile(durations, 0.99),
    };
  }

  /**
   * Acknowledged records that are missing; `gatewayUrl` may be that of an installation restored from a backup. Records
   * missing in lists are read individually until they are returned.
   */
  async findLost(
    { systems, errorTypes, points } = this.acknowledged,
    gatewayUrl = this.target.origin,
  ): Promise<string[]> {
    const caller = new Caller(gatewayUrl, { authorization: this.login });
    const listed = new Set([
      ...(await listAll(caller, SYSTEMS, ({ id }) => id)),
      ...(await listAll(caller, ERROR_TYPES, ({ title }) => title)),
    ]);
    const paths = [...systems.map((id) => `${SYSTEMS}/${id}`), ...errorTypes.map((type) => `${ERROR_TYPES}/${type}`)];
    const lost: string[] = [];
    for (const path of paths.filter((candidate) => !listed.has(candidate))) {
      for (let attempt = 0; ; attempt++) {
        const status = await caller.ask('GET', path).then(readStatus, () => undefined);
        if (status === 200) break;
        if (status === 404 || attempt === 20) {
          lost.push(path);
          break;
        }
        await sleep(500);
      }
    }
    return [...lost, ...(await this.metric.findLost(points, gatewayUrl))];
  }

  private async runClient(n: number): Promise<void> {
    const { hostname, port } = this.target;
    const connection = new Connection(() => net.connect(Number(port || 80), hostname), REQUEST_TIMEOUT_MS);
    for (let turn = n; !this.stopping.signal.aborted; turn++) {
      const operation = this.operation(turn);
      const outcome = await this.send(connection, operation);
      this.requests++;
      if (outcome.status !== undefined && operation.expect.includes(outcome.status)) {
        this.served++;
        this.servedAt.push(outcome.atMs + outcome.durationMs);
        this.durations.push(outcome.durationMs);
        operation.done?.();
        if (this.pauseMs > 0) await sleep(this.pauseMs);
      } else {
        this.outcomes.push(outcome);
        await sleep(PAUSE_AFTER_REFUSAL_MS);
      }
    }
    connection.close();
  }

  private operation(turn: number): Operation {
    const { systems, errorTypes, points } = this.acknowledged;
    const known = systems[turn % Math.max(1, systems.length)];
    switch (turn % 9) {
      case 0: {
        const id = randomUUID();
        return {
          what: 'store a system',
          method: 'PUT',
          path: `${SYSTEMS}/${id}`,
          body: { display_name: `host-${id}`, os_major_version: 9, os_minor_version: turn % 7 },
          expect: [201],
          done: () => systems.push(id),
        };
      }
      case 1: {
        const type = `custom_${randomUUID().replaceAll('-', '')}`;
        return {
          what: 'store an error type',
          method: 'PUT',
          path: `${ERROR_TYPES}/${type}`,
          body: { description: 'Made under load.', causes: ['A test.'], resolution: ['None.'], status: 418 },
          expect: [200, 201],
          done: () => errorTypes.push(type),
        };
      }
      case 2:
        return { what: 'list systems', method: 'GET', path: `${SYSTEMS}?limit=10`, expect: [200] };
      case 3:
        return { what: 'ask for the state of monitoring', method: 'GET', path: '/rest/status/server', expect: [200] };
      case 4:
        return { what: 'read an error type', method: 'GET', path: '/api/v1/error/not_found', expect: [200] };
      case 5:
        return { what: 'read the keys', method: 'GET', path: '/auth/jwks.json', expect: [200] };
      case 6: {
        const point = this.metric.next();
        return {
          what: 'store a value',
          method: 'POST',
          path: '/rest/metric/data/raw',
          body: [point],
          expect: [204],
          done: () => points.push(point),
        };
      }
      default:
        if (known === undefined)
          return { what: 'list policies', method: 'GET', path: '/api/compliance/v2/policies', expect: [200] };
        return { what: 'read a system', method: 'GET', path: `${SYSTEMS}/${known}`, expect: [200] };
    }
  }

  private send(connection: Connection, { what, method, path, body }: Operation): Promise<Outcome> {
    const startedAt = performance.now();
    const atMs = startedAt - this.startedAt;
    const text = body === undefined ? '' : JSON.stringify(body);
    const head = formatHead(method, path, {
      Host: this.target.host,
      Authorization: this.login,
      Accept: 'application/json',
      ...(text && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    });
    return new Promise((resolve) => {
      connection.exchange(Buffer.from(head + text), (outcome) => {
        const done = { what, atMs, durationMs: performance.now() - startedAt };
        if (outcome instanceof Error) {
          resolve({ ...done, failure: (outcome as NodeJS.ErrnoException).code ?? outcome.message });
          return;
        }
        const retryAfter = readHeader(outcome, 'retry-after');
        resolve({ ...done, status: outcome.status, retryAfter, errorType: readHeader(outcome, 'x-error-type') });
      });
    });
  }
}

interface Listed {
  id?: string;
  title?: string;
}

/** Paths of all records of a list, read in pages, as far as readable. */
async function listAll(
  caller: Caller,
  list: string,
  nameOf: (record: Listed) => string | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const read = caller.tried<{ data?: Listed[] }>('GET', `${list}?limit=${PAGE}&offset=${offset}`);
    const page = (await read.catch(() => undefined))?.data ?? [];
    found.push(...page.map((record) => `${list}/${nameOf(record)}`));
    if (page.length < PAGE) return found;
  }
}

/** Waits for the end of the response. */
export async function readStatus(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}

/** Outcomes grouped for display: `3 x store a system: 500 internal_error`. */
export function summarise(outcomes: readonly Outcome[]): string[] {
  const counts = new Map<string, number>();
  for (const { what, status, errorType, failure } of outcomes) {
    const text = `${what}: ${failure ?? [status, errorType].filter(Boolean).join(' ')}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${count} x ${text}`);
}
