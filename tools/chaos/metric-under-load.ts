import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '../requests/caller';
import { inParallel } from '../requests/in-parallel';

export interface Point {
  scheduleId: number;
  timeStamp: number;
  value: number;
}

const METRIC = 'CpuPerc.user';
const THRESHOLD = 0.9;
/** Every nth value exceeds the threshold. */
const BEYOND_EVERY = 10;
const PATIENCE_MS = 90_000;
const READERS = 8;

/** A metric of an imported platform, with a definition that fires for every value above a threshold. */
export class MetricUnderLoad {
  private lastMs = 0;
  private count = 0;

  private constructor(
    private readonly gatewayUrl: string,
    private readonly login: string,
    readonly scheduleId: number,
    private readonly definitionId: number,
    private readonly startMs: number,
  ) {}

  /**
   * Imports the discoveries of a new installation.
   * @throws Error when it does not
   */
  static async prepare(gatewayUrl: string, login: string): Promise<MetricUnderLoad> {
    const { call } = new Caller(gatewayUrl, { authorization: login });
    const host = await until('a discovered platform', async () => {
      const [found] = await call<{ resourceId: number }[]>('GET', '/rest/resource?status=ALL&q=sample-host');
      return found;
    });
    await call('PUT', `/rest/resource/${host.resourceId}`, { ...host, status: 'COMMITTED' });
    const schedules = await call<{ scheduleId: number; definitionId: number; scheduleName: string }[]>(
      'GET',
      `/rest/resource/${host.resourceId}/schedules?type=metric&enabledOnly=false`,
    );
    const { scheduleId, definitionId } = schedules.find(({ scheduleName }) => scheduleName === METRIC)!;
    const { id } = await call<{ id: number }>('POST', `/rest/alert/definitions?resourceId=${host.resourceId}`, {
      name: 'beyond under load',
      enabled: true,
      conditions: [
        { category: 'THRESHOLD', comparator: '>', threshold: THRESHOLD, measurementDefinition: definitionId },
      ],
    });
    return new MetricUnderLoad(gatewayUrl, login, scheduleId, id, Date.now() - 1);
  }

  /** A value with a unique time. */
  next(): Point {
    this.lastMs = Math.max(this.lastMs + 1, Date.now());
    const isBeyond = ++this.count % BEYOND_EVERY === 0;
    return { scheduleId: this.scheduleId, timeStamp: this.lastMs, value: isBeyond ? 0.95 : 0.5 };
  }

  /** Values that are missing or differ; `gatewayUrl` may be that of another installation. */
  async findLost(points: readonly Point[], gatewayUrl = this.gatewayUrl): Promise<string[]> {
    if (points.length === 0) return [];
    const address = `/rest/metric/data/${this.scheduleId}/raw?startTime=${this.startMs}&endTime=${this.lastMs + 1}`;
    const stored = await until('the values', () =>
      new Caller(gatewayUrl, { authorization: this.login }).tried<Point[]>('GET', address).catch(() => undefined),
    );
    const values = new Map(stored.map(({ timeStamp, value }) => [timeStamp, value]));
    return points
      .filter(({ timeStamp, value }) => values.get(timeStamp) !== value)
      .map(({ timeStamp }) => `value of ${timeStamp}`);
  }

  /**
   * Finds wrong alerts: each acknowledged value above the threshold must fire once, others never. Waits for late
   * alerts.
   */
  async findWrongAlerts(points: readonly Point[]): Promise<{ alerts: number; wrong: string[] }> {
    const { call } = new Caller(this.gatewayUrl, { authorization: this.login });
    const beyond = points.filter(({ value }) => value > THRESHOLD).map(({ timeStamp }) => timeStamp);
    const times = new Map<number, number>();
    const missing = (): number[] => beyond.filter((timeMs) => ![...times.values()].includes(timeMs));
    const startedAt = performance.now();
    for (;;) {
      const alerts = await call<{ id: number }[]>(
        'GET',
        `/rest/alert?definitionId=${this.definitionId}&size=-1&slim=true`,
      );
      const unread = alerts.map(({ id }) => id).filter((id) => !times.has(id));
      await inParallel(unread, READERS, async (id) => {
        const { conditions } = await call<{ conditions: { dataTime: number }[] }>('GET', `/rest/alert/${id}/explain`);
        times.set(id, conditions[0]!.dataTime);
      });
      if (missing().length === 0 || performance.now() - startedAt > PATIENCE_MS) break;
      await sleep(500);
    }
    const all = [...times.values()];
    const twice = all.filter((timeMs, at) => all.indexOf(timeMs) !== at);
    return {
      alerts: all.length,
      wrong: [...missing().map((timeMs) => `none for ${timeMs}`), ...twice.map((timeMs) => `two for ${timeMs}`)],
    };
  }
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const startedAt = performance.now(); ; await sleep(200)) {
    const response = await ask();
    if (response !== undefined) return response;
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`${what} did not arrive`);
  }
}
