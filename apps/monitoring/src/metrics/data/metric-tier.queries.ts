import { Queries } from '@wardstone/database';
import { type EncodedRows, HOUR_MS, type Tier, type TierRow, type TimeWindow } from '@wardstone/metric-points';
import { arrayText } from '../storage/array-text.sql';

export class MetricTierQueries extends Queries {
  /** Rows whose slices start within the window, unordered. */
  async findRows(...args: Parameters<MetricTierQueries['findBytes']>): Promise<TierRow[]> {
    return (await this.findBytes(...args)).flatMap(([scheduleId, bytes]) => toRows(scheduleId, bytes));
  }

  /** Like `findRows`, by schedule and decoded on demand. */
  async findRowsOfEach(...args: Parameters<MetricTierQueries['findBytes']>): Promise<Map<number, EncodedRows>> {
    const found = await this.findBytes(...args);
    return new Map(
      found.map(([id, bytes]) => [id, { count: bytes.length / ROW_BYTES, decode: () => toRows(id, bytes) }]),
    );
  }

  private findBytes(
    tier: Exclude<Tier, 'raw'>,
    scheduleIds: readonly number[],
    { start, end }: TimeWindow,
  ): Promise<[scheduleId: number, bytes: Buffer][]> {
    // As for raw points, the plan for one schedule is cached, but the plan for many depends on their number.
    const [name, condition, ids] =
      scheduleIds.length === 1
        ? [`metric_rows_${tier}_one`, 'r.schedule_id = $1', scheduleIds[0]]
        : [`metric_rows_${tier}`, 'r.schedule_id = ANY ($1::int[])', arrayText(scheduleIds)];
    // One binary field for each schedule, because fields of rows cost more than their numbers.
    return this.db.queryPrepared<[number, Buffer]>(
      name,
      `SELECT r.schedule_id,
              string_agg(int4send(r.hour) || float8send(r.avg) || float8send(r.min) || float8send(r.max), ''::bytea)
         FROM metric_${tier} r
        WHERE ${condition} AND r.hour >= $2 AND r.hour < $3
        GROUP BY r.schedule_id`,
      [ids, Math.ceil(start / HOUR_MS), Math.ceil(end / HOUR_MS)],
    );
  }
}

const ROW_BYTES = 4 + 3 * 8;

function toRows(scheduleId: number, bytes: Buffer): TierRow[] {
  return Array.from({ length: bytes.length / ROW_BYTES }, (_, index) => {
    const at = index * ROW_BYTES;
    return {
      scheduleId,
      start: bytes.readInt32BE(at) * HOUR_MS,
      avg: bytes.readDoubleBE(at + 4),
      min: bytes.readDoubleBE(at + 12),
      max: bytes.readDoubleBE(at + 20),
    };
  });
}
