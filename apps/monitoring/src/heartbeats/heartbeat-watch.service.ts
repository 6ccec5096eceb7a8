import { Injectable, type OnModuleInit } from '@nestjs/common';
import { digestSecret } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { type JobRun, JobTasks } from '@wardstone/jobs';
import { AvailabilityTimeline } from '../availability/availability-timeline';
import { MetricReader } from '../metrics/storage/metric-reader';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { judgeHeartbeat } from './domain/judge-heartbeat';
import { type DueHeartbeat, HeartbeatQueries, type ListedHeartbeat } from './heartbeat.queries';
import { heartbeatNotFound, isPingSecret } from './heartbeat.service';

/** Few enough for a short transaction. */
const JUDGED_AT_ONCE = 500;
/** Checks run every minute; after a longer break, the server may also have missed pings. */
const BREAK_MS = 3 * 60_000;
/** Minimum time between two recorded pings. */
const PINGS_APART_MS = 1_000;

/**
 * Receives pings, and checks due heartbeats each minute: the verdict becomes the availability of its resource, in the
 * same transaction. See rules alerts-45, alerts-46.
 */
@Injectable()
export class HeartbeatWatch implements OnModuleInit, InventoryListener {
  constructor(
    private readonly queries: HeartbeatQueries,
    private readonly timeline: AvailabilityTimeline,
    private readonly reader: MetricReader,
    private readonly changes: InventoryChanges,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.changes.beforeCommit(this);
    this.tasks.every({ name: 'heartbeat.look', schedule: '* * * * *' }, (run) => this.look(run));
  }

  /** Deletes their heartbeats, so that the ping addresses stop working. */
  async resourcesLeft(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.queries.remove(tx, resourceIds);
  }

  /** @throws heartbeat_not_found */
  async recordPing(secret: string): Promise<void> {
    const digest = isPingSecret(secret) ? digestSecret(secret) : undefined;
    const known = digest === undefined ? undefined : await this.queries.findByAddress(digest);
    if (!known) throw heartbeatNotFound('with this address');
    if (hasNewSignal(known, this.clock.now())) return;
    await this.db.transaction(async (tx) => {
      const heartbeat = await this.queries.findByAddress(digest!, tx);
      if (!heartbeat) throw heartbeatNotFound('with this address');
      await this.judge(tx, [{ ...heartbeat, heardMs: this.clock.now() }], 0);
    });
  }

  /** Checks due heartbeats. */
  async look({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    let listed: readonly ListedHeartbeat[] = [];
    do {
      const nowMs = this.clock.now();
      listed = await this.queries.listDue(nowMs, listed.at(-1), JUDGED_AT_ONCE);
      // Nothing is locked, because reading values may take long.
      const lastSignals = await this.listLastSignals(listed, nowMs);
      await this.db.transaction((tx) => this.judgeSome(tx, listed.map(toId), lastSignals));
    } while (listed.length === JUDGED_AT_ONCE && !signal.aborted);
  }

  private async judgeSome(
    tx: Transaction,
    ids: readonly number[],
    lastSignals: ReadonlyMap<number, number>,
  ): Promise<void> {
    const nowMs = this.clock.now();
    const watchedSinceMs = await this.queries.noteLook(tx, nowMs, BREAK_MS);
    const due = await this.queries.lockDue(tx, nowMs, ids);
    const known = due.map((heartbeat) => ({
      ...heartbeat,
      heardMs: later(heartbeat.heardMs, lastSignals.get(heartbeat.id)),
    }));
    await this.judge(tx, known, watchedSinceMs);
  }

  private async judge(tx: Transaction, heartbeats: readonly DueHeartbeat[], watchedSinceMs: number): Promise<void> {
    const nowMs = this.clock.now();
    const judged = heartbeats.map((heartbeat) => ({
      ...heartbeat,
      ...judgeHeartbeat(heartbeat, watchedSinceMs, nowMs),
    }));
    await this.queries.note(tx, judged);
    const reports = judged.flatMap(({ id: resourceId, report: type }) =>
      type ? [{ resourceId, type, sinceMs: nowMs }] : [],
    );
    await this.timeline.take(tx, reports, nowMs);
  }

  /** Times of the last stored metrics and events by id of the heartbeat; future times do not count. */
  private async listLastSignals(due: readonly DueHeartbeat[], nowMs: number): Promise<ReadonlyMap<number, number>> {
    const events = due.filter(({ source }) => source === 'EVENT');
    const lastSignals =
      events.length === 0 ? new Map<number, number>() : await this.queries.listLastEvents(events.map(toId), nowMs);
    const metrics = due.flatMap(({ id, scheduleId, periodMs }) =>
      scheduleId === null ? [] : [{ id, scheduleId, periodMs }],
    );
    if (metrics.length === 0) return lastSignals;
    const start = nowMs - Math.max(...metrics.map(({ periodMs }) => periodMs));
    const latest = await this.reader.readLatest(
      metrics.map(({ scheduleId }) => scheduleId),
      { start, end: nowMs + 1 },
    );
    for (const { id, scheduleId } of metrics) {
      const point = latest.get(scheduleId);
      if (point) lastSignals.set(id, point.time);
    }
    return lastSignals;
  }
}

const toId = ({ id }: DueHeartbeat): number => id;

function hasNewSignal({ heardMs, availability }: DueHeartbeat, nowMs: number): boolean {
  return heardMs !== null && nowMs - heardMs < PINGS_APART_MS && availability === 'UP';
}

function later(one: number | null, other: number | undefined): number | null {
  return other === undefined ? one : Math.max(one ?? 0, other);
}
