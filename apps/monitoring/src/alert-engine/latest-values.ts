import { Injectable } from '@nestjs/common';
import { RAW_RETENTION_MS } from '@wardstone/metric-points';
import { MetricReader } from '../metrics/storage/metric-reader';
import { type HeldMetric, MetricFactQueries } from './metric-fact.queries';

/** A metric or trait of a resource with its newest value; undefined without one within the retention. */
export interface MeasuredNow extends HeldMetric {
  value: number | string | undefined;
}

/** Reads the newest values for conditions. */
@Injectable()
export class LatestValues {
  constructor(
    private readonly queries: MetricFactQueries,
    private readonly reader: MetricReader,
  ) {}

  async read(
    metrics: readonly { resourceId: number; metricDefinitionId: number }[],
    nowMs: number,
  ): Promise<MeasuredNow[]> {
    if (metrics.length === 0) return [];
    const found = await this.queries.listMetrics(metrics);
    const scheduleIds = found.filter(({ trait }) => trait === null).map(({ scheduleId }) => scheduleId);
    const latest = await this.reader.readLatest(scheduleIds, { start: nowMs - RAW_RETENTION_MS, end: nowMs + 1 });
    return found.map((metric) => ({ ...metric, value: metric.trait ?? latest.get(metric.scheduleId)?.value }));
  }
}
