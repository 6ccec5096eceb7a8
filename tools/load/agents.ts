import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { backoffMs } from '../../apps/agent/src/domain/backoff';
import { inParallel } from '../requests/in-parallel';
import { call, type Session } from '../session';
import type { AgentsPlan } from './arguments';

/** A machine whose agent is simulated. */
interface Host {
  name: string;
  platformId: number;
  scheduleIds: number[];
  /** Of the inventory that it got last. */
  etag?: string | undefined;
}

export type Kind = 'report' | 'poll' | 'sync';

export interface AgentFigures {
  /** Requests in ms, ascending; a poll waits as long as there is no work. */
  latencies: Record<Kind, number[]>;
  refused: Record<string, number>;
  values: number;
}

/** Defaults of the agent. */
const EVERY_MS: Record<Kind, number> = { report: 30_000, poll: 100, sync: 60_000 };
const POLL_SECONDS = 25;
/** What they begin spread over, as machines do that were started at different times. */
const SPREAD_MS: Record<Kind, number> = { ...EVERY_MS, poll: POLL_SECONDS * 1000 };
const COMPRESSED_FROM_BYTES = 1024;
const AT_A_TIME = 8;
const NOT_MODIFIED = 304;
/** What a machine has besides itself, and how many numbers each of them has at least. */
const CHILD = { typeName: 'Process', pluginName: 'Platforms' };
const NUMBERS_OF_CHILD = 3;

/** Agents of made-up machines: they register, report what they found, and it is imported. */
export class LoadAgents {
  private hosts: Host[] = [];
  private serial = 0;

  /** @param sessionOf where an agent logs in, and as whom; by default as the administrator of `session` */
  constructor(
    private readonly session: Session,
    private readonly plan: AgentsPlan,
    private readonly runName = `load-${Date.now().toString(36)}`,
    private readonly sessionOf: (name: string) => Session = () => session,
  ) {}

  get names(): string[] {
    return Array.from({ length: this.plan.hosts }, (_none, n) => `${this.runName}-${n + 1}`);
  }

  async make(): Promise<void> {
    await inParallel(this.names, AT_A_TIME, async (name) => this.hosts.push(await this.makeHost(name)));
  }

  async remove(): Promise<void> {
    await inParallel(this.hosts, AT_A_TIME, ({ platformId }) =>
      call(this.session, 'DELETE', `/rest/resource/${platformId}`),
    );
  }

  /** Each host reports, waits for work and synchronises as an agent does; they begin spread over the interval. */
  async run(): Promise<AgentFigures> {
    const figures: AgentFigures = { latencies: { report: [], poll: [], sync: [] }, refused: {}, values: 0 };
    // One for each line: thousands of listeners of one signal are a list that is searched at each request.
    const stops: AbortController[] = [];
    const end = setTimeout(() => stops.forEach((stop) => stop.abort()), this.plan.seconds * 1000);
    const dispatcher = new Agent({ keepAliveTimeout: 60_000, connections: null });
    const stopOf = (): AbortSignal => stops[stops.push(new AbortController()) - 1]!.signal;
    const play = (host: Host, at: number, kind: Kind): Promise<void> =>
      this.repeat({
        host,
        kind,
        figures,
        stop: stopOf(),
        dispatcher,
        firstMs: (at / this.plan.hosts) * SPREAD_MS[kind],
      });
    await Promise.all(
      this.hosts.flatMap((host, at) => [play(host, at, 'report'), play(host, at, 'poll'), play(host, at, 'sync')]),
    );
    clearTimeout(end);
    await dispatcher.destroy();
    for (const kind of Object.keys(figures.latencies) as Kind[]) figures.latencies[kind].sort((a, b) => a - b);
    return figures;
  }

