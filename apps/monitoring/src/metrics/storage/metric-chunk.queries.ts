import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { BatchedLookup, Database, type Transaction } from '@wardstone/database';
import { HOUR_MS, type TimeWindow } from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import { LRUCache } from 'lru-cache';
import { from as copyFrom } from 'pg-copy-streams';
import { COPIED_COLUMNS, encodeCopy } from './chunk-copy';
import type { Chunk } from './chunk';
import { arrayText } from './array-text.sql';

/** The first hour, and the hour after the last. */
type Hours = readonly [from: number, to: number];
type PackedRow = [scheduleId: number, chunks: Buffer];
type CountedRow = [scheduleId: number | null, chunks: Buffer | null, points: number | null];

/** Chunks by schedule, oldest first. */
export type ChunksBySchedule = ReadonlyMap<number, readonly Chunk[]>;

export interface FoundChunks {
  readonly chunksOf: ChunksBySchedule;
  /** Number of points in the chunks, if counted. */
  readonly points: number | undefined;
}

/** One binary field for each schedule, because fields of rows cost more than their content. */
const PACKED = `string_agg(
  int4send(c.hour) || int4send(c.point_count) || int4send(c.first_ms) || int4send(c.last_ms) ||
  float8send(c.sum) || float8send(c.min) || float8send(c.max) || int4send(length(c.points)) || c.points, ''::bytea)`;
const PACKED_HEAD_BYTES = 5 * 4 + 3 * 8;
/** Maximum number of distinct hour ranges in a batch of reads. */
const MAX_SPANS = 100;

@Injectable()
export class MetricChunkQueries {
  private readonly singles = new LRUCache<string, BatchedLookup<number, readonly Chunk[]>>({ max: MAX_SPANS });

  constructor(private readonly db: Database) {}

  /**
   * The chunks that overlap the window. Concurrent reads of single schedules share a statement.
   * @param most maximum number of points; beyond it no chunks are returned
   */
  async findChunks(scheduleIds: readonly number[], { start, end }: TimeWindow, most?: number): Promise<FoundChunks> {
    const hours = [Math.floor(start / HOUR_MS), Math.ceil(end / HOUR_MS)] as const;
    if (most !== undefined) return this.findFew(scheduleIds, hours, most);
    if (scheduleIds.length !== 1) return { chunksOf: await this.findWithin(scheduleIds, hours), points: undefined };
    const [id] = scheduleIds as [number];
    return { chunksOf: new Map([[id, (await this.singlesWithin(hours).find(id)) ?? []]]), points: undefined };
  }

  /** The last chunk of each schedule that starts before the end of the window. */
  async findNewest(scheduleIds: readonly number[], { start, end }: TimeWindow): Promise<FoundChunks> {
    const lastHour = Math.floor(end / HOUR_MS);
    const window = [Math.floor(start / HOUR_MS), lastHour, end - lastHour * HOUR_MS];
    const ofOne = `(
       SELECT * FROM metric_chunk c
        WHERE c.schedule_id = $1 AND c.hour >= $2 AND c.hour <= $3 AND (c.hour < $3 OR c.first_ms < $4)
        ORDER BY c.hour DESC LIMIT 1) AS c`;
    // An aggregate instead of LIMIT 1, which would make the workers of a cluster run one by one.
    const ofMany = `unnest($1::int[]) AS s (id) CROSS JOIN LATERAL (
         SELECT DISTINCT ON (c.schedule_id) * FROM metric_chunk c
          WHERE c.schedule_id = s.id AND c.hour >= $2 AND c.hour <= $3 AND (c.hour < $3 OR c.first_ms < $4)
          ORDER BY c.schedule_id, c.hour DESC) AS c`;
    const chunksOf =
      scheduleIds.length === 1
        ? await this.find('metric_chunk_find_newest_of_one', ofOne, [scheduleIds[0], ...window])
        : await this.find('metric_chunk_find_newest', ofMany, [arrayText(scheduleIds), ...window]);
    return { chunksOf, points: undefined };
  }

  private singlesWithin(hours: Hours): BatchedLookup<number, readonly Chunk[]> {
    const span = hours.join();
    const known = this.singles.get(span);
    if (known) return known;
    const batched = new BatchedLookup((ids: readonly number[]) => this.findWithin(ids, hours));
    this.singles.set(span, batched);
    return batched;
  }

