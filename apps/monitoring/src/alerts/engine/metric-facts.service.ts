import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { JobTasks } from '@wardstone/jobs';
import { RAW_RETENTION_MS } from '../../metrics/domain/time-window';
import { pick, type PointBatch } from '../../metrics/storage/log-segment';
import { MetricReader } from '../../metrics/storage/metric-reader';
import { MetricWriter, type PointCapture } from '../../metrics/storage/metric-writer';
import { CapturedPoints, type WatchedPoints } from '../../metrics/storage/captured-points.service';
import type { Fact } from '../domain/fact';
import { AlertEngine } from './alert-engine';
import { MetricFactQueries } from './metric-fact.queries';
import { WatchedSchedules } from './watched-schedules';

/** Evaluated in one transaction at most, rows and points: the more, the fewer times a resource is written. */
const MOST_AT_ONCE = 50;
const MOST_POINTS_AT_ONCE = 25_000;
/** Evaluations of fewer rows begin so far apart: a stream of points is evaluated together, a lone one at once. */
const APART_MS = 200;
/** Beyond that points wait in the database alone. */
const MOST_WAITING = 2_000;
/** The process that stored points evaluates them within moments; older ones were left behind. */
const LEFT_BEHIND_MS = 15_000;
/** What fails for so long fails for good. */
const GIVEN_UP_AFTER_MS = 60 * 60_000;
/** A process that starts takes over sooner: most likely it left them itself. */
const LEFT_BY_US_MS = 1_000;

/**
 * Brings the engine the points that conditions look at, in the order of their commits. A point is taken out of the
 * database in the transaction that holds its evaluation: whatever dies in between, it is evaluated once.
 */
