import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { AgentInventory, ReportResult } from '@wardstone/dto/monitoring';
import { Agent, request } from 'undici';
import { pauseMs } from '../../apps/agent/src';
import { inParallel } from '../requests/in-parallel';
import { call, type Session } from '../../apps/cli/src';
import { NO_RESPONSE, openPages, type Status } from './open-pages';
import { isRejected, REJECTED, toBaseline, toFileChange } from './watched-files';

export interface FleetPlan {
  agents: number;
  /** Number of values in each report. */
  metrics: number;
  /** Seconds between two reports. */
  interval: number;
  seconds: number;
  /** Number of changes of watched files in an hour, by agent; by default no files are watched. */
  fileChanges?: number;
  /** Whether all agents start at the same time, and keep their reports until the server accepts them. */
  together?: boolean;
}

/** A machine with a simulated agent. */
interface Host {
  name: string;
  platformId: number;
  /** A child of the platform, which goes down and up. */
  partId: number;
  scheduleIds: number[];
  /** Entity tag of the last fetched inventory. */
  etag?: string | undefined;
  /** Version of the last change of watched files. */
  driftVersion: number;
}

export const KINDS = [
  'report',
  'availability',
  'events',
  'poll',
  'sync',
  'scan orders',
  'scan result',
  'drift',
] as const;
export type Kind = (typeof KINDS)[number];

/** Address of an installation, and the tasks of its agents besides reporting to monitoring. */
export interface FleetTarget {
  administrator: Session;
  /** Login of an agent; by default that of the administrator. */
  sessionOf?: (name: string) => Session;
  /** The next compressed scan result of a host's system; by default none are sent. */
  resultOf?: (name: string) => { systemId: string; document: Buffer };
}

export interface FleetFigures {
  /** Durations of requests in ms, ascending; polls without work are excluded. */
  latencies: Record<Kind, number[]>;
  refused: Record<string, number>;
  /** Number of stored values. */
  values: number;
  /** Durations of a person's pages in ms, ascending. */
  pages: number[];
  /** Numbers for agents that keep their reports. */
  reports: KeptReports;
}

interface KeptReports {
  due: number;
  stored: number;
  /** Number of reports stored after the next one was due. */
  late: number;
}

const COMPLIANCE = '/api/compliance/v2';
const POLL_SECONDS = 25;
const EVENTS_EVERY_MS = 300_000;
const AVAILABILITY_EVERY_MS = 600_000;
const RESULT_EVERY_MS = 900_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const BETWEEN_POLLS_MS = 100;
const COMPRESSED_FROM_BYTES = 1024;
const AT_A_TIME = 8;
/** Waiting reports may take this many times as long as the run that produced them. */
const CATCH_UP_FACTOR = 2;
const NOT_MODIFIED = 304;
/** A child of each machine, and the minimum number of metrics of both. */
const CHILD = { typeName: 'Process', pluginName: 'Platforms' };
const NUMBERS_OF_CHILD = 3;
/** Event definition of platforms. */
const EVENT_DEFINITION = 'logEntry';

/** Agents of simulated machines, which act like real ones with default intervals. */
export class Fleet {
  private readonly hosts: Host[] = [];
  private readonly everyMs: Record<Kind, number>;
  private serial = 0;

  constructor(
    private readonly target: FleetTarget,
    private readonly plan: FleetPlan,
    private readonly runName = `fleet-${Date.now().toString(36)}`,
  ) {
    this.everyMs = {
      report: plan.interval * 1000,
      availability: AVAILABILITY_EVERY_MS,
      events: EVENTS_EVERY_MS,
      poll: BETWEEN_POLLS_MS,
      sync: MINUTE_MS,
      'scan orders': MINUTE_MS,
      'scan result': RESULT_EVERY_MS,
      drift: plan.fileChanges ? HOUR_MS / plan.fileChanges : Infinity,
    };
  }

  get names(): string[] {
    return Array.from({ length: this.plan.agents }, (_none, n) => `${this.runName}-${n + 1}`);
  }

  /** Registers the agents, reports their discoveries, and imports them. */
  async make(): Promise<void> {
    await inParallel(this.names, AT_A_TIME, async (name) => this.hosts.push(await this.makeHost(name)));
  }

  async remove(): Promise<void> {
    await inParallel(this.hosts, AT_A_TIME, ({ platformId }) =>
      call(this.target.administrator, 'DELETE', `/rest/resource/${platformId}`),
    );
  }

