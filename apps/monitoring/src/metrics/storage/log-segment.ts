import { firstAtOrAfter, PointCollector } from '@wardstone/metric-points';

/** Points of several series in order of submission, column by column; times in ms since the epoch. */
export interface PointBatch {
  readonly scheduleIds: Int32Array;
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Points by schedule. */
export type Collectors = Map<number, PointCollector>;

/** Limit at which a schedule id and the index of a point fit into one double. */
const MAX_POINTS = 2 ** 21;
/** Typical number of uncompacted points of a schedule. */
const FEW_POINTS = 8;

/** Joins batches in order. */
export function joinBatches(batches: readonly PointBatch[]): PointBatch {
  if (batches.length === 1) return batches[0]!;
  const joined = emptyBatch(batches.reduce((sum, { times }) => sum + times.length, 0));
  let at = 0;
  for (const { scheduleIds, times, values } of batches) {
    joined.scheduleIds.set(scheduleIds, at);
    joined.times.set(times, at);
    joined.values.set(values, at);
    at += times.length;
  }
  return joined;
}

/** The wanted points in order; the batch itself if all are wanted. */
export function pick(batch: PointBatch, isWanted: (scheduleId: number, index: number) => boolean): PointBatch {
  const { scheduleIds, times, values } = batch;
  const indexes: number[] = [];
  for (let index = 0; index < scheduleIds.length; index++) {
    if (isWanted(scheduleIds[index]!, index)) indexes.push(index);
  }
  if (indexes.length === scheduleIds.length) return batch;
  const picked = emptyBatch(indexes.length);
  for (const [at, index] of indexes.entries()) {
    picked.scheduleIds[at] = scheduleIds[index]!;
    picked.times[at] = times[index]!;
    picked.values[at] = values[index]!;
  }
  return picked;
}

function emptyBatch(length: number): PointBatch {
  return {
    scheduleIds: new Int32Array(length),
    times: new Float64Array(length),
    values: new Float64Array(length),
  };
}

/** A row of the log in memory. Segments with higher ids were stored later. */
export class LogSegment {
  private readonly firstTime: number;
  private readonly lastTime: number;
  /** Ascending schedule ids combined with point indexes; computed on first use. */
  private order: Float64Array | undefined;

  constructor(
    readonly id: number,
    readonly batch: PointBatch,
  ) {
    if (batch.times.length > MAX_POINTS)
      throw new RangeError(`${batch.times.length} points are too many for a segment`);
    let first = Infinity;
    let last = -Infinity;
    for (const time of batch.times) {
      if (time < first) first = time;
      if (time > last) last = time;
    }
    this.firstTime = first;
    this.lastTime = last;
  }

  get pointCount(): number {
    return this.batch.times.length;
  }

  /** Adds each schedule's points with start <= time < end, in order of submission. */
  collect(scheduleIds: ReadonlySet<number>, start: number, end: number, collectors: Collectors): void {
    if (this.lastTime < start || this.firstTime >= end) return;
    const { scheduleIds: ids, times, values } = this.batch;
    const add = (index: number): void => {
      const time = times[index]!;
      if (time < start || time >= end) return;
      const id = ids[index]!;
      let collector = collectors.get(id);
      if (!collector) collectors.set(id, (collector = new PointCollector(FEW_POINTS)));
      collector.add(time, values[index]!);
    };
    // For many ids, a scan is faster than look-ups.
    if (scheduleIds.size * Math.log2(ids.length) > ids.length) {
      for (let index = 0; index < ids.length; index++) if (scheduleIds.has(ids[index]!)) add(index);
      return;
    }
    const order = (this.order ??= this.sort());
    for (const id of scheduleIds) {
      const beyond = (id + 1) * MAX_POINTS;
      for (let at = firstAtOrAfter(order, id * MAX_POINTS); at < order.length && order[at]! < beyond; at++) {
        add(order[at]! - id * MAX_POINTS);
      }
    }
  }

  private sort(): Float64Array {
    const { scheduleIds } = this.batch;
    const order = new Float64Array(scheduleIds.length);
    for (let i = 0; i < order.length; i++) order[i] = scheduleIds[i]! * MAX_POINTS + i;
    return order.sort();
  }
}

/** Converts a column to its stored bytes, little-endian on every platform that runs Node. */
export function columnBytes(column: Int32Array | Float64Array): Buffer {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
}

/** Converts stored bytes to a batch. */
export function decodeBatch(scheduleIds: Buffer, times: Buffer, values: Buffer): PointBatch {
  return {
    scheduleIds: new Int32Array(aligned(scheduleIds)),
    times: new Float64Array(aligned(times)),
    values: new Float64Array(aligned(values)),
  };
}

function aligned({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}
