import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { type JobRun, JobTasks } from '@wardstone/jobs';
import { getLookbackMs, MAX_LEAD_MS, RAW_RETENTION_MS } from '@wardstone/metric-points';
import type { IncomingSeries } from '@wardstone/series-formats';
import { AvailabilityTimeline } from '../availability/availability-timeline';
import { MetricReader } from '../metrics/storage/metric-reader';
import { getUpState } from './domain/up-state';
import { ReceivedTargetQueries } from './received-target.queries';

/** Targets per transaction. */
const AT_ONCE = 500;

/** Derives the availability of targets from their series `up`. See rule prometheus-15. */
@Injectable()
export class TargetAvailability implements OnModuleInit {
  constructor(
    private readonly targets: ReceivedTargetQueries,
    private readonly timeline: AvailabilityTimeline,
    private readonly reader: MetricReader,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'received.availability', schedule: '* * * * *' }, (run) => this.lookForSilent(run));
  }

  /** Reports the states of `up` series to their targets' resources; most are unchanged. */
  async follow(ups: readonly (readonly [resourceId: number, series: IncomingSeries])[]): Promise<void> {
    const nowMs = this.clock.now();
    const samples = new Map<number, { times: number[]; values: number[] }>();
    for (const [resourceId, { times, values }] of ups) {
      const known = samples.get(resourceId) ?? { times: [], values: [] };
      for (let i = 0; i < times.length; i++) {
        if (times[i]! < nowMs - RAW_RETENTION_MS || times[i]! > nowMs + MAX_LEAD_MS) continue;
        known.times.push(times[i]!);
        known.values.push(values[i] ?? NaN);
      }
      if (known.times.length > 0) samples.set(resourceId, known);
    }
    if (samples.size === 0) return;
    const lasting = await this.timeline.findLasting([...samples.keys()]);
    const reports = [...samples].flatMap(([resourceId, own]) => {
      const { type, sinceMs } = getUpState(own);
      const known = lasting.get(resourceId);
      // Only a user ends DISABLED.
      const isKnown = !known || known.type === 'DISABLED' || (known.type === type && sinceMs >= known.sinceMs);
      return isKnown ? [] : [{ resourceId, type, sinceMs: Math.min(sinceMs, nowMs) }];
    });
    if (reports.length > 0) await this.db.transaction((tx) => this.timeline.take(tx, reports, nowMs));
  }

  /** Targets whose series `up` no longer arrives become UNKNOWN. */
  async lookForSilent({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const watched = await this.targets.listWatched(after, AT_ONCE);
      if (watched.length === 0) return;
      after = watched.at(-1)!.resourceId;
      const nowMs = this.clock.now();
      const latest = await this.reader.readLatest(
        watched.map(({ scheduleId }) => scheduleId),
        { start: nowMs - getLookbackMs(Math.max(...watched.map(({ intervalMs }) => intervalMs))), end: nowMs + 1 },
      );
      const silent = watched.filter(
        ({ scheduleId, intervalMs }) =>
          (latest.get(scheduleId)?.time ?? -Infinity) <= nowMs - getLookbackMs(intervalMs),
      );
      const reports = silent.map(({ resourceId }) => ({ resourceId, type: 'UNKNOWN' as const, sinceMs: nowMs }));
      if (reports.length > 0) await this.db.transaction((tx) => this.timeline.take(tx, reports, nowMs));
    }
  }
}
