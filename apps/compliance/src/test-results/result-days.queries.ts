import type { Queryable, Transaction } from '@wardstone/database';
import { ROLLED_UP_DAYS } from '../reports/domain/trend';
import { dayCounts } from '../reports/system-counts.sql';
import { VERDICT } from './verdict.sql';

/** That is kept; `$2` is the time. */
const FIRST_DAY = `(($2::timestamptz AT TIME ZONE 'UTC')::date - ${ROLLED_UP_DAYS})`;

/**
 * Writes down what a report was at the end of each day that has passed since the last time. Nothing was stored on these days,
 * so what holds now held then. To be called before a result is stored, not in its transaction: one upload a day counts, and
 * those that come meanwhile go on, since it does not see what they store.
 *
 * @param report statement for the id of the report, with parameters from `$3` on
 */
export async function closeDays(
  db: Queryable,
  orgId: string,
  now: Date,
  { sql, params }: { sql: string; params: readonly unknown[] },
): Promise<void> {
  const yesterday = `(($2::timestamptz AT TIME ZONE 'UTC')::date - 1)`;
  const isOpen = `NOT EXISTS (SELECT 1 FROM report_day d WHERE d.report_id = r.id AND d.day = ${yesterday})`;
  const open = await db.first<{ id: string }>(
    `SELECT r.id
       FROM (${sql}) r
      WHERE $1::text IS NOT NULL AND ${isOpen}
        AND (EXISTS (SELECT 1 FROM report_day d WHERE d.report_id = r.id)
          OR EXISTS (SELECT 1 FROM result_day d WHERE d.report_id = r.id AND d.day <= ${yesterday}))`,
    [orgId, now, ...params],
  );
  if (!open) return;
  await db.query(
    `WITH open AS MATERIALIZED (
            SELECT r.id FROM (SELECT $3::uuid AS id) r
             WHERE ${isOpen} AND pg_try_advisory_xact_lock(hashtextextended(r.id::text, 0))),
          old AS (
            DELETE FROM report_day d USING open WHERE d.report_id = open.id AND d.day < ${FIRST_DAY})
     INSERT INTO report_day (org_id, report_id, day, reported, compliant, unsupported, not_applicable, score)
     SELECT $1, open.id, ${yesterday} - back, n.reported, n.compliant, n.unsupported, n.not_applicable, n.score
       FROM open
       CROSS JOIN LATERAL (${dayCounts('open.id')}) n
       CROSS JOIN LATERAL (
         SELECT coalesce(
           ${yesterday} - (SELECT max(d.day) FROM report_day d WHERE d.report_id = open.id) - 1,
           ${yesterday} - (SELECT min(d.day) FROM result_day d WHERE d.report_id = open.id)) AS count) days
       CROSS JOIN LATERAL generate_series(0, least(days.count, ${ROLLED_UP_DAYS})) back
     ON CONFLICT DO NOTHING`,
    [orgId, now, open.id],
  );
}

/** Rolls the newest result up, and removes what is kept no longer. @param keepDays of results; 0 keeps them all */
export async function addDay(
  db: Transaction,
  resultId: string,
  { now, keepDays }: { now: Date; keepDays: number },
): Promise<void> {
  await db.query(
    `WITH added AS (
              SELECT t.org_id, t.report_id, t.system_id, (t.end_time AT TIME ZONE 'UTC')::date AS day,
                     ${VERDICT} AS verdict, t.score, t.failed_rule_count, t.passed_rule_count
                FROM test_result t
                JOIN policy p ON p.id = t.report_id
               WHERE t.id = $1),
            old_results AS (
              DELETE FROM test_result t USING added a
               WHERE t.report_id = a.report_id AND t.system_id = a.system_id AND NOT t.is_newest
                 AND $3 > 0 AND t.end_time < $2::timestamptz - make_interval(days => $3::integer)),
            old_days AS (
              DELETE FROM result_day d USING added a
               WHERE d.report_id = a.report_id AND d.system_id = a.system_id AND d.day < ${FIRST_DAY})
       INSERT INTO result_day AS d (org_id, report_id, system_id, day, verdict, score, failed_rule_count, passed_rule_count)
       SELECT a.org_id, a.report_id, a.system_id, a.day, a.verdict, a.score, a.failed_rule_count, a.passed_rule_count
         FROM added a
       ON CONFLICT (report_id, system_id, day) DO UPDATE
          SET verdict = excluded.verdict, score = excluded.score, failed_rule_count = excluded.failed_rule_count,
              passed_rule_count = excluded.passed_rule_count`,
    [resultId, now, keepDays],
  );
}

/** Forgets the days of a report, or of a system. */
export async function forgetDays(
  db: Transaction,
  orgId: string,
  { reportId, systemId }: { reportId?: string; systemId?: string },
): Promise<void> {
  await db.query(
    'DELETE FROM result_day d WHERE d.org_id = $1 AND (d.report_id = $2::uuid OR d.system_id = $3::uuid)',
    [orgId, reportId, systemId],
  );
  await db.query('DELETE FROM report_day d WHERE d.org_id = $1 AND d.report_id = $2::uuid', [orgId, reportId]);
}