  /** Each agent does each kind of work at its own interval, starting spread over the interval. */
  async run(): Promise<FleetFigures> {
    const latencies = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
    const figures: FleetFigures = {
      latencies,
      refused: {},
      values: 0,
      pages: [],
      reports: { due: 0, stored: 0, late: 0 },
    };
    // A separate controller for each line, because thousands of listeners of one signal are slow to search.
    const stops: AbortController[] = [];
    const end = setTimeout(() => stops.forEach((stop) => stop.abort()), this.plan.seconds * 1000);
    const dispatcher = new Agent({ keepAliveTimeout: 60_000, connections: null });
    const makeStop = (): AbortSignal => stops[stops.push(new AbortController()) - 1]!.signal;
    const kinds = KINDS.filter(
      (kind) => (kind !== 'scan result' || this.target.resultOf) && (kind !== 'drift' || this.plan.fileChanges),
    );
    const done = new AbortController();
    const refuse = (status: Status): void => countRefusal(figures.refused, 'page', status);
    const person = openPages(this.target.administrator, this.hosts, done.signal, { pages: figures.pages, refuse });
    await Promise.all(
      this.hosts.flatMap((host, at) =>
        kinds.map((kind) => {
          const spreadMs = kind === 'poll' ? POLL_SECONDS * 1000 : this.everyMs[kind];
          const firstMs = this.plan.together ? 0 : (at / this.plan.agents) * spreadMs;
          const line = { host, kind, figures, dispatcher, firstMs };
          return this.plan.together && kind === 'report'
            ? this.keepReporting({ ...line, stop: AbortSignal.timeout(this.plan.seconds * CATCH_UP_FACTOR * 1000) })
            : this.repeat({ ...line, stop: makeStop() });
        }),
      ),
    );
    clearTimeout(end);
    done.abort();
    await person;
    await dispatcher.destroy();
    for (const sorted of [...Object.values(latencies), figures.pages]) sorted.sort((a, b) => a - b);
    return figures;
  }

  private getSession(name: string): Session {
    return this.target.sessionOf?.(name) ?? this.target.administrator;
  }

  private async makeHost(name: string): Promise<Host> {
    const path = `/rest/agent/${name}`;
    const own = this.getSession(name);
    await call(own, 'PUT', path, { version: 'fleet', hostname: name });
    const children = Array.from({ length: Math.ceil(this.plan.metrics / NUMBERS_OF_CHILD) }, (_none, n) => ({
      ...CHILD,
      key: `process-${n}`,
      name: `process-${n}`,
    }));
    const roots = [{ key: name, typeName: 'Linux', pluginName: 'Platforms', name, children }];
    await call(own, 'POST', `${path}/inventory`, { reportId: 'roots', roots });
    const before = await call<AgentInventory>(own, 'GET', `${path}/sync`);
    const platform = before.resources.find(({ parentId }) => parentId === null)!;
    const status = { status: 'COMMITTED' };
    await call(this.target.administrator, 'PUT', `/rest/resource/${platform.resourceId}`, status);
    const { schedules } = await call<AgentInventory>(own, 'GET', `${path}/sync`);
    // Traits have text values, and counters store the change.
    const numeric = schedules.filter(({ type, perMinute }) => type === 'MEASUREMENT' && !perMinute);
    if (numeric.length < this.plan.metrics) throw new Error(`${name} has ${numeric.length} metrics only`);
    const scheduleIds = numeric.slice(0, this.plan.metrics).map(({ scheduleId }) => scheduleId);
    const part = before.resources.find(({ parentId }) => parentId !== null) ?? platform;
    if (this.plan.fileChanges) {
      const body = { reportId: 'baseline', changeSets: [toBaseline(platform.resourceId)] };
      const result = await call<Partial<ReportResult>>(own, 'POST', `${path}/drift`, body);
      if (isRejected(result)) throw new Error(`The watched files of ${name} were rejected`);
    }
    return { name, platformId: platform.resourceId, partId: part.resourceId, scheduleIds, driftVersion: 0 };
  }

  private async repeat(line: Line): Promise<void> {
    const { kind, stop, firstMs } = line;
    await sleep(firstMs, undefined, { signal: stop }).catch(() => undefined);
    let failures = 0;
    while (!stop.aborted) {
      const startedAt = performance.now();
      const isTaken = await this.tryExchange(line);
      failures = isTaken ? 0 : failures + 1;
      const sinceMs = kind === 'poll' ? 0 : performance.now() - startedAt;
      const usualMs = this.everyMs[kind] - sinceMs;
      const restMs = isTaken ? usualMs : Math.max(usualMs, pauseMs(failures, line.askedMs ?? 0, Math.random()));
      await sleep(Math.max(0, restMs), undefined, { signal: stop }).catch(() => undefined);
    }
  }

