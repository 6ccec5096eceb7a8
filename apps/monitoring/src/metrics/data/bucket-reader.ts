import { Injectable } from '@nestjs/common';
import { BucketAccumulator, type EncodedRows, type TierRow } from '../domain/buckets';
import { MetricReader } from '../storage/metric-reader';
import { MetricTierQueries } from './metric-tier.queries';
import type { BucketRequest } from './window-query';

/** Reads buckets from the tier that the age of the window requires, by one statement for any number of schedules. */
@Injectable()
export class BucketReader {
  constructor(
    private readonly reader: MetricReader,
    private readonly tiers: MetricTierQueries,
  ) {}

  /** What is kept of values once the raw points are deleted: the slices that begin within the window, in no order. */
  readRows(...[tier, scheduleIds, window]: Parameters<MetricTierQueries['findRows']>): Promise<TierRow[]> {
    return this.tiers.findRows(tier, scheduleIds, window);
  }

  /** The same by schedule. */
  readRowsOfEach(
    ...[tier, scheduleIds, window]: Parameters<MetricTierQueries['findRowsOfEach']>
  ): Promise<ReadonlyMap<number, EncodedRows>> {
    return this.tiers.findRowsOfEach(tier, scheduleIds, window);
  }

  /** One accumulator per schedule. */
  async readEach(
    scheduleIds: readonly number[],
    { window, tier, count }: BucketRequest,
  ): Promise<ReadonlyMap<number, BucketAccumulator>> {
    if (scheduleIds.length === 0) return new Map();
    if (tier === 'raw') return this.reader.readBuckets(scheduleIds, window, count);
    const accumulators = new Map(scheduleIds.map((id) => [id, new BucketAccumulator(window, count)]));
    const rows = await this.tiers.findRows(tier, [...accumulators.keys()], window);
    for (const row of rows) accumulators.get(row.scheduleId)!.addRow(row);
    return accumulators;
  }

  /** All schedules as if they were one series. */
  async readTogether(scheduleIds: readonly number[], request: BucketRequest): Promise<BucketAccumulator> {
    const { window, tier, count } = request;
    const together = new BucketAccumulator(window, count);
    if (scheduleIds.length === 0) return together;
    if (tier === 'raw') return this.reader.readTogether(scheduleIds, window, count);
    for (const row of await this.tiers.findRows(tier, [...new Set(scheduleIds)], window)) together.addRow(row);
    return together;
  }
}
