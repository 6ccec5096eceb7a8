import { toColumns, Queries, type Queryable } from '@wardstone/database';
import type { CallTimeRest } from '@wardstone/dto/monitoring';
import type { CallTimeSum, TimeWindow } from '@wardstone/metric-points';

/** Sums entirely within the window, including its last millisecond. */
const WITHIN = `c.schedule_id = $1 AND c.begin_ms >= $2 AND c.end_ms <= $3`;

export class CallTimeQueries extends Queries {
  /** Stores sums of existing schedules. */
  async insert(sums: readonly (CallTimeSum & { scheduleId: number })[], into: Queryable = this.db): Promise<void> {
    await into.query(
      `INSERT INTO call_time (schedule_id, destination, begin_ms, end_ms, call_count, total_ms, min_ms, max_ms)
       SELECT n.* FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[], $5::integer[], $6::float8[],
                              $7::float8[], $8::float8[]) AS n`,
      toColumns(sums, 'scheduleId', 'destination', 'beginMs', 'endMs', 'count', 'totalMs', 'minMs', 'maxMs'),
    );
  }

  /** All sums, in order of start. */
  list(scheduleId: number, { start, end }: TimeWindow): Promise<CallTimeRest[]> {
    return this.db.query<CallTimeRest>(
      `SELECT c.destination AS "callDestination", c.min_ms AS minimum, c.max_ms AS maximum,
              c.total_ms / c.call_count AS average, c.total_ms AS total, c.call_count AS count
         FROM call_time c WHERE ${WITHIN} ORDER BY c.begin_ms, c.id`,
      [scheduleId, start, end],
    );
  }

  /** A row for each destination, slowest first. */
  listByDestination(scheduleId: number, { start, end }: TimeWindow): Promise<CallTimeRest[]> {
    return this.db.query<CallTimeRest>(
      `SELECT c.destination AS "callDestination", min(c.min_ms) AS minimum, max(c.max_ms) AS maximum,
              sum(c.total_ms) / sum(c.call_count) AS average, sum(c.total_ms) AS total, sum(c.call_count) AS count
         FROM call_time c WHERE ${WITHIN} GROUP BY c.destination ORDER BY average DESC, c.destination`,
      [scheduleId, start, end],
    );
  }
}
