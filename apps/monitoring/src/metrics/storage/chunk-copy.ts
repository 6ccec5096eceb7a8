import { HOUR_MS } from '@wardstone/metric-points';
import type { Chunk } from './chunk';

/** In the order in which `encodeCopy` writes them. */
export const COPIED_COLUMNS = 'schedule_id, hour, point_count, first_ms, last_ms, sum, min, max, points';
const COLUMN_COUNT = 9;
const HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Number of columns, and the columns with their lengths. */
const FIXED_ROW_BYTES = 2 + COLUMN_COUNT * 4 + 5 * 4 + 3 * 8;
const TRAILER_BYTES = 2;

/** Chunks in the binary format of COPY, which takes a third of the time of INSERT for new rows. */
export function encodeCopy(chunks: readonly Chunk[]): Buffer {
  const length = chunks.reduce((sum, { points }) => sum + FIXED_ROW_BYTES + points.length, HEAD.length + TRAILER_BYTES);
  const bytes = Buffer.allocUnsafe(length);
  let at = HEAD.copy(bytes);
  const integer = (value: number): void => void (at = bytes.writeInt32BE(value, bytes.writeInt32BE(4, at)));
  const double = (value: number): void => void (at = bytes.writeDoubleBE(value, bytes.writeInt32BE(8, at)));
  for (const { scheduleId, hour, statistics, points } of chunks) {
    at = bytes.writeInt16BE(COLUMN_COUNT, at);
    integer(scheduleId);
    integer(hour);
    integer(statistics.count);
    integer(statistics.first - hour * HOUR_MS);
    integer(statistics.last - hour * HOUR_MS);
    double(statistics.sum);
    double(statistics.min);
    double(statistics.max);
    at = bytes.writeInt32BE(points.length, at);
    at += points.copy(bytes, at);
  }
  bytes.writeInt16BE(-1, at);
  return bytes;
}
