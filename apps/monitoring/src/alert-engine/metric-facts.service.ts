import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import {
  type Baseline,
  type Fact,
  isAmong,
  NOTHING_IN_WORKS,
  type NumberFact,
  type ValueWatchers,
} from '@wardstone/alerting';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { JobTasks } from '@wardstone/jobs';
import { RAW_RETENTION_MS } from '@wardstone/metric-points';
import { joinBatches, pick, type PointBatch } from '../metrics/storage/log-segment';
import { MetricReader } from '../metrics/storage/metric-reader';
import { MetricWriter, type PointCapture } from '../metrics/storage/metric-writer';
import { CapturedPoints } from '../metrics/storage/captured-points.service';
import { AlertEngine } from './alert-engine';
import { MetricFactQueries } from './metric-fact.queries';
import { type ReceivedPoints, WaitingPoints, type WaitingRow } from './waiting-points';
import { type WatchedSchedule, WatchedSchedules } from './watched-schedules';

/** Maximum number of abandoned rows evaluated in one transaction. */
const MAX_LEFT_AT_ONCE = 50;
/** The process that stores points evaluates them within moments; older ones are abandoned. */
const LEFT_BEHIND_MS = 15_000;
/** Points whose evaluation fails for this long are dropped. */
const GIVEN_UP_AFTER_MS = 60 * 60_000;
/** A starting process takes over sooner, because it probably left the points itself. */
const LEFT_BY_US_MS = 1_000;

/**
 * Passes points with conditions to the engine, in order of their commits. A point is deleted in the transaction of its
 * evaluation, so it is evaluated once, whichever process dies.
 */
