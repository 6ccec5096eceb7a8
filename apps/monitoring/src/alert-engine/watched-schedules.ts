import { performance } from 'node:perf_hooks';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { KnownRules, ValueRange } from '@wardstone/alerting';
import { Listener } from '@wardstone/database';
import { databaseOptions } from '../data-source';
import { MonitoringConfig } from '../monitoring.config';
import { type MeasuredSchedule, MetricFactQueries } from './metric-fact.queries';

/** Channel for resources with changed definitions: comma-separated ids. */
export const CHANGES_CHANNEL = 'alert_definitions_changed';
/** Sent instead of more ids than a notification holds. */
export const EVERY_RESOURCE = '*';

/** Maximum number of cached schedules. */
const MAX_KNOWN = 300_000;
const ASKED_EVERY_MS = 5_000;
/** After this many reads with concurrent changes of definitions, the result is used once and not cached. */
const MAX_ATTEMPTS = 3;

/** A schedule, and this process's knowledge from the last evaluation of its values, if any since it was read. */
export interface WatchedSchedule extends MeasuredSchedule {
  rules?: KnownRules;
  idle?: ValueRange;
  patient?: ValueRange;
}

/**
 * Caches which schedules have conditions, so that a stream of points does not query the database for each. A change of
 * definitions notifies every replica; while LISTEN is down, the cache is bypassed.
 */
@Injectable()
export class WatchedSchedules implements OnModuleDestroy {
  private readonly logger = new Logger(WatchedSchedules.name);
  private readonly known = new Map<number, WatchedSchedule>();
  private readonly schedulesByResource = new Map<number, number[]>();
  private readonly listener: Listener;
  private changes = 0;
  private checkedMs = -Infinity;

  constructor(
    private readonly queries: MetricFactQueries,
    @Inject(MonitoringConfig) config: Readonly<MonitoringConfig>,
  ) {
    this.listener = new Listener(databaseOptions(config), {
      channel: CHANGES_CHANNEL,
      purpose: 'alerts',
      onNotification: (payload) => this.forget(payload === EVERY_RESOURCE ? 'all' : payload.split(',').map(Number)),
      onGap: () => this.forget('all'),
      onFailure: (error) => this.logger.warn({ err: error }, 'LISTEN for changed alert definitions failed'),
    });
  }

  /** Whether LISTEN is established. A connection may break silently, so it is tested regularly. */
  async listen(): Promise<boolean> {
    const nowMs = performance.now();
    if (nowMs - this.checkedMs < ASKED_EVERY_MS) return this.listener.listen();
    this.checkedMs = nowMs;
    return this.listener.confirm();
  }

  async onModuleDestroy(): Promise<void> {
    await this.listener.end();
  }

  /** Cached facts about a schedule, without a query. */
  peek(id: number): WatchedSchedule | undefined {
    return this.known.get(id);
  }

  /** Facts about schedules, possibly more than requested. */
  async describe(ids: Int32Array): Promise<ReadonlyMap<number, WatchedSchedule>> {
    for (let attempt = 1; ; attempt++) {
      const isTrusted = await this.listen();
      if (!isTrusted) this.forget('all');
      const missing = new Set<number>();
      for (let i = 0; i < ids.length; i++) if (!this.known.has(ids[i]!)) missing.add(ids[i]!);
      if (missing.size === 0) return this.known;
      const { changes } = this;
      const found = await this.queries.listMeasured([...missing]);
      if (isTrusted && changes === this.changes) {
        this.remember(found);
        if (this.known.size <= MAX_KNOWN) return this.known;
        const all = new Map(this.known);
        this.forget('all');
        return all;
      }
      if (attempt === MAX_ATTEMPTS || !isTrusted) return new Map([...this.known, ...found]);
    }
  }

  private remember(found: ReadonlyMap<number, MeasuredSchedule>): void {
    for (const [id, schedule] of found) {
      this.known.set(id, schedule);
      const siblings = this.schedulesByResource.get(schedule.resourceId);
      if (siblings) siblings.push(id);
      else this.schedulesByResource.set(schedule.resourceId, [id]);
    }
  }

  /** Drops cached schedules of resources whose definitions have changed. */
  forget(resourceIds: readonly number[] | 'all'): void {
    this.changes++;
    if (resourceIds === 'all') {
      this.known.clear();
      this.schedulesByResource.clear();
      return;
    }
    for (const resourceId of resourceIds) {
      for (const id of this.schedulesByResource.get(resourceId) ?? []) this.known.delete(id);
      this.schedulesByResource.delete(resourceId);
    }
  }
}
