import type { Database } from '@wardstone/database';
import { useDatabase } from '@wardstone/testing';
import type { TestDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../../../data-source';
import type { PointBatch } from '../log-segment';
import { MetricChunkQueries } from '../metric-chunk.queries';
import { MetricFold } from '../metric-fold';
import { MetricLogQueries } from '../metric-log.queries';
import { MetricPartitionQueries } from '../metric-partition.queries';
import { MetricReader } from '../metric-reader';
import { MetricTail } from '../metric-tail';
import { MetricWriter } from '../metric-writer';

/** One process's view of the storage. */
export interface Replica {
  readonly writer: MetricWriter;
  readonly reader: MetricReader;
  readonly fold: MetricFold;
  readonly tail: MetricTail;
}

export function aReplica(db: Database): Replica {
  const log = new MetricLogQueries(db);
  const chunks = new MetricChunkQueries(db);
  const tail = new MetricTail(log);
  return {
    writer: new MetricWriter(log, tail),
    reader: new MetricReader(chunks, tail),
    fold: new MetricFold(db, log, chunks, new MetricPartitionQueries(db), tail),
    tail,
  };
}

export function useMetricDatabase(): TestDatabase {
  return useDatabase({ name: 'monitoring', migrations: MIGRATIONS });
}

/** Points as [schedule, time, value]. */
export function aBatch(...points: readonly (readonly [number, number, number])[]): PointBatch {
  return {
    scheduleIds: Int32Array.from(points, ([scheduleId]) => scheduleId),
    times: Float64Array.from(points, ([, time]) => time),
    values: Float64Array.from(points, ([, , value]) => value),
  };
}