@Injectable()
export class MetricFacts implements PointCapture, OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiting = new WaitingPoints();
  private working: Promise<void> | undefined;
  private begunAtMs = -Infinity;
  /** End of a pause, on the monotonic clock. */
  private wakesAtMs = -Infinity;
  /** Ends a pause early when more points or a caller are waiting. */
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

  /** Selects points with conditions, except those that change nothing according to this process's cache. */
  async select(batch: PointBatch): Promise<PointBatch | undefined> {
    const schedules = await this.schedules.describe(batch.scheduleIds);
    const watched = pick(batch, (id, index) => {
      const schedule = schedules.get(id);
      return schedule?.isWatched === true && !isAmong(batch.values[index]!, schedule.idle);
    });
    return watched.times.length === 0 ? undefined : watched;
  }

  onCommit(id: number, points: PointBatch): void {
    const sinceMs = performance.now();
    this.waiting.add({ id, points, receivedMs: this.clock.now(), sinceMs });
    this.working ??= this.work().finally(() => (this.working = undefined));
    if (sinceMs + this.dueInMs(sinceMs) < this.wakesAtMs) this.hurry.abort();
  }

  /** Resolves when every point that was committed before has been evaluated. */
  async drain(): Promise<void> {
    await this.writer.drain();
    this.drains++;
    this.hurry.abort();
    await this.working;
    this.drains--;
  }

  /** Evaluates points submitted before a change of definitions, even those that another process would evaluate. */
  evaluateWaiting(): Promise<void> {
    return this.takeLeft(0);
  }

  /** Evaluates points that have been waiting for this long, because their process died or could not keep up. */
  async takeLeft(leftForMs: number): Promise<void> {
    let taken = MAX_LEFT_AT_ONCE;
    // Points submitted meanwhile are not included.
    const begunAtMs = performance.now();
    while (taken === MAX_LEFT_AT_ONCE) {
      const sinceMs = leftForMs + performance.now() - begunAtMs;
      const take = (isOneByOne: boolean): Promise<number> =>
        this.db.transaction(async (tx) => {
          const nowMs = this.clock.now();
          const left = await this.stored.takeLeft(tx, sinceMs, MAX_LEFT_AT_ONCE);
          const rows = left.map((row) => ({ ...row, receivedMs: nowMs - Math.round(row.leftForMs) }));
          if (!isOneByOne) await this.evaluate(tx, rows);
          else for (const row of rows) await this.evaluateOneByOne(tx, row, row.leftForMs);
          // Points that fail again wait for the next call; otherwise this would never end.
          return isOneByOne ? 0 : rows.length;
        });
      taken = await take(false).catch(() => take(true));
    }
  }

  /**
   * Initialises new CHANGE conditions with the newest stored value, so that the next one can differ from it. See rule
   * alerts-19.
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

  /** Whether `rememberLatest` has anything to do. */
  async hasUnseen(tx: Transaction, definitionIds: readonly number[]): Promise<boolean> {
    return (await this.queries.listUnseen(definitionIds, tx)).length > 0;
  }

  private async work(): Promise<void> {
    while (!this.waiting.isEmpty) {
      await this.pause();
      const rows = this.waiting.take();
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
    while (this.drains === 0) {
      this.hurry = new AbortController();
      const nowMs = performance.now();
      const dueInMs = this.dueInMs(nowMs);
      if (dueInMs <= 0) break;
      this.wakesAtMs = nowMs + dueInMs;
      await sleep(dueInMs, undefined, { signal: this.hurry.signal }).catch(() => undefined);
    }
    this.wakesAtMs = -Infinity;
    this.begunAtMs = performance.now();
  }

  private dueInMs(nowMs: number): number {
    return this.waiting.dueInMs(nowMs, this.begunAtMs, (row, counts) => this.isUrgent(row, counts));
  }

  /**
   * Whether some of the points must not wait, because they may fire an alert or their schedule is unknown to this
   * process.
   */
  private isUrgent(row: WaitingRow, counts: Map<number, number>): boolean {
    const { scheduleIds } = row.points;
    for (let i = 0; i < scheduleIds.length; i++) {
      const schedule = this.schedules.peek(scheduleIds[i]!);
      if (!schedule?.rules) return true;
      if (isAmong(row.points.values[i]!, schedule.patient)) continue;
      const { watchers, counted } = schedule.rules;
      if (watchers.isUrgent(toFact(schedule.metricDefinitionId, row, i, null), counted, counts)) return true;
    }
    return false;
  }

  private async take(
    rows: readonly WaitingRow[],
    evaluate: (tx: Transaction, rows: readonly WaitingRow[]) => Promise<void>,
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

  private async evaluate(tx: Transaction, rows: readonly ReceivedPoints[]): Promise<void> {
    const { facts, schedules } = await this.toFacts(tx, rows);
    if (facts.size > 0) await this.engine.evaluate(tx, facts);
    for (const schedule of schedules) {
      const rules = this.engine.getKnownRules(schedule.resourceId);
      if (rules === schedule.rules) continue;
      schedule.rules = rules;
      schedule.idle = rules?.watchers.idleValues(schedule.metricDefinitionId);
      schedule.patient = rules?.watchers.patientValues(schedule.metricDefinitionId);
    }
  }

  /**
   * Evaluates one resource after the other, so that a failure does not hold up the others; its points are retried for
   * an hour. See rule alerts-26.
   */
  private async evaluateOneByOne(tx: Transaction, row: ReceivedPoints, leftForMs: number): Promise<void> {
    const { points } = row;
    const schedules = await this.schedules.describe(points.scheduleIds);
    const failed = new Set<number>();
    for (const [resourceId, facts] of (await this.toFacts(tx, [row])).facts) {
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
    await this.stored.putBack(tx, left, leftForMs);
  }

  /** Facts by resource, with their schedules; resources without changes are missing. */
  private async toFacts(
    tx: Transaction,
    rows: readonly ReceivedPoints[],
  ): Promise<{ facts: Map<number, Fact[]>; schedules: ReadonlySet<WatchedSchedule> }> {
    const facts = new Map<number, Fact[]>();
    const described = new Set<WatchedSchedule>();
    if (rows.length === 0) return { facts, schedules: described };
    const { scheduleIds } = joinBatches(rows.map(({ points }) => points));
    const schedules = await this.schedules.describe(scheduleIds);
    const compared: number[] = [];
    for (const id of new Set(scheduleIds)) {
      const schedule = schedules.get(id);
      if (!schedule) continue;
      described.add(schedule);
      if (schedule.needsBaseline) compared.push(id);
    }
    const baselines = await this.queries.listBaselines(tx, compared);
    const factAt = (schedule: WatchedSchedule, id: number, row: ReceivedPoints, i: number): NumberFact =>
      toFact(schedule.metricDefinitionId, row, i, baselines.get(id) ?? null);
    const quiet = this.findQuiet(rows, schedules, factAt);
    const resting = await this.engine.findAtRest(tx, quiet);
    for (const row of rows) {
      const { scheduleIds: ids } = row.points;
      for (let i = 0; i < ids.length; i++) {
        const schedule = schedules.get(ids[i]!);
        if (!schedule || resting.has(schedule.resourceId)) continue;
        const own = facts.get(schedule.resourceId);
        const fact = factAt(schedule, ids[i]!, row, i);
        if (own) own.push(fact);
        else facts.set(schedule.resourceId, [fact]);
      }
    }
    return { facts, schedules: described };
  }

  /** Resources without pending state where no value changes anything. */
  private findQuiet(
    rows: readonly ReceivedPoints[],
    schedules: ReadonlyMap<number, WatchedSchedule>,
    factAt: (schedule: WatchedSchedule, id: number, row: ReceivedPoints, i: number) => NumberFact,
  ): ReadonlySet<number> {
    const quiet = new Set<number>();
    const stirred = new Set<number>();
    for (const row of rows) {
      const { scheduleIds, values } = row.points;
      let of: number | undefined;
      let watchers: ValueWatchers | undefined;
      for (let i = 0; i < scheduleIds.length; i++) {
        const schedule = schedules.get(scheduleIds[i]!);
        if (!schedule) continue;
        if (schedule.resourceId !== of) {
          of = schedule.resourceId;
          watchers = stirred.has(of) ? undefined : this.engine.getKnownRules(of)?.watchers;
          if (watchers) quiet.add(of);
        }
        if (!watchers || isAmong(values[i]!, watchers.unmetValues(schedule.metricDefinitionId))) continue;
        if (watchers.isIdle(factAt(schedule, scheduleIds[i]!, row, i), NOTHING_IN_WORKS)) continue;
        quiet.delete(of);
        stirred.add(of);
        watchers = undefined;
      }
    }
    return quiet;
  }
}

function toFact(
  metricDefinitionId: number,
  { points: { times, values }, receivedMs }: ReceivedPoints,
  index: number,
  baseline: Baseline | null,
): NumberFact {
  return { kind: 'number', metricDefinitionId, value: values[index]!, atMs: times[index]!, baseline, receivedMs };
}
