import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters } from '@wardstone/database';
import type { SystemTrendRecord } from '@wardstone/dto/compliance';
import type { Page } from '../api/envelope';
import { findPage } from '../api/paged-rows.sql';
import { isUnlimited } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { isStale } from '../verdicts/freshness.sql';
import type { Days, TrendPoint } from './domain/trend';
import { ROLLED_UP_DAYS } from '../stored-results/domain/days';
import type { ReportScope } from './reports.queries';
import { dayCounts, endOfDay, exceptedCounts } from '../verdicts/day-counts.sql';
import { wasAnyApproved } from '../verdicts/waived.sql';

export interface SystemChangeRow {
  readonly id: string;
  readonly display_name: string;
  readonly before: { readonly verdict: string; readonly score: number | null } | null;
  readonly after: { readonly verdict: string; readonly score: number | null } | null;
}

const NUMBERS = ['reported', 'compliant', 'unsupported', 'not_applicable'] as const;
const POINT = `d.day::text AS day, ${NUMBERS.map((name) => `d.${name}`).join(', ')}, d.score, d.stale,
  d.compliant_with_exceptions, d.score_with_exceptions, d.stale_compliant, d.stale_compliant_with_exceptions`;
/** Numbers of a report for a row of results `r`. */
const AS_NUMBERS: Readonly<Record<(typeof NUMBERS)[number], string>> = {
  reported: '1',
  compliant: `(r.verdict = 'compliant')::integer`,
  unsupported: `(r.verdict = 'unsupported')::integer`,
  not_applicable: `(r.verdict = 'not_applicable')::integer`,
};
const SAYS_SOMETHING = `(r.verdict IN ('compliant', 'not_compliant') AND r.score IS NOT NULL)`;

type Excepted = Pick<
  TrendPoint,
  'compliant_with_exceptions' | 'score_with_exceptions' | 'stale_compliant_with_exceptions'
>;

@Injectable()
export class TrendsQueries {
  constructor(private readonly db: OrgDatabase) {}

  /**
   * Trend of the days in order. For callers who see everything it is read from stored days, and open days, usually
   * today, are counted on demand; otherwise it is summed over the visible systems' days.
   */
  findReport(orgId: string, scope: ReportScope, reportId: string, days: Days): Promise<TrendPoint[]> {
    return isUnlimited(scope.reach)
      ? this.findWhole(orgId, scope.at, reportId, days)
      : this.findVisible(orgId, scope, reportId, days);
  }

  private async findWhole(orgId: string, at: Date, reportId: string, { from, to, today }: Days): Promise<TrendPoint[]> {
    // Prepared, because planning takes as long as reading the days of two years.
    const points = await this.db.queryPrepared<TrendPoint>(
      orgId,
      `WITH last AS MATERIALIZED (SELECT max(d.day) AS day FROM report_day d WHERE d.report_id = $1),
            open AS MATERIALIZED (
              SELECT coalesce((SELECT last.day + 1 FROM last),
                              (SELECT min(r.day) FROM result_day r WHERE r.report_id = $1), $4::date) AS first,
                     least($3::date, $4::date) AS last, ${wasAnyApproved('$6', '$5')} AS has_exceptions)
       SELECT ${POINT}
         FROM report_day d
        WHERE d.report_id = $1 AND d.day <= $3::date
          AND d.day >= coalesce((SELECT max(b.day) FROM report_day b WHERE b.report_id = $1 AND b.day < $2::date), $2)
       UNION ALL
       SELECT ${POINT}
         FROM (SELECT open.last - back AS day, n.*,
                      CASE WHEN NOT open.has_exceptions THEN n.compliant END AS compliant_with_exceptions,
                      CASE WHEN NOT open.has_exceptions THEN n.score END AS score_with_exceptions,
                      CASE WHEN NOT open.has_exceptions THEN n.stale_compliant END AS stale_compliant_with_exceptions
                 FROM open
                CROSS JOIN LATERAL generate_series(0, least(open.last - open.first, ${ROLLED_UP_DAYS})) back
                CROSS JOIN LATERAL (${dayCounts('$1', `least(${endOfDay('(open.last - back)')}, $5)`)}) n) d
       ORDER BY day`,
      [reportId, from, to, today, at, orgId],
    );
    const last = points.at(-1);
    if (last?.day !== today || last.compliant_with_exceptions !== null) return points;
    return [...points.slice(0, -1), { ...last, ...(await this.countExcepted(orgId, at, reportId)) }];
  }

  /** Separate, because most of its cost is wasted where no exception was ever approved. */
  private async countExcepted(orgId: string, at: Date, reportId: string): Promise<Excepted> {
    const rows = await this.db.queryPrepared<Excepted>(
      orgId,
      `SELECT n.compliant + x.compliant AS compliant_with_exceptions,
              n.stale_compliant + x.stale_compliant AS stale_compliant_with_exceptions,
              n.score + x.score / nullif(n.scored, 0) AS score_with_exceptions
         FROM (${dayCounts('$2', '$3')}) n, (${exceptedCounts('$1', '$2', '$3')}) x`,
      [orgId, reportId, at],
    );
    return rows[0]!;
  }

