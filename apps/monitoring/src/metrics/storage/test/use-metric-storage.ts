import type { Database } from '@wardstone/database';
import { BucketAccumulator, type TimeWindow } from '@wardstone/metric-points';
import type { PointBatch } from '../log-segment';
import { MetricChunkQueries } from '../metric-chunk.queries';
import { MetricCompaction } from '../metric-compaction';
import { MetricLogQueries } from '../metric-log.queries';
import { MetricPartitionQueries } from '../metric-partition.queries';
import { MetricReader } from '../metric-reader';
import { MetricBuffer } from '../metric-buffer';
import { MetricWriter } from '../metric-writer';

/** One process's view of the storage. */
export interface Replica {
  readonly writer: MetricWriter;
  readonly reader: MetricReader;
  readonly compaction: MetricCompaction;
  readonly buffer: MetricBuffer;
}

export function aReplica(db: Database): Replica {
  const log = new MetricLogQueries(db);
  const chunks = new MetricChunkQueries(db);
  const buffer = new MetricBuffer(log);
  return {
    writer: new MetricWriter(log, buffer, db),
    reader: new MetricReader(log, chunks, buffer),
    compaction: new MetricCompaction(db, log, chunks, new MetricPartitionQueries(db), buffer),
    buffer,
  };
}

/** An accumulator for each schedule. */
export async function readBuckets(
  reader: MetricReader,
  ids: readonly number[],
  window: TimeWindow,
  count: number,
): Promise<ReadonlyMap<number, BucketAccumulator>> {
  const accumulate = await reader.readForBuckets(ids, window);
  const accumulators = new Map(ids.map((id) => [id, new BucketAccumulator(window, count)]));
  for (const [id, accumulator] of accumulators) accumulate(id, accumulator);
  return accumulators;
}

/** Points as [schedule, time, value]. */
export function aBatch(...points: readonly (readonly [number, number, number])[]): PointBatch {
  return {
    scheduleIds: Int32Array.from(points, ([scheduleId]) => scheduleId),
    times: Float64Array.from(points, ([, time]) => time),
    values: Float64Array.from(points, ([, , value]) => value),
  };
}