@Injectable()
export class MetricFacts implements PointCapture, OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private waiting: WatchedPoints[] = [];
  private working: Promise<void> | undefined;
  private begunAtMs = -Infinity;
  /** Ends a pause: there is enough to do, or somebody waits. */
  private hurry = new AbortController();
  private drains = 0;

  constructor(
    private readonly engine: AlertEngine,
    private readonly schedules: WatchedSchedules,
    private readonly queries: MetricFactQueries,
    private readonly stored: CapturedPoints,
    private readonly writer: MetricWriter,
    private readonly reader: MetricReader,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.writer.captureWith(this);
    this.tasks.every({ name: 'alert.points-left', schedule: '* * * * *' }, () => this.takeLeft(LEFT_BEHIND_MS));
  }

  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.takeLeft(LEFT_BY_US_MS);
    } catch (error) {
      this.logger.warn({ err: error }, 'unprocessed points are evaluated later');
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drain();
  }

  select(batch: PointBatch): Promise<PointBatch | undefined> {
    return this.schedules.select(batch);
  }

  onCommit(id: number, points: PointBatch): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push({ id, points });
    if (this.waiting.length === MOST_AT_ONCE) this.hurry.abort();
    this.working ??= this.work().finally(() => (this.working = undefined));
  }

  /** Resolves when every point that was committed before has been evaluated. */
  async drain(): Promise<void> {
    await this.writer.drain();
    this.drains++;
    this.hurry.abort();
    await this.working;
    this.drains--;
  }

  /** Evaluates what has lain for so long: its process died, or could not keep up. */
  async takeLeft(leftForMs: number): Promise<void> {
    let taken = MOST_AT_ONCE;
    while (taken === MOST_AT_ONCE) {
      const take = (isOneByOne: boolean): Promise<number> =>
        this.db.transaction(async (tx) => {
          const rows = await this.stored.takeLeft(tx, leftForMs, MOST_AT_ONCE);
          if (!isOneByOne) await this.evaluate(tx, rows);
          else for (const row of rows) await this.evaluateOneByOne(tx, row, row.leftForMs);
          return rows.length;
        });
      taken = await take(false).catch(() => take(true));
    }
  }

  /**
   * Lets new conditions about changes remember the newest stored value, so that the next one has something to differ
   * from. See rule alerts-19.
   */
  async rememberLatest(definitionIds: readonly number[]): Promise<void> {
    const unseen = await this.queries.listUnseen(definitionIds);
    if (unseen.length === 0) return;
    const nowMs = this.clock.now();
    const window = { start: nowMs - RAW_RETENTION_MS, end: nowMs };
    const latest = await this.reader.readLatest(
      unseen.map(({ scheduleId }) => scheduleId),
      window,
    );
    await this.queries.remember(
      unseen.flatMap(({ scheduleId, ...condition }) => {
        const value = latest.get(scheduleId)?.value;
        return value === undefined ? [] : [{ ...condition, value }];
      }),
    );
  }

  /** Whether there is anything for `rememberLatest` to do. */
  async hasUnseen(tx: Transaction, definitionIds: readonly number[]): Promise<boolean> {
    return (await this.queries.listUnseen(definitionIds, tx)).length > 0;
  }

  private async work(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.pause();
      const rows = this.next();
      try {
        await this.take(rows, (tx, ours) => this.evaluate(tx, ours)).catch(() =>
          this.take(rows, async (tx, ours) => {
            for (const row of ours) await this.evaluateOneByOne(tx, row, 0);
          }),
        );
      } catch (error) {
        this.logger.error({ err: error }, 'points could not be evaluated; retrying in a minute');
      }
    }
  }

  private async pause(): Promise<void> {
    const leftMs = this.begunAtMs + APART_MS - performance.now();
    this.hurry = new AbortController();
    if (leftMs > 0 && this.drains === 0 && this.waiting.length < MOST_AT_ONCE) {
      await sleep(leftMs, undefined, { signal: this.hurry.signal }).catch(() => undefined);
    }
    this.begunAtMs = performance.now();
  }

  /** The oldest rows that wait, one at least. */
  private next(): WatchedPoints[] {
    let points = 0;
    const tooMany = this.waiting.findIndex((row) => (points += row.points.times.length) > MOST_POINTS_AT_ONCE);
    const count = tooMany < 0 ? this.waiting.length : Math.max(1, tooMany);
    return this.waiting.splice(0, Math.min(count, MOST_AT_ONCE));
  }

  private async take(
    rows: readonly WatchedPoints[],
    evaluate: (tx: Transaction, rows: readonly WatchedPoints[]) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      const ours = await this.stored.take(
        tx,
        rows.map(({ id }) => id),
      );
      await evaluate(
        tx,
        rows.filter(({ id }) => ours.has(id)),
      );
    });
  }

  private async evaluate(tx: Transaction, rows: readonly WatchedPoints[]): Promise<void> {
    const facts = await this.factsOf(
      tx,
      rows.map(({ points }) => points),
    );
    if (facts.size > 0) await this.engine.evaluate(tx, facts);
  }

  /**
   * One resource after the other, so that what fails for one does not hold the others up: its points are left to be tried
   * again, for an hour. See rule alerts-26.
   */
  private async evaluateOneByOne(tx: Transaction, { points }: WatchedPoints, leftForMs: number): Promise<void> {
    const schedules = await this.schedules.describe(points.scheduleIds);
    const failed = new Set<number>();
    for (const [resourceId, facts] of await this.factsOf(tx, [points])) {
      try {
        await tx.savepoint(() => this.engine.evaluate(tx, new Map([[resourceId, facts]])));
      } catch (error) {
        const isGivenUp = leftForMs > GIVEN_UP_AFTER_MS;
        this.logger.error({ err: error, resourceId, isGivenUp }, 'the points of a resource could not be evaluated');
        if (!isGivenUp) failed.add(resourceId);
      }
    }
    if (failed.size === 0) return;
    const left = pick(points, (scheduleId) => failed.has(schedules.get(scheduleId)?.resourceId ?? 0));
    await this.stored.leaveAgain(tx, left, leftForMs);
  }

  private async factsOf(tx: Transaction, batches: readonly PointBatch[]): Promise<Map<number, Fact[]>> {
    const ids = new Set(batches.flatMap(({ scheduleIds }) => [...scheduleIds]));
    const facts = new Map<number, Fact[]>();
    if (ids.size === 0) return facts;
    const schedules = await this.schedules.describe(ids);
    const baselines = await this.queries.listBaselines(
      tx,
      [...ids].filter((id) => schedules.get(id)?.needsBaseline),
    );
    for (const points of batches) {
      points.scheduleIds.forEach((scheduleId, i) => {
        const schedule = schedules.get(scheduleId);
        if (!schedule) return;
        const { resourceId, metricDefinitionId } = schedule;
        const [value, atMs] = [points.values[i]!, points.times[i]!];
        const baseline = baselines.get(scheduleId) ?? null;
        const fact: Fact = { kind: 'number', metricDefinitionId, value, atMs, baseline };
        const own = facts.get(resourceId);
        if (own) own.push(fact);
        else facts.set(resourceId, [fact]);
      });
    }
    return facts;
  }
}
