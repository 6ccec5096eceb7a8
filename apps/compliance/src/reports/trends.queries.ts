import { Injectable } from '@nestjs/common';
import { OrgDatabase } from '@wardstone/database';
import type { SystemTrendRecord } from '@wardstone/dto/compliance';
import type { Page } from '../api/envelope';
import { findPage } from '../api/paged-rows.sql';
import { isUnlimited } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import type { Days, TrendPoint } from './domain/trend';
import type { ReportScope } from './reports.queries';
import { dayCounts } from './system-counts.sql';

export interface SystemChangeRow {
  readonly id: string;
  readonly display_name: string;
  readonly before: { readonly verdict: string; readonly score: number | null } | null;
  readonly after: { readonly verdict: string; readonly score: number | null } | null;
}

const NUMBERS = ['reported', 'compliant', 'unsupported', 'not_applicable'] as const;
const POINT = `d.day::text AS day, ${NUMBERS.map((name) => `d.${name}`).join(', ')}, d.score`;
/** A row of results `r` in the numbers of a report. */
const AS_NUMBERS: Readonly<Record<(typeof NUMBERS)[number], string>> = {
  reported: '1',
  compliant: `(r.verdict = 'compliant')::integer`,
  unsupported: `(r.verdict = 'unsupported')::integer`,
  not_applicable: `(r.verdict = 'not_applicable')::integer`,
};
const SAYS_SOMETHING = `(r.verdict IN ('compliant', 'not_compliant') AND r.score IS NOT NULL)`;

@Injectable()
export class TrendsQueries {
  constructor(private readonly db: OrgDatabase) {}

  /**
   * What is known of the days, in their order. Of all systems it is read from the numbers of each day, and what they are
   * now holds since the last day that is closed, which is counted if it is asked for; of some it is added up from the results
   * of their days.
   */
  findReport(orgId: string, scope: ReportScope, reportId: string, days: Days): Promise<TrendPoint[]> {
    return isUnlimited(scope.reach)
      ? this.findWhole(orgId, reportId, days)
      : this.findVisible(orgId, scope, reportId, days);
  }

  private findWhole(orgId: string, reportId: string, { from, to, today }: Days): Promise<TrendPoint[]> {
    // Planning it takes as long as the days of two years.
    return this.db.queryPrepared<TrendPoint>(
      orgId,
      `WITH last AS MATERIALIZED (SELECT max(d.day) AS day FROM report_day d WHERE d.report_id = $1)
       SELECT ${POINT}
         FROM report_day d
        WHERE d.report_id = $1 AND d.day <= $3::date
          AND d.day >= coalesce((SELECT max(b.day) FROM report_day b WHERE b.report_id = $1 AND b.day < $2::date), $2)
       UNION ALL
       SELECT ${POINT}
         FROM (SELECT coalesce((SELECT last.day + 1 FROM last),
                               (SELECT min(r.day) FROM result_day r WHERE r.report_id = $1), $4::date) AS day, n.*
                 FROM (${dayCounts('$1')}) n
                WHERE coalesce((SELECT last.day FROM last) < $3::date, TRUE)) d
       ORDER BY day`,
      [reportId, from, to, today],
    );
  }

  /** A result counts from its day on, until the day of the next one of its system. */
  private findVisible(orgId: string, { reach }: ReportScope, reportId: string, days: Days): Promise<TrendPoint[]> {
    const params: unknown[] = [orgId, reportId, days.from, days.to];
    const sums = NUMBERS.map((name) => `sum(sum(c.sign * c.${name})) OVER (ORDER BY c.day)::integer AS ${name}`);
    const row = (day: string, sign: number): string => `
      SELECT ${day} AS day, ${sign} AS sign, ${NUMBERS.map((name) => `${AS_NUMBERS[name]} AS ${name}`).join(', ')},
             ${SAYS_SOMETHING}::integer AS scored, CASE WHEN ${SAYS_SOMETHING} THEN r.score ELSE 0 END AS score
        FROM result r`;
    return this.db.query<TrendPoint>(
      orgId,
      `WITH result AS (
              SELECT d.day, d.verdict, d.score, lead(d.day) OVER (PARTITION BY d.system_id ORDER BY d.day) AS until
                FROM result_day d
                JOIN policy_system ps ON ps.policy_id = d.report_id AND ps.system_id = d.system_id
                JOIN system s ON s.id = d.system_id
               WHERE d.report_id = $2 AND d.day <= $4::date
                 AND ${isVisible('$1', reach, (value) => `$${params.push(value)}`)}),
            change AS (
              ${row('greatest(r.day, $3::date)', 1)}
              UNION ALL
              ${row('greatest(r.until, $3::date)', -1)} WHERE r.until IS NOT NULL)
       SELECT c.day::text AS day, ${sums.join(', ')},
              sum(sum(c.sign * c.score)) OVER (ORDER BY c.day)
                / nullif(sum(sum(c.sign * c.scored)) OVER (ORDER BY c.day), 0) AS score
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
      `SELECT d.day::text AS day, d.verdict, d.score, d.failed_rule_count, d.passed_rule_count
         FROM result_day d
        WHERE d.report_id = $1 AND d.system_id = $2 AND d.day BETWEEN $3 AND $4
        ORDER BY d.day`,
      [reportId, systemId, from, to],
    );
  }

  /** Systems whose verdict or score is another at the end of the last day than at the end of the first, by name. */
  findChanges(
    orgId: string,
    { reach }: ReportScope,
    reportId: string,
    { from, to, limit, offset }: Days & { limit: number; offset: bigint },
  ): Promise<Page<SystemChangeRow>> {
    const params: unknown[] = [orgId, reportId, from, to];
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
        isVisible('$1', reach, (value) => `$${params.push(value)}`),
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
