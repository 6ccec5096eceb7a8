import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { HOUR_MS } from '../domain/time-window';
import type { TimeWindow } from '../domain/time-window';
import type { PointStatistics } from '../domain/buckets';
import { parseIdRanges } from './id-ranges';
import type { IdRanges } from './id-ranges';

/** The points of one schedule in one hour, counted from the epoch, as they are stored. */
export interface Chunk {
  readonly scheduleId: number;
  readonly hour: number;
  readonly statistics: PointStatistics;
  /** By `encodePoints`. */
  readonly points: Buffer;
}

type StoredColumns = [number, number, number, number, number, number, number, number, Buffer];
type ChunkRow = [...StoredColumns, string | null];

const CHUNK_COLUMNS = `c.schedule_id, c.hour, c.point_count, c.first_ms, c.last_ms, c.sum, c.min, c.max, c.points`;

@Injectable()
export class MetricChunkQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /**
   * The chunks that overlap the window, and which rows of the log were not in chunks at that very moment: one statement
   * sees one state of both.
   */
  async findChunks(
    scheduleIds: readonly number[],
    { start, end }: TimeWindow,
  ): Promise<{ chunks: Chunk[]; unfolded: IdRanges }> {
    const rows = await this.db.queryPrepared<ChunkRow>(
      'metric_chunk_find',
      `SELECT ${CHUNK_COLUMNS}, NULL::text
         FROM metric_chunk c WHERE c.schedule_id = ANY ($1::int[]) AND c.hour >= $2 AND c.hour < $3
       UNION ALL
       SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, range_agg(int8range(l.id, l.id, '[]'))::text
         FROM metric_log l`,
      [scheduleIds, Math.floor(start / HOUR_MS), Math.ceil(end / HOUR_MS)],
    );
    const unfolded = rows.find(([scheduleId]) => scheduleId === null)?.[9] ?? null;
    return {
      chunks: rows.filter(([scheduleId]) => scheduleId !== null).map(toChunk),
      unfolded: parseIdRanges(unfolded),
    };
  }

  /** The stored chunks among the given schedules and hours, in pairs, by the position of the pair. */
  async findExisting(
    scheduleIds: readonly number[],
    hours: readonly number[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<number, Chunk>> {
    const rows = await this.db.queryPrepared<[...StoredColumns, number]>(
      'metric_chunk_existing',
      `SELECT ${CHUNK_COLUMNS}, k.position - 1
         FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS k (schedule_id, hour, position)
         JOIN metric_chunk c ON c.schedule_id = k.schedule_id AND c.hour = k.hour`,
      [scheduleIds, hours],
      transaction,
    );
    return new Map(rows.map(([...row]) => [row.pop() as number, toChunk(row as unknown as StoredColumns)]));
  }

  /** Stores chunks in place of those of the same schedules and hours. */
  async upsert(chunks: readonly Chunk[], transaction: Transaction): Promise<void> {
    // One buffer for all points: an array of bytea would travel as text.
    const offsets: number[] = [];
    let length = 0;
    for (const { points } of chunks) {
      offsets.push(length + 1);
      length += points.length;
    }
    const column = <T>(value: (chunk: Chunk) => T): T[] => chunks.map(value);
    await this.db.queryPrepared(
      'metric_chunk_upsert',
      `INSERT INTO metric_chunk (schedule_id, hour, point_count, first_ms, last_ms, sum, min, max, points)
       SELECT c.schedule_id, c.hour, c.point_count, c.first_ms, c.last_ms, c.sum, c.min, c.max,
              substring($11::bytea FROM c.at FOR c.length)
         FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::float8[], $7::float8[], $8::float8[],
                     $9::int[], $10::int[])
              AS c (schedule_id, hour, point_count, first_ms, last_ms, sum, min, max, at, length)
       ON CONFLICT (schedule_id, hour) DO UPDATE SET
         point_count = excluded.point_count, first_ms = excluded.first_ms, last_ms = excluded.last_ms,
         sum = excluded.sum, min = excluded.min, max = excluded.max, points = excluded.points`,
      [
        column(({ scheduleId }) => scheduleId),
        column(({ hour }) => hour),
        column(({ statistics }) => statistics.count),
        column(({ statistics, hour }) => statistics.first - hour * HOUR_MS),
        column(({ statistics, hour }) => statistics.last - hour * HOUR_MS),
        column(({ statistics }) => statistics.sum),
        column(({ statistics }) => statistics.min),
        column(({ statistics }) => statistics.max),
        offsets,
        column(({ points }) => points.length),
        Buffer.concat(column(({ points }) => points)),
      ],
      transaction,
    );
  }
}

function toChunk([scheduleId, hour, count, firstMs, lastMs, sum, min, max, points]: StoredColumns | ChunkRow): Chunk {
  const startOfHour = hour * HOUR_MS;
  const statistics = { count, sum, min, max, first: startOfHour + firstMs, last: startOfHour + lastMs };
  return { scheduleId, hour, statistics, points };
}
