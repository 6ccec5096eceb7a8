import { Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { BucketAccumulator, type EncodedRows, HOUR_MS, type TierRow, TIERS } from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import { MetricReader } from '../storage/metric-reader';
import { MetricTierQueries } from './metric-tier.queries';
import type { BucketRequest } from './window-query';

/**
 * Maximum number of chunks, rows and buckets read without a turn: a page of charts over a week takes tens of
 * milliseconds.
 */
const MAX_UNITS_AT_ONCE = 50_000;
/** Number of schedules held in memory during a very large read. */
const SCHEDULES_AT_ONCE = 200;

/** Reads buckets from the tier for the age of the window, with one statement for at most `SCHEDULES_AT_ONCE` schedules. */
@Injectable()
export class BucketReader {
  constructor(
    private readonly reader: MetricReader,
    private readonly tiers: MetricTierQueries,
    private readonly heavyWork: HeavyWork,
  ) {}

  /** Roll-ups that replace deleted raw points: slices that start within the window, unordered. */
  readRows(...[tier, scheduleIds, window]: Parameters<MetricTierQueries['findRows']>): Promise<TierRow[]> {
    return this.tiers.findRows(tier, scheduleIds, window);
  }

  /** Like `readRows`, by schedule. */
  readRowsOfEach(
    ...[tier, scheduleIds, window]: Parameters<MetricTierQueries['findRowsOfEach']>
  ): Promise<ReadonlyMap<number, EncodedRows>> {
    return this.tiers.findRowsOfEach(tier, scheduleIds, window);
  }

  /**
   * One accumulator per schedule; a large read takes a turn.
   * @throws too_many_heavy_requests
   */
  async readEach(
    scheduleIds: readonly number[],
    request: BucketRequest,
    client: Client,
  ): Promise<ReadonlyMap<number, BucketAccumulator>> {
    const { window, count } = request;
    const accumulators = new Map(scheduleIds.map((id) => [id, new BucketAccumulator(window, count)]));
    await this.fill((id) => accumulators.get(id)!, [...accumulators.keys()], {
      ...request,
      client,
      perSchedule: count,
    });
    return accumulators;
  }

  /**
   * Reads all schedules as a single series.
   * @throws as `readEach`
   */
  async readTogether(
    scheduleIds: readonly number[],
    request: BucketRequest,
    client: Client,
  ): Promise<BucketAccumulator> {
    const together = new BucketAccumulator(request.window, request.count);
    await this.fill(() => together, [...new Set(scheduleIds)], { ...request, client, perSchedule: 0 });
    return together;
  }

  private async fill(
    accumulatorOf: (scheduleId: number) => BucketAccumulator,
    ids: readonly number[],
    { window, tier, client, perSchedule }: BucketRequest & { client: Client; perSchedule: number },
  ): Promise<void> {
    const slices = Math.min(window.end - window.start, tierRetention(tier)) / getSlice(tier);
    if (ids.length * (slices + perSchedule) > MAX_UNITS_AT_ONCE) await this.heavyWork.begin(client);
    const pace = new Pace();
    for (let at = 0; at < ids.length; at += SCHEDULES_AT_ONCE) {
      const some = ids.slice(at, at + SCHEDULES_AT_ONCE);
      if (at > 0) await pace.rest(client.signal);
      if (tier === 'raw') {
        const accumulate = await this.reader.readForBuckets(some, window);
        for (const id of some) {
          accumulate(id, accumulatorOf(id));
          if (pace.isDue) await pace.rest(client.signal);
        }
      } else {
        for (const row of await this.tiers.findRows(tier, some, window)) accumulatorOf(row.scheduleId).addRow(row);
      }
    }
  }
}

function tierRetention(tier: BucketRequest['tier']): number {
  return TIERS.find((one) => one.tier === tier)!.keptMs;
}

/** Raw points are stored by hour. */
function getSlice(tier: BucketRequest['tier']): number {
  return TIERS.find((one) => one.tier === tier)!.sliceMs || HOUR_MS;
}
