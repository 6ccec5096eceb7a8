import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import { from as copyFrom } from 'pg-copy-streams';
import { COPIED_COLUMNS, copyOf } from './chunk-copy';
import { HOUR_MS, type TimeWindow } from '../domain/time-window';
import type { Chunk } from './chunk';

type StoredColumns = [number, number, number, number, number, number, number, number, Buffer];
type CountedRow = [...StoredColumns, number | null];

export interface FoundChunks {
  readonly chunks: readonly Chunk[];
  /** How many points the chunks have, where they are counted. */
  readonly points: number | undefined;
}

const CHUNK_COLUMNS = `c.schedule_id, c.hour, c.point_count, c.first_ms, c.last_ms, c.sum, c.min, c.max, c.points`;

@Injectable()
export class MetricChunkQueries {
  constructor(private readonly db: Database) {}

  /**
   * The chunks that overlap the window.
   *
   * @param most points that they may have together; of chunks with more none is returned
   */
  findChunks(scheduleIds: readonly number[], { start, end }: TimeWindow, most?: number): Promise<FoundChunks> {
    // Of one schedule the server knows how little there is before it knows which, and so plans the statement once.
    const [name, condition, asked] =
      scheduleIds.length === 1
        ? ['metric_chunk_find_one', 'c.schedule_id = $1', scheduleIds[0]]
        : ['metric_chunk_find', 'c.schedule_id = ANY ($1::int[])', arrayText(scheduleIds)];
    const chunks = `metric_chunk c WHERE ${condition} AND c.hour >= $2 AND c.hour < $3`;
    const params = [asked, Math.floor(start / HOUR_MS), Math.ceil(end / HOUR_MS)];
    if (most === undefined) return this.find(name, chunks, params);
    return this.findFew(name, chunks, [...params, most]);
  }

  /** Of each schedule the last chunk that begins before the window ends. */
  findNewest(scheduleIds: readonly number[], { start, end }: TimeWindow): Promise<FoundChunks> {
    const lastHour = Math.floor(end / HOUR_MS);
    const window = [Math.floor(start / HOUR_MS), lastHour, end - lastHour * HOUR_MS];
    if (scheduleIds.length === 1) {
      const ofOne = `metric_chunk c
        WHERE c.schedule_id = $1 AND c.hour >= $2 AND c.hour <= $3 AND (c.hour < $3 OR c.first_ms < $4)
        ORDER BY c.hour DESC LIMIT 1`;
      return this.find('metric_chunk_find_newest_of_one', ofOne, [scheduleIds[0], ...window]);
    }
    // Planned as LIMIT 1 would be, which a cluster could not have its workers do one by one.
    const newest = `unnest($1::int[]) AS s (id) CROSS JOIN LATERAL (
         SELECT DISTINCT ON (c.schedule_id) * FROM metric_chunk c
          WHERE c.schedule_id = s.id AND c.hour >= $2 AND c.hour <= $3 AND (c.hour < $3 OR c.first_ms < $4)
          ORDER BY c.schedule_id, c.hour DESC) AS c`;
    return this.find('metric_chunk_find_newest', newest, [arrayText(scheduleIds), ...window]);
  }

  private async find(name: string, from: string, params: readonly unknown[]): Promise<FoundChunks> {
    const rows = await this.db.queryPrepared<StoredColumns>(name, `SELECT ${CHUNK_COLUMNS} FROM ${from}`, params);
    return { chunks: rows.map(toChunk), points: undefined };
  }

  /** The last parameter is how many points the chunks may have. */
  private async findFew(name: string, chunks: string, params: readonly unknown[]): Promise<FoundChunks> {
    const rows = await this.db.queryPrepared<CountedRow>(
      `${name}_of_few`,
      `WITH counted AS MATERIALIZED (SELECT coalesce(sum(c.point_count), 0)::float8 AS points FROM ${chunks})
       SELECT ${CHUNK_COLUMNS}, NULL::float8 FROM ${chunks} AND (SELECT points FROM counted) <= $${params.length}
       UNION ALL
       SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, points FROM counted`,
      params,
    );
    const [, , , , , , , , , points] = rows.find(([scheduleId]) => scheduleId === null)!;
    return {
      chunks: rows.filter(([scheduleId]) => scheduleId !== null).map(toChunk),
      points: points ?? undefined,
    };
  }

  /** The stored chunks of one hour, by schedule. */
  async findOfHour(
    hour: number,
    scheduleIds: readonly number[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<number, Chunk>> {
    // One hour lies in one partition, which the server then looks at alone.
    const rows = await this.db.queryPrepared<StoredColumns>(
      'metric_chunk_of_hour',
      `SELECT ${CHUNK_COLUMNS} FROM metric_chunk c WHERE c.hour = $1 AND c.schedule_id = ANY ($2::int[])`,
      [hour, arrayText(scheduleIds)],
      transaction,
    );
    return new Map(rows.map((row) => [row[0], toChunk(row)]));
  }

  /** Stores chunks of hours that have none yet. */
  async insert(chunks: readonly Chunk[], transaction: Transaction): Promise<void> {
    const rows = transaction.client.query(copyFrom(`COPY metric_chunk (${COPIED_COLUMNS}) FROM STDIN (FORMAT binary)`));
    await pipeline(Readable.from([copyOf(chunks)], { objectMode: true }), rows);
  }

  /** Stores chunks of one hour in place of those of the same schedules. */
  async replaceOfHour(hour: number, chunks: readonly Chunk[], transaction: Transaction): Promise<void> {
    // One buffer for all points: an array of bytea would travel as text.
    const offsets: number[] = [];
    let length = 0;
    for (const { points } of chunks) {
      offsets.push(length + 1);
      length += points.length;
    }
    const column = (value: (chunk: Chunk) => number): string => arrayText(chunks.map(value));
    await this.db.queryPrepared(
      'metric_chunk_replace',
      `UPDATE metric_chunk c SET
         point_count = n.point_count, first_ms = n.first_ms, last_ms = n.last_ms, sum = n.sum, min = n.min, max = n.max,
         points = substring($11::bytea FROM n.at FOR n.length)
         FROM unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::float8[], $7::float8[], $8::float8[], $9::int[],
                     $10::int[])
              AS n (schedule_id, point_count, first_ms, last_ms, sum, min, max, at, length)
        WHERE c.hour = $1 AND c.schedule_id = n.schedule_id`,
      [
        hour,
        column(({ scheduleId }) => scheduleId),
        column(({ statistics }) => statistics.count),
        column(({ statistics }) => statistics.first - hour * HOUR_MS),
        column(({ statistics }) => statistics.last - hour * HOUR_MS),
        column(({ statistics }) => statistics.sum),
        column(({ statistics }) => statistics.min),
        column(({ statistics }) => statistics.max),
        arrayText(offsets),
        column(({ points }) => points.length),
        Buffer.concat(chunks.map(({ points }) => points)),
      ],
      transaction,
    );
  }
}

/** An array of numbers as the server reads it; the driver would look at each element for what to escape. */
export function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}

function toChunk([scheduleId, hour, count, firstMs, lastMs, sum, min, max, points]: StoredColumns | CountedRow): Chunk {
  const startOfHour = hour * HOUR_MS;
  const statistics = { count, sum, min, max, first: startOfHour + firstMs, last: startOfHour + lastMs };
  return { scheduleId, hour, statistics, points };
}
