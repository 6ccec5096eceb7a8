import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../tools/requests/in-parallel';
import { Sender } from '../tools/requests/sender';
import type { BenchAgent } from './bench-agents';
import type { Listener } from './measuring';
import { ScanDocuments, type ScanIds, SYSTEMS, POLICIES } from './scans-data';

const BASE = '/api/compliance/v2';

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Durations of requests of each kind, in ms ascending, and the number of refusals. */
export interface Traffic {
  latencies: Map<string, number[]>;
  failed: Record<string, number>;
}

/** Requests of agents and people, each in turn. */
export class ScanLoad {
  private readonly documents = new ScanDocuments();
  private readonly decided = new ScanDocuments(true);
  private readonly sender = new Sender({ connections: 128, timeoutMs: 120_000 });
  private results = 0;
  private polls = 0;

  constructor(
    private readonly gateways: readonly Listener[],
    private readonly agents: readonly BenchAgent[],
    private readonly ids: ScanIds,
    private readonly headers: Record<string, string>,
  ) {}

  close(): void {
    this.sender.close();
  }

  get resultBytes(): number {
    return this.documents.of(0, new Date()).length;
  }

  /** The next system's result, one policy after the other. */
  result(documents = this.documents): Request {
    const at = this.results++;
    const system = at % SYSTEMS;
    const policy = Math.floor(at / SYSTEMS) % POLICIES;
    return {
      method: 'POST',
      path: `${BASE}/systems/${this.ids.systems[system]!}/test_results`,
      headers: {
        ...bearer(this.agents[system % this.agents.length]!),
        'Content-Type': 'application/xml',
        'Content-Encoding': 'gzip',
      },
      body: documents.of(policy, new Date()),
    };
  }

  poll(): Request {
    const agent = this.agents[this.polls++ % this.agents.length]!;
    return { method: 'GET', path: `${BASE}/agent/scans`, headers: bearer(agent) };
  }

  read(path: string): Request {
    return { method: 'GET', path: BASE + path, headers: this.headers };
  }

  /** Sends requests of each kind at its rate, however long they take. @param kinds requests a second, and the next one */
  async keepPace(
    kinds: Readonly<Record<string, [perSecond: number, next: () => Request]>>,
    seconds: number,
  ): Promise<Traffic> {
    const traffic: Traffic = { latencies: new Map(Object.keys(kinds).map((kind) => [kind, []])), failed: {} };
    await Promise.all(
      Object.entries(kinds).map(async ([kind, [perSecond, next]]) => {
        const startedAt = performance.now();
        const underway: Promise<void>[] = [];
        for (let n = 0; n < perSecond * seconds; n++) {
          await sleep(Math.max(0, startedAt + (n / perSecond) * 1000 - performance.now()));
          underway.push(this.send(kind, next(), traffic));
        }
        await Promise.all(underway);
      }),
    );
    return ascending(traffic);
  }

  /** Sends as fast as results are accepted. */
  async burst(count: number, atOnce: number): Promise<Traffic> {
    const traffic: Traffic = { latencies: new Map([['result', []]]), failed: {} };
    await inParallel(Array.from({ length: count }), atOnce, () => this.send('result', this.result(), traffic));
    return ascending(traffic);
  }

  /** Sends results with and without rules that scans left open, one after the other. */
  async sendInTurns(count: number): Promise<Traffic> {
    const documents = { whole: this.documents, decided: this.decided };
    const traffic: Traffic = { latencies: new Map(Object.keys(documents).map((kind) => [kind, []])), failed: {} };
    for (let n = 0; n < count; n++) {
      for (const [kind, given] of Object.entries(documents)) await this.send(kind, this.result(given), traffic);
    }
    return ascending(traffic);
  }

  private async send(kind: string, request: Request, { latencies, failed }: Traffic): Promise<void> {
    const { port } = this.gateways[latencies.get(kind)!.length % this.gateways.length]!;
    const { status, durationMs } = await this.sender.send(`http://127.0.0.1:${port}`, request);
    latencies.get(kind)!.push(durationMs);
    if (status >= 300) failed[`${kind} ${status}`] = (failed[`${kind} ${status}`] ?? 0) + 1;
  }
}

const bearer = ({ token }: BenchAgent): Record<string, string> => ({ Authorization: `Bearer ${token}` });

function ascending(traffic: Traffic): Traffic {
  for (const values of traffic.latencies.values()) values.sort((a, b) => a - b);
  return traffic;
}
