import { Injectable } from '@nestjs/common';
import { OrgDatabase, type Queryable, type Transaction } from '@wardstone/database';
import { dayCounts, endOfDay, exceptedCounts } from '../verdicts/day-counts.sql';
import { wasAnyApproved, withExceptions } from '../verdicts/waived.sql';
import { VERDICT } from '../verdicts/verdict.sql';
import { ROLLED_UP_DAYS } from './domain/days';
import type { SelectedReport } from './domain/selected-report';

const TODAY = `($2::timestamptz AT TIME ZONE 'UTC')::date`;
/** First kept day; `$2` is the time. */
const FIRST_DAY = `(${TODAY} - ${ROLLED_UP_DAYS})`;
const YESTERDAY = `(${TODAY} - 1)`;

/** Whether past days of report `r` are not yet stored. */
const IS_OPEN = `NOT EXISTS (SELECT 1 FROM report_day d WHERE d.report_id = r.id AND d.day = ${YESTERDAY})`;
const listOpen = (reports: string): string => `
  SELECT r.id
    FROM (${reports}) r
   WHERE $1::text IS NOT NULL AND ${IS_OPEN}
     AND (EXISTS (SELECT 1 FROM report_day d WHERE d.report_id = r.id)
       OR EXISTS (SELECT 1 FROM result_day d WHERE d.report_id = r.id AND d.day <= ${YESTERDAY}))`;

/** Daily numbers of reports. */
@Injectable()
export class ResultDaysQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** Closes past days of all reports, one report after the other. */
  async closeAll(orgId: string, now: Date): Promise<void> {
    const db = this.db.scopedTo(orgId);
    const open = await db.query<{ id: string }>(listOpen('SELECT p.id FROM policy p WHERE p.org_id = $1'), [
      orgId,
      now,
    ]);
    for (const { id } of open) await closeReport(db, orgId, now, id);
  }

  /**
   * Stores the numbers of a report for each day that has passed since the last time. No result was stored on these
   * days, so the present numbers apply. Call it before a result is stored, outside of its transaction: the first upload
   * of a day counts, and concurrent ones continue, because their results are not visible to it.
   */
  async close(orgId: string, now: Date, { sql, params }: SelectedReport): Promise<void> {
    const db = this.db.scopedTo(orgId);
    const open = await db.first<{ id: string }>(listOpen(sql), [orgId, now, ...params]);
    if (open) await closeReport(db, orgId, now, open.id);
  }
}

/** Exceptions are only known for yesterday; earlier days with exceptions get null. */
async function closeReport(db: Queryable, orgId: string, now: Date, id: string): Promise<void> {
  await db.query(
    `WITH open AS MATERIALIZED (
            SELECT r.id FROM (SELECT $3::uuid AS id) r
             WHERE ${IS_OPEN} AND pg_try_advisory_xact_lock(hashtextextended(r.id::text, 0))),
          old AS (
            DELETE FROM report_day d USING open WHERE d.report_id = open.id AND d.day < ${FIRST_DAY}),
          excepted AS MATERIALIZED (
            SELECT x.* FROM open CROSS JOIN LATERAL (${exceptedCounts('$1', 'open.id', endOfDay(YESTERDAY))}) x)
     INSERT INTO report_day (org_id, report_id, day, reported, compliant, unsupported, not_applicable, score, stale,
                             compliant_with_exceptions, score_with_exceptions, stale_compliant,
                             stale_compliant_with_exceptions)
     SELECT $1, open.id, ${YESTERDAY} - back, n.reported, n.compliant, n.unsupported, n.not_applicable, n.score, n.stale,
            n.compliant + x.compliant, n.score + x.score / nullif(n.scored, 0), n.stale_compliant,
            n.stale_compliant + x.stale_compliant
       FROM open
       CROSS JOIN LATERAL (
         SELECT coalesce(
           ${YESTERDAY} - (SELECT max(d.day) FROM report_day d WHERE d.report_id = open.id) - 1,
           ${YESTERDAY} - (SELECT min(d.day) FROM result_day d WHERE d.report_id = open.id)) AS count) days
       CROSS JOIN LATERAL generate_series(0, least(days.count, ${ROLLED_UP_DAYS})) back
       CROSS JOIN LATERAL (${dayCounts('open.id', endOfDay(`(${YESTERDAY} - back)`))}) n
       LEFT JOIN excepted x ON back = 0 OR NOT ${wasAnyApproved('$1', endOfDay(YESTERDAY))}
     ON CONFLICT DO NOTHING`,
    [orgId, now, id],
  );
}

export interface Retention {
  readonly now: Date;
  /** Number of days for which results other than the newest are kept; 0 for ever. */
  readonly keepDays: number;
}

/**
 * Adds the newest result to the day, and deletes expired results.
 * @param keepDays retention of results; 0 keeps them all
 */
export async function addDay(
  db: Transaction,
  orgId: string,
  resultId: string,
  { now, keepDays }: Retention,
): Promise<void> {
  await db.query(
    `WITH added AS (
              SELECT t.org_id, t.report_id, t.system_id, (t.end_time AT TIME ZONE 'UTC')::date AS day,
                     ${VERDICT} AS verdict, t.score, t.failed_rule_count, t.passed_rule_count,
                     ${withExceptions('$4', '$2')} AS exceptions
                FROM test_result t
                JOIN policy p ON p.id = t.report_id
                JOIN system s ON s.id = t.system_id
               WHERE t.id = $1),
            old_results AS (
              DELETE FROM test_result t USING added a
               WHERE t.report_id = a.report_id AND t.system_id = a.system_id AND NOT t.is_newest
                 AND $3 > 0 AND t.end_time < $2::timestamptz - make_interval(days => $3::integer)),
            old_days AS (
              DELETE FROM result_day d USING added a
               WHERE d.report_id = a.report_id AND d.system_id = a.system_id AND d.day < ${FIRST_DAY})
       INSERT INTO result_day AS d (org_id, report_id, system_id, day, verdict, score, failed_rule_count, passed_rule_count,
                                    verdict_with_exceptions, score_with_exceptions)
       SELECT a.org_id, a.report_id, a.system_id, a.day, a.verdict, a.score, a.failed_rule_count, a.passed_rule_count,
              a.exceptions->>'verdict_with_exceptions', (a.exceptions->>'score_with_exceptions')::double precision
         FROM added a
       ON CONFLICT (report_id, system_id, day) DO UPDATE
          SET verdict = excluded.verdict, score = excluded.score, failed_rule_count = excluded.failed_rule_count,
              passed_rule_count = excluded.passed_rule_count, verdict_with_exceptions = excluded.verdict_with_exceptions,
              score_with_exceptions = excluded.score_with_exceptions`,
    [resultId, now, keepDays, orgId],
  );
}

/** Deletes the days of a report or system. */
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
