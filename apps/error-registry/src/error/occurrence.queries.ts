import { Queries } from '@wardstone/database';
import { KEPT_PER_TYPE, type Occurrence, type OccurrenceCount, RETENTION_MS } from './domain/occurrence';

/** Serialises concurrent reports, because they write and clean the same rows. */
const REPORT_LOCK = 7_283_641_011;

export class OccurrenceQueries extends Queries {
  /** Occurrences of a type after a time, newest first, at most 20, with the number of all. */
  async findSince(type: string, sinceMs: number): Promise<{ count: number; newest: Occurrence[] }> {
    const since = new Date(sinceMs);
    const [counted, newest] = await Promise.all([
      this.db.query<{ count: number }>(
        `SELECT coalesce(sum(c.occurrences), 0)::bigint AS count
           FROM error_occurrence_count c
          WHERE c.type = $1 AND c.minute > $2`,
        [type, since],
      ),
      this.db.query<Omit<Occurrence, 'occurredAtMs'> & { occurred_at: Date }>(
        `SELECT o.type, o.occurred_at, o.service, o.status, o.request_id AS "requestId", o.route
           FROM error_occurrence o
          WHERE o.type = $1 AND o.occurred_at > $2
          ORDER BY o.occurred_at DESC, o.id DESC
          LIMIT $3`,
        [type, since, KEPT_PER_TYPE],
      ),
    ]);
    return {
      count: counted[0]?.count ?? 0,
      newest: newest.map(({ occurred_at, ...rest }) => ({ ...rest, occurredAtMs: occurred_at.getTime() })),
    };
  }

  /** Stores a report condensed by `condense`, without unknown types, and deletes expired occurrences. */
  async insert(newest: readonly Occurrence[], counts: readonly OccurrenceCount[], nowMs: number): Promise<void> {
    await this.db.transaction(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [REPORT_LOCK]);
      await transaction.query(
        `INSERT INTO error_occurrence (type, occurred_at, service, status, request_id, route)
         SELECT r.type, to_timestamp(r."occurredAtMs" / 1000.0), r.service, r.status, r."requestId", r.route
           FROM jsonb_to_recordset($1::jsonb) AS r
                (type text, "occurredAtMs" bigint, service text, status integer, "requestId" text, route text)
           JOIN error_type t ON t.type = r.type
            FOR KEY SHARE OF t`,
        [JSON.stringify(newest)],
      );
      await transaction.query(
        `INSERT INTO error_occurrence_count AS c (type, minute, occurrences)
         SELECT r.type, to_timestamp(r."minuteMs" / 1000.0), r.occurrences
           FROM jsonb_to_recordset($1::jsonb) AS r (type text, "minuteMs" bigint, occurrences bigint)
           JOIN error_type t ON t.type = r.type
            FOR KEY SHARE OF t
         ON CONFLICT (type, minute) DO UPDATE SET occurrences = c.occurrences + excluded.occurrences`,
        [JSON.stringify(counts)],
      );
      const types = [...new Set(counts.map(({ type }) => type))];
      await transaction.query(
        `DELETE FROM error_occurrence o
          USING (SELECT k.id, row_number() OVER (PARTITION BY k.type ORDER BY k.occurred_at DESC, k.id DESC) AS place
                   FROM error_occurrence k
                  WHERE k.type = ANY ($1::text[])) AS ranked
          WHERE ranked.id = o.id AND ranked.place > $2`,
        [types, KEPT_PER_TYPE],
      );
      const past = new Date(nowMs - RETENTION_MS);
      await transaction.query(`DELETE FROM error_occurrence o WHERE o.occurred_at <= $1`, [past]);
      await transaction.query(`DELETE FROM error_occurrence_count c WHERE c.minute <= $1`, [past]);
    });
  }
}
