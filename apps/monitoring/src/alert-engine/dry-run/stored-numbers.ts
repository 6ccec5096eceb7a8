import { Injectable } from '@nestjs/common';
import type { Fact } from '@wardstone/alerting';
import { RAW_RETENTION_MS, tierParts, type TimeWindow } from '@wardstone/metric-points';
import { BucketReader } from '../../metrics/data/bucket-reader';
import { MetricReader } from '../../metrics/storage/metric-reader';
import { MAX_FACTS, type ReplayedSchedule } from './fact-history.queries';

/** Numbers in order of time. Those before `averagesBeforeMs` are averages. */
export interface StoredNumbers {
  facts: Fact[];
  averagesBeforeMs: number;
}

/** Stored values of a metric, and averages of earlier times. */
@Injectable()
export class StoredNumberReader {
  constructor(
    private readonly reader: MetricReader,
    private readonly buckets: BucketReader,
  ) {}

  /**
   * Values of several schedules, with one statement for each part of the window. Undefined above the limit, which is
   * checked before reading.
   */
  async read(
    schedules: readonly ReplayedSchedule[],
    window: TimeWindow,
    nowMs: number,
  ): Promise<((schedule: ReplayedSchedule) => StoredNumbers) | undefined> {
    const ids = schedules.map(({ scheduleId }) => scheduleId);
    const parts: ((schedule: ReplayedSchedule) => Fact[])[] = [];
    let averagesBeforeMs = 0;
    for (const { tier, sliceMs, ...part } of ids.length === 0 ? [] : tierParts(window, nowMs)) {
      if (tier === 'raw') {
        const pointsOf = await this.reader.readSeriesUpTo(MAX_FACTS, ids, part);
        if (!pointsOf) return undefined;
        parts.push((schedule) => {
          const { times, values } = pointsOf(schedule.scheduleId);
          return Array.from(times, (atMs, i) => toFact(schedule, atMs, values[i]!));
        });
      } else {
        averagesBeforeMs = Math.max(averagesBeforeMs, part.end);
        const rows = await this.buckets.readRows(tier, ids, part);
        rows.sort((a, b) => a.start - b.start);
        // An average is only known at the end of its period.
        parts.push((schedule) =>
          rows
            .filter(({ scheduleId }) => scheduleId === schedule.scheduleId)
            .map(({ start, avg }) => toFact(schedule, start + sliceMs - 1, avg)),
        );
      }
    }
    return (schedule) => ({ facts: parts.flatMap((findFacts) => findFacts(schedule)), averagesBeforeMs });
  }

  /** The last value before the window, if values of that time are stored. */
  async readBefore(schedule: ReplayedSchedule, startMs: number, nowMs: number): Promise<number | undefined> {
    const window = { start: nowMs - RAW_RETENTION_MS, end: startMs };
    if (window.end <= window.start) return undefined;
    return (await this.reader.readLatest([schedule.scheduleId], window)).get(schedule.scheduleId)?.value;
  }
}

function toFact({ metricDefinitionId, baseline }: ReplayedSchedule, atMs: number, value: number): Fact {
  return { kind: 'number', metricDefinitionId, value, atMs, baseline };
}