  /**
   * A result counts from its day until the day of the system's next one. It is stale from the day at whose end it
   * exceeds the maximum age; the newest one today as soon as it does. The effect of exceptions is known for results at
   * their time, and for whole reports.
   */
  private findVisible(orgId: string, { reach, at }: ReportScope, reportId: string, days: Days): Promise<TrendPoint[]> {
    const { params, bind } = parameters(orgId, reportId, days.from, days.to, days.today, at);
    const sums = [...NUMBERS, 'stale', 'stale_compliant'].map(
      (name) => `sum(sum(c.sign * c.${name})) OVER (ORDER BY c.day)::integer AS ${name}`,
    );
    const row = (day: string, sign: number): string => `
      SELECT ${day} AS day, ${sign} AS sign, ${NUMBERS.map((name) => `${AS_NUMBERS[name]} AS ${name}`).join(', ')},
             ${SAYS_SOMETHING}::integer AS scored, CASE WHEN ${SAYS_SOMETHING} THEN r.score ELSE 0 END AS score, 0 AS stale,
             0 AS stale_compliant
        FROM result r`;
    const stale = (day: string, sign: number): string => `
      SELECT ${day}, ${sign}, ${NUMBERS.map(() => '0').join(', ')}, 0, 0, 1, ${AS_NUMBERS.compliant}
        FROM result r WHERE r.stale_from <= $4::date AND r.stale_from < coalesce(r.until, 'infinity')`;
    const staleFrom = 'd.day + p.max_result_age_days';
    const isYetFresh = `${staleFrom} = $5::date AND NOT EXISTS (
      SELECT 1 FROM test_result t
       WHERE t.report_id = d.report_id AND t.system_id = d.system_id AND t.is_newest AND ${isStale('$6')})`;
    return this.db.query<TrendPoint>(
      orgId,
      `WITH result AS (
              SELECT d.day, d.verdict, d.score, CASE WHEN ${isYetFresh} THEN NULL ELSE ${staleFrom} END AS stale_from,
                     lead(d.day) OVER (PARTITION BY d.system_id ORDER BY d.day) AS until
                FROM result_day d
                JOIN policy_system ps ON ps.policy_id = d.report_id AND ps.system_id = d.system_id
                JOIN policy p ON p.id = d.report_id
                JOIN system s ON s.id = d.system_id
               WHERE d.report_id = $2 AND d.day <= $4::date
                 AND ${isVisible('$1', reach, bind)}),
            change AS (
              ${row('greatest(r.day, $3::date)', 1)}
              UNION ALL
              ${row('greatest(r.until, $3::date)', -1)} WHERE r.until IS NOT NULL
              UNION ALL
              ${stale('greatest(r.stale_from, $3::date)', 1)}
              UNION ALL
              ${stale('greatest(r.until, $3::date)', -1)} AND r.until IS NOT NULL)
       SELECT c.day::text AS day, ${sums.join(', ')},
              sum(sum(c.sign * c.score)) OVER (ORDER BY c.day)
                / nullif(sum(sum(c.sign * c.scored)) OVER (ORDER BY c.day), 0) AS score,
              NULL::integer AS compliant_with_exceptions, NULL::double precision AS score_with_exceptions,
              NULL::integer AS stale_compliant_with_exceptions
         FROM change c
        GROUP BY c.day
        ORDER BY c.day`,
      params,
    );
  }

  findSystem(
    orgId: string,
    reportId: string,
    systemId: string,
    { from, to }: Days,
  ): Promise<SystemTrendRecord['points']> {
    return this.db.query(
      orgId,
      `SELECT d.day::text AS day, d.verdict, d.score, d.verdict_with_exceptions, d.score_with_exceptions,
              d.failed_rule_count, d.passed_rule_count
         FROM result_day d
        WHERE d.report_id = $1 AND d.system_id = $2 AND d.day BETWEEN $3 AND $4
        ORDER BY d.day`,
      [reportId, systemId, from, to],
    );
  }

  /** Systems whose verdict or score differs between the end of the first and of the last day, by name. */
  findChanges(
    orgId: string,
    { reach }: ReportScope,
    reportId: string,
    { from, to, limit, offset }: Days & { limit: number; offset: bigint },
  ): Promise<Page<SystemChangeRow>> {
    const { params, bind } = parameters(orgId, reportId, from, to);
    const at = (day: string): string => `LATERAL (
      SELECT d.verdict, d.score FROM result_day d
       WHERE d.report_id = ps.policy_id AND d.system_id = s.id AND d.day <= ${day}::date
       ORDER BY d.day DESC LIMIT 1)`;
    const state = (side: string): string =>
      `CASE WHEN ${side}.verdict IS NOT NULL THEN json_build_object('verdict', ${side}.verdict, 'score', ${side}.score) END`;
    return findPage<SystemChangeRow>(this.db.scopedTo(orgId), {
      columns: `s.id, s.display_name, ${state('b')} AS before, ${state('a')} AS after`,
      from: `policy_system ps
        JOIN system s ON s.id = ps.system_id
        LEFT JOIN ${at('$3')} b ON TRUE
        LEFT JOIN ${at('$4')} a ON TRUE`,
      where: [
        'ps.policy_id = $2',
        isVisible('$1', reach, bind),
        '(a.verdict, a.score) IS DISTINCT FROM (b.verdict, b.score)',
      ],
      params,
      sortColumns: { display_name: 's.display_name', id: 's.id' },
      sort: [
        { column: 'display_name', direction: 'asc' },
        { column: 'id', direction: 'asc' },
      ],
      limit,
      offset,
    });
  }
}
