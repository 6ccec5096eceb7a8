import { Injectable, type OnModuleInit } from '@nestjs/common';
import { pick, type PointBatch } from '../../metrics/storage/log-segment';
import { DefinitionSignals } from './definition-signals';
import { type MeasuredSchedule, MetricFactQueries } from './metric-fact.queries';

/** Schedules that are remembered; beyond that all are looked up again. */
const MOST_KNOWN = 300_000;
/** Definitions change while they are read: then what was read counts once, and is not remembered. */
const MOST_ATTEMPTS = 3;

/**
 * Caches which schedules have conditions, so that a stream of points does not query the database for each. A change of
 * definitions notifies every replica; while LISTEN is down, the cache is bypassed.
 */
@Injectable()
export class WatchedSchedules implements OnModuleInit {
  private readonly known = new Map<number, MeasuredSchedule>();
  private readonly schedulesOf = new Map<number, number[]>();
  private changes = 0;

  constructor(
    private readonly queries: MetricFactQueries,
    private readonly signals: DefinitionSignals,
  ) {}

  onModuleInit(): void {
    this.signals.onChange((resourceIds) => this.forget(resourceIds));
  }

  /** The points of those schedules; undefined when there are none. */
  async select(batch: PointBatch): Promise<PointBatch | undefined> {
    const schedules = await this.describe(batch.scheduleIds);
    const watched = pick(batch, (id) => schedules.get(id)?.isWatched ?? false);
    return watched.times.length === 0 ? undefined : watched;
  }

  /** What is known of schedules, these and maybe others. */
  async describe(ids: Iterable<number>): Promise<ReadonlyMap<number, MeasuredSchedule>> {
    for (let attempt = 1; ; attempt++) {
      const isTrusted = await this.signals.listen();
      if (!isTrusted) this.forget('all');
      const missing = new Set<number>();
      for (const id of ids) if (!this.known.has(id)) missing.add(id);
      if (missing.size === 0) return this.known;
      const { changes } = this;
      const found = await this.queries.listMeasured([...missing]);
      if (isTrusted && changes === this.changes) {
        this.remember(found);
        if (this.known.size <= MOST_KNOWN) return this.known;
        const all = new Map(this.known);
        this.forget('all');
        return all;
      }
      if (attempt === MOST_ATTEMPTS || !isTrusted) return new Map([...this.known, ...found]);
    }
  }

  private remember(found: ReadonlyMap<number, MeasuredSchedule>): void {
    for (const [id, schedule] of found) {
      this.known.set(id, schedule);
      const siblings = this.schedulesOf.get(schedule.resourceId);
      if (siblings) siblings.push(id);
      else this.schedulesOf.set(schedule.resourceId, [id]);
    }
  }

  private forget(resourceIds: readonly number[] | 'all'): void {
    this.changes++;
    if (resourceIds === 'all') {
      this.known.clear();
      this.schedulesOf.clear();
      return;
    }
    for (const resourceId of resourceIds) {
      for (const id of this.schedulesOf.get(resourceId) ?? []) this.known.delete(id);
      this.schedulesOf.delete(resourceId);
    }
  }
}