  /** Like real agents: a report that the server does not accept waits, and the oldest goes first. */
  private async keepReporting(line: Line): Promise<void> {
    const { figures, stop } = line;
    const everyMs = this.everyMs.report;
    const total = Math.ceil((this.plan.seconds * 1000) / everyMs);
    const startedAt = performance.now();
    const waiting: { sent: Sent; dueMs: number }[] = [];
    const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stop }).catch(() => undefined);
    let made = 0;
    let failures = 0;
    while (!stop.aborted && (made < total || waiting.length > 0)) {
      for (; made < total && performance.now() >= startedAt + made * everyMs; made++) {
        waiting.push({ sent: this.toRequest(line), dueMs: startedAt + made * everyMs });
        figures.reports.due++;
      }
      const [oldest] = waiting;
      if (!oldest) {
        await pause(startedAt + made * everyMs - performance.now());
      } else if (await this.tryExchange(line, oldest.sent)) {
        if (stop.aborted) return;
        waiting.shift();
        failures = 0;
        figures.reports.stored++;
        if (performance.now() > oldest.dueMs + everyMs) figures.reports.late++;
      } else {
        await pause(pauseMs(++failures, line.askedMs ?? 0, Math.random()));
      }
    }
  }

  private async tryExchange(line: Line, sent?: Sent): Promise<boolean> {
    try {
      return await this.exchange(line, sent);
    } catch (error) {
      if (line.stop.aborted) return true;
      // Connection errors have a code, bugs of this program do not.
      if (!(error instanceof Error && 'code' in error)) throw error;
      line.askedMs = 0;
      countRefusal(line.figures.refused, line.kind, NO_RESPONSE);
      return false;
    }
  }

  /** @returns whether the server accepted it */
  private async exchange(line: Line, next = this.toRequest(line)): Promise<boolean> {
    const { host, kind, figures, stop, dispatcher } = line;
    const { url, authorization } = this.getSession(host.name);
    const { method, target, ...sent } = next;
    const { payload, headers } = encode(sent);
    const startedAt = performance.now();
    const response = await request(`${url}${target}`, {
      method,
      dispatcher,
      signal: stop,
      body: payload,
      headers: {
        accept: 'application/json',
        authorization,
        ...headers,
        ...(kind === 'sync' && host.etag && { 'if-none-match': host.etag }),
      },
    });
    const text = await response.body.text();
    if (kind === 'sync' && response.statusCode === 200) host.etag = [response.headers.etag].flat()[0];
    figures.latencies[kind].push(performance.now() - startedAt);
    const isTaken = response.statusCode < 300 || response.statusCode === NOT_MODIFIED;
    line.askedMs = Number(response.headers['retry-after'] ?? 0) * 1000;
    if (!isTaken) countRefusal(figures.refused, kind, response.statusCode);
    else if (kind === 'drift' && isRejected(JSON.parse(text) as ReportResult))
      countRefusal(figures.refused, kind, REJECTED);
    else if (kind === 'report') figures.values += host.scheduleIds.length;
    return isTaken;
  }

  private toRequest({ host, kind }: Line): Sent {
    const path = `/rest/agent/${host.name}`;
    const reportId = `${this.runName}-${++this.serial}`;
    const timestamp = Date.now();
    switch (kind) {
      case 'sync':
        return { method: 'GET', target: `${path}/sync` };
      case 'poll':
        return { method: 'GET', target: `${path}/work?max=10&wait=${POLL_SECONDS}` };
      case 'scan orders':
        return { method: 'GET', target: `${COMPLIANCE}/agent/scans` };
      case 'scan result': {
        const { systemId, document } = this.target.resultOf!(host.name);
        return { method: 'POST', target: `${COMPLIANCE}/systems/${systemId}/test_results`, document };
      }
      case 'availability': {
        const type = Math.floor(timestamp / AVAILABILITY_EVERY_MS) % 2 === 0 ? 'UP' : 'DOWN';
        const items = [{ resourceId: host.partId, type, since: timestamp }];
        return { method: 'POST', target: `${path}/availability`, body: { reportId, changesOnly: true, items } };
      }
      case 'events': {
        const event = {
          resourceId: host.platformId,
          definition: EVENT_DEFINITION,
          timestamp,
          severity: 'WARN',
        };
        const events = [{ ...event, location: '/var/log/syslog', detail: 'a line of a log' }];
        return { method: 'POST', target: `${path}/events`, body: { reportId, events } };
      }
      case 'drift': {
        const changeSets = [toFileChange(host.platformId, ++host.driftVersion)];
        return { method: 'POST', target: `${path}/drift`, body: { reportId, changeSets } };
      }
      case 'report': {
        const numeric = host.scheduleIds.map((scheduleId, n) => ({
          scheduleId,
          timestamp,
          value: Math.round((1000 + Math.random() * 100 + n) * 100) / 100,
        }));
        return { method: 'POST', target: `${path}/measurements`, body: { reportId, numeric } };
      }
    }
  }
}

interface Sent {
  method: 'GET' | 'POST';
  target: string;
  body?: object;
  /** Compressed XML. */
  document?: Buffer;
}

/** Like real agents, compresses long bodies. */
function encode({ body, document }: Pick<Sent, 'body' | 'document'>): {
  payload: string | Buffer | null;
  headers: Record<string, string>;
} {
  if (document)
    return { payload: document, headers: { 'content-type': 'application/xml', 'content-encoding': 'gzip' } };
  if (!body) return { payload: null, headers: {} };
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  if (text.length < COMPRESSED_FROM_BYTES) return { payload: text, headers };
  return { payload: gzipSync(text), headers: { ...headers, 'content-encoding': 'gzip' } };
}

interface Line {
  host: Host;
  kind: Kind;
  figures: FleetFigures;
  stop: AbortSignal;
  dispatcher: Agent;
  firstMs: number;
  /** `Retry-After` of the last response. */
  askedMs?: number;
}

function countRefusal(refused: FleetFigures['refused'], kind: Kind | 'page', status: Status | typeof REJECTED): void {
  const refusal = `${kind} ${status}`;
  refused[refusal] = (refused[refusal] ?? 0) + 1;
}