  private findWithin(scheduleIds: readonly number[], hours: Hours): Promise<ChunksBySchedule> {
    const { name, from, scheduleIds: ids } = within(scheduleIds);
    return this.find(name, from, [ids, ...hours]);
  }

  private async find(
    name: string,
    from: string,
    params: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ChunksBySchedule> {
    const rows = await this.db.queryPrepared<PackedRow>(
      name,
      `SELECT c.schedule_id, ${PACKED} FROM ${from} GROUP BY c.schedule_id`,
      params,
      transaction,
    );
    const chunksOf = new Map<number, readonly Chunk[]>();
    const pace = new Pace();
    for (const [id, chunks] of rows) {
      if (pace.isDue) await pace.rest();
      chunksOf.set(id, unpack(id, chunks));
    }
    return chunksOf;
  }

  private async findFew(scheduleIds: readonly number[], hours: Hours, most: number): Promise<FoundChunks> {
    const { name, from, scheduleIds: ids } = within(scheduleIds);
    const rows = await this.db.queryPrepared<CountedRow>(
      `${name}_of_few`,
      `WITH counted AS MATERIALIZED (SELECT coalesce(sum(c.point_count), 0)::float8 AS points FROM ${from})
       SELECT c.schedule_id, ${PACKED}, NULL::float8 FROM ${from} AND (SELECT points FROM counted) <= $4
        GROUP BY c.schedule_id
       UNION ALL
       SELECT NULL, NULL, points FROM counted`,
      [ids, ...hours, most],
    );
    const chunksOf = new Map<number, readonly Chunk[]>();
    let points = 0;
    const pace = new Pace();
    for (const [id, chunks, counted] of rows) {
      if (pace.isDue) await pace.rest();
      if (id === null || chunks === null) points = counted!;
      else chunksOf.set(id, unpack(id, chunks));
    }
    return { chunksOf, points };
  }

  /** The stored chunks of one hour, by schedule. */
  async findOfHour(
    hour: number,
    scheduleIds: readonly number[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<number, Chunk>> {
    // An hour is in one partition, the only one that the server then reads.
    const from = 'metric_chunk c WHERE c.hour = $1 AND c.schedule_id = ANY ($2::int[])';
    const chunksOf = await this.find('metric_chunk_of_hour', from, [hour, arrayText(scheduleIds)], transaction);
    return new Map(Array.from(chunksOf, ([id, [chunk]]) => [id, chunk!]));
  }

  /** Stores chunks of hours that have none yet. */
  async insert(chunks: readonly Chunk[], transaction: Transaction): Promise<void> {
    const rows = transaction.client.query(copyFrom(`COPY metric_chunk (${COPIED_COLUMNS}) FROM STDIN (FORMAT binary)`));
    await pipeline(Readable.from([encodeCopy(chunks)], { objectMode: true }), rows);
  }

  /** Replaces the chunks of one hour. */
  async replaceOfHour(hour: number, chunks: readonly Chunk[], transaction: Transaction): Promise<void> {
    // One buffer for all points, because an array of bytea would be transferred as text.
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

/** For one schedule, the server keeps the plan, because it can estimate the number of rows. */
function within(scheduleIds: readonly number[]): { name: string; from: string; scheduleIds: unknown } {
  const hours = 'c.hour >= $2 AND c.hour < $3';
  if (scheduleIds.length === 1) {
    const from = `metric_chunk c WHERE c.schedule_id = $1 AND ${hours}`;
    return { name: 'metric_chunk_find_one', from, scheduleIds: scheduleIds[0] };
  }
  const from = `metric_chunk c WHERE c.schedule_id = ANY ($1::int[]) AND ${hours}`;
  return { name: 'metric_chunk_find', from, scheduleIds: arrayText(scheduleIds) };
}

function unpack(scheduleId: number, bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length;) {
    const hour = bytes.readInt32BE(at);
    const startOfHour = hour * HOUR_MS;
    const statistics = {
      count: bytes.readInt32BE(at + 4),
      sum: bytes.readDoubleBE(at + 16),
      min: bytes.readDoubleBE(at + 24),
      max: bytes.readDoubleBE(at + 32),
      first: startOfHour + bytes.readInt32BE(at + 8),
      last: startOfHour + bytes.readInt32BE(at + 12),
    };
    const from = at + PACKED_HEAD_BYTES;
    at = from + bytes.readInt32BE(at + 40);
    chunks.push({ scheduleId, hour, statistics, points: bytes.subarray(from, at) });
  }
  return chunks.sort((a, b) => a.hour - b.hour);
}
