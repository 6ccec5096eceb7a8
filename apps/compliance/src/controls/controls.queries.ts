import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters, type Queryable } from '@wardstone/database';
import type { ControlRecord, FrameworkStateRecord } from '@wardstone/dto/compliance';
import { type Bind, type CheckedFilter, type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { IS_FAILED } from '../verdicts/failed-rule.sql';
import { countingExceptions, countingReviews, COVERS } from '../verdicts/waived.sql';

/** Controls of a policy, of a system over all of its policies, or of the organisation. */
export interface ControlScope {
  readonly reach: SystemReach;
  /** Time of the request. */
  readonly at: Date;
  readonly reportId?: string;
  readonly systemId?: string;
}

/** A rule of a control. */
export interface ControlRuleRow extends Pick<ControlRecord, 'framework' | 'framework_title' | 'name' | 'state'> {
  readonly rule: string;
  readonly rule_title: string;
  readonly severity: string;
  readonly rule_state: ControlRecord['state'];
  readonly state_with_exceptions: ControlRecord['state'];
  /** Whether exceptions cover all systems that failed it. */
  readonly excepted: boolean;
  /** Numbers of systems that failed and passed it. */
  readonly failed_count: number;
  readonly passed_count: number;
}

const STATE_OF_RULE = `CASE
  WHEN bool_or(own.failed OR own.fails) THEN 'failed'
  WHEN bool_or(own.passed OR own.passes) THEN 'passed'
  WHEN bool_or(own.excludes) THEN 'not_applicable'
  WHEN bool_or(own.not_applicable) AND NOT coalesce(bool_or(own.undecided), FALSE) THEN 'not_applicable'
  ELSE 'not_checked' END`;

const count = (state: ControlRecord['state']): string =>
  `count(*) FILTER (WHERE b.state = '${state}')::integer AS ${state}_rule_count`;

/**
 * States of rules by the newest results, and of their controls. The rules are those of tailorings, of the profile
 * without a tailoring, and others that failed; rules of several guides with the same reference id count as one. Short
 * lists of failed rules are expanded first, because a failed rule needs nothing else. Reviews in force for a result
 * decide about other rules. For a system or a group, the policies and minor versions of tailorings are those that its
 * systems have.
 */
function statesIn(org: string, { reach, at, reportId, systemId }: ControlScope, bind: Bind): string {
  const now = bind(at);
  const report = reportId === undefined ? undefined : bind(reportId);
  const system = systemId === undefined ? undefined : bind(systemId);
  const isNarrowed = system !== undefined || reach.withinGroup !== undefined;
  const policies = [
    `p.org_id = ${org}`,
    ...(report === undefined ? [] : [`p.id = ${report}::uuid`]),
    ...(isNarrowed ? ['p.id IN (SELECT a.policy_id FROM assigned a)'] : []),
  ].join(' AND ');
  const results = [
    't.is_newest AND t.is_assigned',
    ...(report === undefined ? [] : [`t.report_id = ${report}::uuid`]),
    ...(system === undefined ? [] : [`t.system_id = ${system}::uuid`]),
    isVisible(org, reach, bind),
  ].join(' AND ');
  const minor = isNarrowed
    ? 'AND (tl.policy_id, tl.os_minor_version) IN (SELECT a.policy_id, a.minor FROM assigned a)'
    : '';
  const assigned = (): string => `
    assigned AS MATERIALIZED (
      SELECT DISTINCT ps.policy_id, s.os_minor_version AS minor
        FROM policy_system ps
        JOIN system s ON s.id = ps.system_id
       WHERE ${isVisible(org, reach, bind)}${system === undefined ? '' : ` AND s.id = ${system}::uuid`}),`;
  return `${isNarrowed ? assigned() : ''}
    newest AS MATERIALIZED (
      SELECT t.id, t.report_id, t.system_id FROM test_result t JOIN system s ON s.id = t.system_id WHERE ${results}),
    reviewed AS MATERIALIZED (
      SELECT w.rule_ref_id AS ref_id, bool_or(w.result = 'fail') AS fails, bool_or(w.result = 'pass') AS passes,
             bool_or(w.result = 'notapplicable') AS excludes
        FROM waiver w
       CROSS JOIN LATERAL (SELECT w.rule_ref_id AS ref_id) r
       WHERE ${countingReviews(org, now)}
         AND EXISTS (SELECT 1 FROM newest t JOIN system s ON s.id = t.system_id WHERE ${COVERS})
       GROUP BY w.rule_ref_id),
    failure AS MATERIALIZED (
      SELECT n.rule_id, n.number
        FROM (SELECT DISTINCT given.number
                FROM newest
                JOIN rule_outcome rr ON rr.test_result_id = newest.id
               CROSS JOIN unnest(rr.rule_numbers) given (number)
               WHERE ${IS_FAILED}) own
        JOIN rule_number n ON n.number = own.number),
    waivable AS MATERIALIZED (
      SELECT f.number, r.ref_id
        FROM failure f
        JOIN rule r ON r.id = f.rule_id
       WHERE EXISTS (SELECT 1 FROM waiver w WHERE ${countingExceptions(org, now)} AND w.rule_ref_id = r.ref_id)),
    excepted AS MATERIALIZED (
      SELECT r.number
        FROM waivable r
       WHERE NOT EXISTS (
         SELECT 1
           FROM newest t
           JOIN system s ON s.id = t.system_id
           JOIN rule_outcome rr ON rr.test_result_id = t.id
          WHERE ${IS_FAILED} AND r.number = ANY (rr.rule_numbers)
            AND NOT EXISTS (SELECT 1 FROM waiver w WHERE ${countingExceptions(org, now)} AND ${COVERS}))),
    scoped AS MATERIALIZED (
      SELECT r.id, r.ref_id, r.severity_rank
        FROM rule r
        JOIN (SELECT tr.rule_id
                FROM policy p
                JOIN tailoring tl ON tl.policy_id = p.id ${minor}
                JOIN tailoring_rule tr ON tr.org_id = tl.org_id AND tr.tailoring_id = tl.id
               WHERE ${policies}
               UNION
              SELECT pr.rule_id
                FROM policy p
                JOIN profile_rule pr ON pr.profile_id = p.profile_id
               WHERE ${policies} AND NOT EXISTS (SELECT 1 FROM tailoring tl WHERE tl.policy_id = p.id ${minor})
               UNION
              SELECT f.rule_id FROM failure f) own ON own.rule_id = r.id),
    rest AS MATERIALIZED (
      SELECT n.number
        FROM scoped r
        JOIN rule_number n ON n.rule_id = r.id
       WHERE NOT EXISTS (SELECT 1 FROM failure f WHERE f.number = n.number)),
    other AS MATERIALIZED (
      SELECT given.number, bool_or(rr.result = 'pass') AS passed, bool_or(rr.result = 'notapplicable') AS not_applicable,
             bool_or(rr.result IN ('notchecked', 'informational')) AS undecided
        FROM newest
        JOIN rule_outcome rr ON rr.test_result_id = newest.id
       CROSS JOIN unnest(rr.rule_numbers) given (number)
        JOIN rest ON rest.number = given.number
       WHERE NOT ${IS_FAILED}
       GROUP BY given.number),
    by_rule AS MATERIALIZED (
      SELECT own.ref_id, ${STATE_OF_RULE} AS state,
             coalesce(bool_or(own.failed), FALSE)
               AND NOT coalesce(bool_or(own.fails OR own.failed AND NOT own.excepted), FALSE) AS excepted
        FROM (SELECT r.ref_id, f.rule_id IS NOT NULL AS failed,
                     EXISTS (SELECT 1 FROM excepted x WHERE x.number = f.number) AS excepted, o.passed, o.not_applicable, o.undecided, w.fails, w.passes,
                     w.excludes
                FROM scoped r
                LEFT JOIN rule_number n ON n.rule_id = r.id
                LEFT JOIN failure f ON f.rule_id = r.id
                LEFT JOIN other o ON o.number = n.number
                LEFT JOIN reviewed w ON w.ref_id = r.ref_id) own
       GROUP BY own.ref_id),
    control_rule AS MATERIALIZED (
      SELECT DISTINCT given.number, r.ref_id
        FROM scoped r
        JOIN rule_control rc ON rc.rule_id = r.id
       CROSS JOIN unnest(rc.control_numbers) given (number)),
    counted AS MATERIALIZED (
      SELECT cr.number, count(*)::integer AS rule_count, ${count('failed')}, ${count('passed')}, ${count('not_checked')},
             ${count('not_applicable')}, count(*) FILTER (WHERE b.excepted)::integer AS excepted_rule_count
        FROM control_rule cr
        JOIN by_rule b ON b.ref_id = cr.ref_id
       GROUP BY cr.number),
    control_state AS MATERIALIZED (
      SELECT c.number, c.id, f.ref_id AS framework, f.title AS framework_title, f.id AS framework_id, c.name, c.sort_key,
             CASE WHEN n.failed_rule_count > 0 THEN 'failed'
                  WHEN n.not_applicable_rule_count = n.rule_count THEN 'not_applicable'
                  WHEN n.passed_rule_count = 0 THEN 'not_checked'
                  WHEN n.not_checked_rule_count = 0 THEN 'passed'
                  ELSE 'partly_checked' END AS state,
             CASE WHEN n.failed_rule_count > n.excepted_rule_count THEN 'failed'
                  WHEN n.not_applicable_rule_count = n.rule_count THEN 'not_applicable'
                  WHEN n.passed_rule_count + n.excepted_rule_count = 0 THEN 'not_checked'
                  WHEN n.not_checked_rule_count = 0 THEN 'passed'
                  ELSE 'partly_checked' END AS state_with_exceptions,
             n.excepted_rule_count, n.rule_count, n.failed_rule_count, n.passed_rule_count, n.not_checked_rule_count, n.not_applicable_rule_count
        FROM counted n
        JOIN control c ON c.number = n.number
        JOIN framework f ON f.id = c.framework_id)`;
}

const FILTER: FilterColumns = {
  framework: { column: 'c.framework', type: 'text' },
  name: { column: 'c.name', type: 'text' },
  state: { column: 'c.state', type: 'text' },
  state_with_exceptions: { column: 'c.state_with_exceptions', type: 'text' },
};
const SORT_COLUMNS = {
  id: 'c.id',
  framework: ['c.framework_title', 'c.framework'],
  name: ['c.sort_key', 'c.name'],
  rule_count: 'c.rule_count',
  failed_rule_count: 'c.failed_rule_count',
};
const COLUMNS = `c.id, c.framework, c.framework_title, c.name, c.state, c.rule_count, c.failed_rule_count, c.passed_rule_count,
  c.not_checked_rule_count, c.not_applicable_rule_count, 'control' AS type, c.state_with_exceptions, c.excepted_rule_count`;

/**
 * Numbers of systems that failed and passed each rule. Results with the same list of rules are counted before the list
 * is expanded, because similar hosts have equal results.
 */
const COUNTED = `judged AS MATERIALIZED (
      SELECT r.ref_id, sum(own.count) FILTER (WHERE own.failed) AS failed,
             sum(own.count) FILTER (WHERE NOT own.failed) AS passed
        FROM (SELECT listed.failed, given.number, sum(listed.count) AS count
                FROM (SELECT ${IS_FAILED} AS failed, rr.rule_numbers, count(*) AS count
                        FROM newest
                        JOIN rule_outcome rr ON rr.test_result_id = newest.id
                       WHERE rr.result = 'pass' OR ${IS_FAILED}
                       GROUP BY 1, 2) listed
               CROSS JOIN unnest(listed.rule_numbers) given (number)
               GROUP BY listed.failed, given.number) own
        JOIN rule_number n ON n.number = own.number
        JOIN rule r ON r.id = n.rule_id
       GROUP BY r.ref_id)`;

const FRAMEWORKS = `(
  SELECT c.framework_id AS id, c.framework AS ref_id, c.framework_title AS title, count(*)::integer AS control_count,
         ${(['failed', 'passed', 'partly_checked', 'not_checked', 'not_applicable'] as const)
           .map((state) => `count(*) FILTER (WHERE c.state = '${state}')::integer AS ${state}_control_count`)
           .join(', ')},
         count(*) FILTER (WHERE c.state_with_exceptions = 'failed')::integer AS failed_with_exceptions_control_count
    FROM control_state c
   GROUP BY c.framework_id, c.framework, c.framework_title) f`;
const FRAMEWORK_COLUMNS = `f.id, f.ref_id, f.title, f.control_count, f.failed_control_count, f.passed_control_count,
  f.partly_checked_control_count, f.not_checked_control_count, f.not_applicable_control_count, 'framework_state' AS type,
  f.failed_with_exceptions_control_count`;
const FRAMEWORK_FILTER: FilterColumns = {
  ref_id: { column: 'f.ref_id', type: 'text' },
  title: { column: 'f.title', type: 'text' },
};
const FRAMEWORK_SORT_COLUMNS = {
  id: 'f.id',
  title: ['f.title', 'f.ref_id'],
  control_count: 'f.control_count',
  failed_control_count: 'f.failed_control_count',
};

@Injectable()
export class ControlsQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPage(orgId: string, scope: ControlScope, { filter, ...window }: ListWindow): Promise<Page<ControlRecord>> {
    const { params, bind } = parameters(orgId);
    const db = this.knowing(orgId, statesIn('$1', scope, bind));
    return findPage(db, {
      ...window,
      columns: COLUMNS,
      from: 'control_state c',
      where: filter ? [toSql(filter, FILTER, params)] : [],
      params,
      sortColumns: SORT_COLUMNS,
    });
  }

  findFrameworks(
    orgId: string,
    scope: ControlScope,
    { filter, ...window }: ListWindow,
  ): Promise<Page<FrameworkStateRecord>> {
    const { params, bind } = parameters(orgId);
    const db = this.knowing(orgId, statesIn('$1', scope, bind));
    return findPage(db, {
      ...window,
      columns: FRAMEWORK_COLUMNS,
      from: FRAMEWORKS,
      where: filter ? [toSql(filter, FRAMEWORK_FILTER, params)] : [],
      params,
      sortColumns: FRAMEWORK_SORT_COLUMNS,
    });
  }

  /** Each rule of each control, by framework, control and severity. */
  findRules(orgId: string, scope: ControlScope, filter: CheckedFilter | undefined): Promise<ControlRuleRow[]> {
    const { params, bind } = parameters(orgId);
    const db = this.knowing(orgId, `${statesIn('$1', scope, bind)}, ${COUNTED}`);
    const where = filter ? toSql(filter, FILTER, params) : 'TRUE';
    return db.query<ControlRuleRow>(
      `SELECT c.framework, c.framework_title, c.name, c.state, b.ref_id AS rule, r.title AS rule_title, r.severity,
              b.state AS rule_state, c.state_with_exceptions, b.excepted, coalesce(n.failed, 0)::integer AS failed_count,
              coalesce(n.passed, 0)::integer AS passed_count
         FROM control_state c
         JOIN control_rule cr ON cr.number = c.number
         JOIN by_rule b ON b.ref_id = cr.ref_id
         JOIN (SELECT DISTINCT ON (own.ref_id) own.ref_id, own.id FROM scoped own ORDER BY own.ref_id, own.id) named
           ON named.ref_id = b.ref_id
         JOIN rule r ON r.id = named.id
         LEFT JOIN judged n ON n.ref_id = b.ref_id
        WHERE ${where}
        ORDER BY c.framework_title, c.framework, c.sort_key, c.name, r.severity_rank DESC, r.title, r.ref_id`,
      params,
    );
  }

  /** A connection for statements over the states, which each reads once. */
  private knowing(orgId: string, states: string): Queryable {
    const db = this.db.scopedTo(orgId);
    return {
      query: (sql: string, params?: readonly unknown[]) => db.query(`WITH ${states} ${sql}`, params),
    } as Queryable;
  }
}
