import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '../requests/caller';
import type { Verdict } from './scenario';

const PAUSE_MS = 25;
const PATIENCE_MS = 60_000;
const MAX_SERIES = 24;

/** Outcome of the requests. */
export interface SeriesReport {
  writes: number;
  refusedWrites: number;
  reads: number;
  /** Number of reads refused with 503 service_unavailable and Retry-After. */
  refused: number;
  /** All other incorrect outcomes. */
  failures: readonly string[];
}

interface Stored {
  timeStamp: number;
  value: number;
}

/**
 * Writes values of several metrics of one platform together, and reads one metric after the other: each response must
 * contain everything that was acknowledged before.
 */
export class SeriesUnderLoad {
  private readonly report = { writes: 0, refusedWrites: 0, reads: 0, refused: 0, failures: [] as string[] };
  private readonly acknowledged: number[] = [];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;
  private readonly startMs = Date.now();
  private phase = 'before';
  /** Consecutive successful reads of different metrics, and the time of the first. */
  private readInARow = 0;
  private inARowSince = 0;

  private constructor(
    private readonly caller: Caller,
    private readonly scheduleIds: readonly number[],
  ) {
    this.running = this.run();
  }

  /** Uses metrics of the platform imported by `MetricUnderLoad`, except its own. */
  static async start(gatewayUrl: string, login: string): Promise<SeriesUnderLoad> {
    const caller = new Caller(gatewayUrl, { authorization: login });
    const [host] = await caller.call<{ resourceId: number }[]>('GET', '/rest/resource?status=COMMITTED&q=sample-host');
    const schedules = await caller.call<{ scheduleId: number; scheduleName: string }[]>(
      'GET',
      `/rest/resource/${host!.resourceId}/schedules?type=metric&enabledOnly=false`,
    );
    const ids = schedules
      .filter(({ scheduleName }) => scheduleName !== 'CpuPerc.user')
      .map(({ scheduleId }) => scheduleId);
    return new SeriesUnderLoad(caller, ids.slice(0, MAX_SERIES));
  }

  get size(): number {
    return this.scheduleIds.length;
  }

  /** Records the present phase for later failures. */
  note(phase: string): void {
    this.phase = phase;
    this.readInARow = 0;
  }

  /**
   * Milliseconds until the first of as many consecutive successful reads as there are metrics; undefined if they do not
   * occur.
   */
  async untilAllAreRead(): Promise<number | undefined> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < PATIENCE_MS) {
      if (this.readInARow >= this.size) return Math.max(0, this.inARowSince - startedAt);
      await sleep(20);
    }
    return undefined;
  }

  async stop(): Promise<SeriesReport> {
    this.stopping.abort();
    await this.running;
    return this.report;
  }

  /** Checks all metrics at the end. */
  async nothingLost(): Promise<Verdict> {
    let lost = 0;
    for (const id of this.scheduleIds) {
      const stored = await this.caller.call<Stored[]>('GET', this.path(id));
      lost += this.missingIn(stored, this.acknowledged, id);
    }
    const values = this.acknowledged.length * this.size;
    return {
      promise: 'No acknowledged value is lost, none is there twice',
      held: lost === 0,
      figures: `${values} values of ${this.size} metrics acknowledged, ${lost} lost or twice`,
    };
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.stopping.signal.aborted; turn++) {
      await this.write(turn);
      await this.read(this.scheduleIds[turn % this.size]!);
      await sleep(PAUSE_MS);
    }
  }

  private async write(turn: number): Promise<void> {
    const timeStamp = Math.max(Date.now(), (this.acknowledged.at(-1) ?? 0) + 1);
    const points = this.scheduleIds.map((scheduleId) => ({
      scheduleId,
      timeStamp,
      value: toValue(timeStamp, scheduleId),
    }));
    const response = await this.caller.ask('POST', '/rest/metric/data/raw', points).catch(getFailure);
    this.report.writes++;
    if (typeof response !== 'string' && response.status === 204) this.acknowledged.push(timeStamp);
    else if (isRefusal(response)) this.report.refusedWrites++;
    else this.fail(`write ${turn}`, response);
    await drained(response);
  }

  private async read(scheduleId: number): Promise<void> {
    const known = [...this.acknowledged];
    const sentAt = performance.now();
    const response = await this.caller.ask('GET', this.path(scheduleId)).catch(getFailure);
    this.report.reads++;
    if (typeof response === 'string' || !response.ok) {
      this.readInARow = 0;
      if (isRefusal(response)) this.report.refused++;
      else this.fail('read', response);
      return drained(response);
    }
    const missing = this.missingIn((await response.json()) as Stored[], known, scheduleId);
    if (missing > 0) this.fail('read', `${missing} of ${known.length} values missing or twice`);
    if (this.readInARow++ === 0) this.inARowSince = sentAt;
  }

  private path(scheduleId: number): string {
    return `/rest/metric/data/${scheduleId}/raw?startTime=${this.startMs - 1}&endTime=${Date.now() + 60_000}`;
  }

  private missingIn(stored: readonly Stored[], times: readonly number[], scheduleId: number): number {
    const values = new Map(stored.map(({ timeStamp, value }) => [timeStamp, value]));
    const missing = times.filter((time) => values.get(time) !== toValue(time, scheduleId));
    return missing.length + (stored.length - values.size);
  }

  private fail(what: string, response: Response | string): void {
    const message =
      typeof response === 'string' ? response : `${response.status} ${response.headers.get('x-error-type') ?? ''}`;
    this.report.failures.push(`${this.phase}: ${what}: ${message}`);
  }
}

const toValue = (time: number, scheduleId: number): number => (time % 100_000) + scheduleId / 100_000;

const getFailure = (error: Error): string => error.message;

function isRefusal(response: Response | string): boolean {
  if (typeof response === 'string' || response.status !== 503 || !response.headers.has('retry-after')) return false;
  return response.headers.get('x-error-type') === 'service_unavailable';
}

async function drained(response: Response | string): Promise<void> {
  if (typeof response !== 'string') await response.arrayBuffer();
}
