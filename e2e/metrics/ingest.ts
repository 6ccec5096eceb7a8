import { HEADERS } from './metric-service';

/** A batch has a point of every schedule at each of several times. */
const TIMES_PER_BATCH = 5;
/** Longer than all batches together, shorter than from the start of one ingest to that of another. */
const SPAN_MS = 20 * 60_000;

/**
 * Sends batches of points one after the other to the current address. Every point has its own time and, as its value,
 * the number of its batch, so that reads show which batches are stored, and whether completely.
 */
export class Ingest {
  /** Acknowledged batches. */
  readonly acknowledged = new Set<number>();
  /** Responses that a client must not get, whatever is killed. */
  readonly unexpected: string[] = [];
  /** Number of reads while values arrived. */
  looks = 0;
  private sent = 0;
  private isRunning = true;
  private readonly clients: Promise<void>[];

  constructor(
    private readonly scheduleIds: readonly number[],
    private readonly startMs: number,
    private readonly urlOf: () => string,
    clients: number,
  ) {
    this.clients = [...Array.from({ length: clients }, () => this.run()), this.look(scheduleIds[0]!)];
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.clients);
  }

  /**
   * Faults of the stored points; none when every acknowledged batch is complete and no other batch is there in part.
   */
  async verify(): Promise<string[]> {
    const counts = new Map<number, number>();
    for (const id of this.scheduleIds) {
      for (const [batch, count] of await this.countByBatch(id)) counts.set(batch, (counts.get(batch) ?? 0) + count);
    }
    const whole = this.scheduleIds.length * TIMES_PER_BATCH;
    const half = [...counts].filter(([, count]) => count !== whole).map(([batch, count]) => `${batch}: ${count}`);
    const lost = [...this.acknowledged].filter((batch) => !counts.has(batch)).map((batch) => `${batch}: lost`);
    return [...half, ...lost, ...this.unexpected];
  }

  /** Reads the values of one schedule while others arrive: all or none of a batch must be there. */
  private async look(scheduleId: number): Promise<void> {
    while (this.isRunning) {
      const counts = await this.countByBatch(scheduleId).catch(() => undefined);
      if (counts) this.looks++;
      for (const [batch, count] of counts ?? []) {
        if (count !== TIMES_PER_BATCH) this.unexpected.push(`${batch}: ${count} of ${TIMES_PER_BATCH} values seen`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private async countByBatch(scheduleId: number): Promise<Map<number, number>> {
    const range = `startTime=${this.startMs}&endTime=${this.startMs + SPAN_MS}`;
    const response = await fetch(`${this.urlOf()}/rest/metric/data/${scheduleId}/raw?${range}`, { headers: HEADERS });
    if (response.status !== 200) throw new Error(`a read returned ${response.status}`);
    const counts = new Map<number, number>();
    for (const { value } of (await response.json()) as { value: number }[]) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return counts;
  }

  private async run(): Promise<void> {
    while (this.isRunning) {
      const batch = this.sent++;
      const status = await this.send(batch).catch(() => undefined);
      if (status === 204) this.acknowledged.add(batch);
      // The service does not respond, or its database is unavailable.
      else if (status === undefined || status === 503) await new Promise((resolve) => setTimeout(resolve, 20));
      else this.unexpected.push(`${batch}: status ${status}`);
    }
  }

  private async send(batch: number): Promise<number> {
    const points = this.scheduleIds.flatMap((scheduleId) =>
      Array.from({ length: TIMES_PER_BATCH }, (_, i) => ({
        scheduleId,
        timeStamp: this.startMs + batch * TIMES_PER_BATCH + i,
        value: batch,
      })),
    );
    const response = await fetch(`${this.urlOf()}/rest/metric/data/raw`, {
      method: 'POST',
      headers: { ...HEADERS, 'Content-Type': 'application/json' },
      body: JSON.stringify(points),
    });
    await response.arrayBuffer();
    return response.status;
  }
}
