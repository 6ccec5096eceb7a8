import type { PointStatistics } from '@wardstone/metric-points';

/** The points of one schedule in one hour, counted from the epoch. */
export interface Chunk {
  readonly scheduleId: number;
  readonly hour: number;
  readonly statistics: PointStatistics;
  /** Encoded by `encodePoints`. */
  readonly points: Buffer;
}
