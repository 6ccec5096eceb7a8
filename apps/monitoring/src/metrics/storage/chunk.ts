import type { PointStatistics } from '@wardstone/metric-points';

/** The points of one schedule in one hour, counted from the epoch, as they are stored. */
export interface Chunk {
  readonly scheduleId: number;
  readonly hour: number;
  readonly statistics: PointStatistics;
  /** By `encodePoints`. */
  readonly points: Buffer;
}
