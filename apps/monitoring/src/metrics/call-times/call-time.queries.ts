import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '@wardstone/database';
import type { CallTimeSum } from '../domain/call-times';
import type { TimeWindow } from '../domain/time-window';
import type { CallTimeEntity } from './call-time.entity';

/** A row of an answer. */
export type CallTimeRow = Pick<CallTimeEntity, 'destination' | 'min_ms' | 'max_ms' | 'total_ms' | 'call_count'> & {
  avg_ms: number;
};

/** Sums that lie within the window as a whole, its last ms included. */
const WITHIN = `c.schedule_id = $1 AND c.begin_ms >= $2 AND c.end_ms <= $3`;

@Injectable()
export class CallTimeQueries {
  constructor(private readonly db: Database) {}

  /** Sums of one or several schedules, each of which must exist. */
  async insert(sums: readonly (CallTimeSum & { scheduleId: number })[], into: Queryable = this.db): Promise<void> {
    const column = <T>(value: (sum: CallTimeSum & { scheduleId: number }) => T): T[] => sums.map(value);
    await into.query(
      `INSERT INTO call_time (schedule_id, destination, begin_ms, end_ms, call_count, total_ms, min_ms, max_ms)
       SELECT n.* FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[], $5::integer[], $6::float8[],
                              $7::float8[], $8::float8[]) AS n`,
      [
        column(({ scheduleId }) => scheduleId),
        column(({ destination }) => destination),
        column(({ beginMs }) => beginMs),
        column(({ endMs }) => endMs),
        column(({ count }) => count),
        column(({ totalMs }) => totalMs),
        column(({ minMs }) => minMs),
        column(({ maxMs }) => maxMs),
      ],
    );
  }

  /** Every sum by itself, in the order in which they begin. */
  list(scheduleId: number, { start, end }: TimeWindow): Promise<CallTimeRow[]> {
    return this.db.query<CallTimeRow>(
      `SELECT c.destination, c.min_ms, c.max_ms, c.total_ms / c.call_count AS avg_ms, c.total_ms, c.call_count
         FROM call_time c WHERE ${WITHIN} ORDER BY c.begin_ms, c.id`,
      [scheduleId, start, end],
    );
  }

  /** One row for each destination, the slowest first. */
  listByDestination(scheduleId: number, { start, end }: TimeWindow): Promise<CallTimeRow[]> {
    return this.db.query<CallTimeRow>(
      `SELECT c.destination, min(c.min_ms) AS min_ms, max(c.max_ms) AS max_ms,
              sum(c.total_ms) / sum(c.call_count) AS avg_ms, sum(c.total_ms) AS total_ms,
              sum(c.call_count) AS call_count
         FROM call_time c WHERE ${WITHIN} GROUP BY c.destination ORDER BY avg_ms DESC, c.destination`,
      [scheduleId, start, end],
    );
  }
}