  private async makeHost(name: string): Promise<Host> {
    const path = `/rest/agent/${name}`;
    const own = this.sessionOf(name);
    await call(own, 'PUT', path, { version: 'load', hostname: name });
    const children = Array.from({ length: Math.ceil(this.plan.values / NUMBERS_OF_CHILD) }, (_none, n) => ({
      ...CHILD,
      key: `process-${n}`,
      name: `process-${n}`,
    }));
    const roots = [{ key: name, typeName: 'Linux', pluginName: 'Platforms', name, children }];
    await call(own, 'POST', `${path}/inventory`, { reportId: 'roots', roots });
    const before = await call<Inventory>(own, 'GET', `${path}/sync`);
    const platform = before.resources.find(({ parentId }) => parentId === null)!;
    await call(this.session, 'PUT', `/rest/resource/${platform.resourceId}`, { status: 'COMMITTED' });
    const { schedules } = await call<Inventory>(own, 'GET', `${path}/sync`);
    // Traits take texts, and of counters it is the change that is stored.
    const numeric = schedules.filter(({ type, perMinute }) => type === 'MEASUREMENT' && !perMinute);
    if (numeric.length < this.plan.values) throw new Error(`${name} has ${numeric.length} metrics only`);
    const scheduleIds = numeric.slice(0, this.plan.values).map(({ scheduleId }) => scheduleId);
    return { name, platformId: platform.resourceId, scheduleIds };
  }

  private async repeat(line: Line): Promise<void> {
    const { kind, stop, firstMs } = line;
    await sleep(firstMs, undefined, { signal: stop }).catch(() => undefined);
    let failures = 0;
    while (!stop.aborted) {
      const startedAt = performance.now();
      const isTaken = await this.exchange(line).catch((error: unknown) => {
        if (!stop.aborted) throw error;
        return true;
      });
      failures = isTaken ? 0 : failures + 1;
      const usualMs = kind === 'poll' ? EVERY_MS.poll : EVERY_MS[kind] - (performance.now() - startedAt);
      const restMs = isTaken ? usualMs : Math.max(usualMs, backoffMs(failures, Math.random()));
      await sleep(Math.max(0, restMs), undefined, { signal: stop }).catch(() => undefined);
    }
  }

  /** @returns whether the server took it */
  private async exchange({ host, kind, figures, stop, dispatcher }: Line): Promise<boolean> {
    const { url, authorization } = this.sessionOf(host.name);
    const { method, target, body } = this.requestOf(host, kind);
    const isPacked = (body?.length ?? 0) >= COMPRESSED_FROM_BYTES;
    const startedAt = performance.now();
    const answer = await request(`${url}${target}`, {
      method,
      dispatcher,
      signal: stop,
      body: body === undefined ? null : isPacked ? gzipSync(body) : body,
      headers: {
        accept: 'application/json',
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isPacked && { 'content-encoding': 'gzip' }),
        ...(kind === 'sync' && host.etag && { 'if-none-match': host.etag }),
      },
    });
    await answer.body.dump();
    if (kind === 'sync' && answer.statusCode === 200) host.etag = [answer.headers.etag].flat()[0];
    figures.latencies[kind].push(performance.now() - startedAt);
    const isTaken = answer.statusCode < 300 || answer.statusCode === NOT_MODIFIED;
    if (!isTaken) figures.refused[answer.statusCode] = (figures.refused[answer.statusCode] ?? 0) + 1;
    else if (kind === 'report') figures.values += host.scheduleIds.length;
    return isTaken;
  }

  private requestOf(
    { name, scheduleIds }: Host,
    kind: Kind,
  ): { method: 'GET' | 'POST'; target: string; body?: string } {
    const path = `/rest/agent/${name}`;
    if (kind === 'sync') return { method: 'GET', target: `${path}/sync` };
    if (kind === 'poll') return { method: 'GET', target: `${path}/work?max=10&wait=${POLL_SECONDS}` };
    const timestamp = Date.now();
    const numeric = scheduleIds.map((scheduleId, n) => ({
      scheduleId,
      timestamp,
      value: Math.round((1000 + Math.random() * 100 + n) * 100) / 100,
    }));
    const body = JSON.stringify({ reportId: `${this.runName}-${++this.serial}`, numeric });
    return { method: 'POST', target: `${path}/measurements`, body };
  }
}

interface Line {
  host: Host;
  kind: Kind;
  figures: AgentFigures;
  stop: AbortSignal;
  dispatcher: Agent;
  firstMs: number;
}

interface Inventory {
  resources: { resourceId: number; parentId: number | null }[];
  schedules: { scheduleId: number; type: string; perMinute: boolean }[];
}
