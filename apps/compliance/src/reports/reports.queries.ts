import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters, type Preparing, type Transaction } from '@wardstone/database';
import type { FailedRuleRecord, ReportRecord } from '@wardstone/dto/compliance';
import { type Bind, type CheckedFilter, type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { policyExists } from '../api/policy-exists.sql';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { IS_FAILED } from '../verdicts/failed-rule.sql';
import { isStale } from '../verdicts/freshness.sql';
import { NO_SYSTEMS, type ReportNumbers, type SystemCounts } from './domain/report-numbers';
import { systemCounts } from './system-counts.sql';

/** Reports of all policies, or of those of one system. */
export interface ReportScope {
  readonly reach: SystemReach;
  /** Time of the request. */
  readonly at: Date;
  readonly systemId?: string;
}

/** A report without its numbers. */
export interface ReportRow extends Omit<ReportRecord, keyof ReportNumbers> {
  /** Number of systems assigned to the policy, visible or not. */
  readonly total_system_count: number;
  readonly counts: SystemCounts;
}

export interface FailedRuleRow extends Omit<FailedRuleRecord, 'identifier'> {
  readonly identifier: FailedRuleRecord['identifier'] | null;
}

/** Columns of a policy `p` and its profile `pr`. */
const COLUMNS = `p.id, p.title, p.description, p.business_objective, p.compliance_threshold, 'report' AS type,
  p.os_major_version, pr.title AS profile_title, pr.ref_id, p.total_system_count, p.max_result_age_days,
  p.profile_id, p.security_guide_id`;

const SORT_COLUMNS = {
  id: 'p.id',
  title: ['p.title_prefix', 'p.title'],
  os_major_version: 'p.os_major_version',
  business_objective: ['p.business_objective_prefix', 'p.business_objective'],
  compliance_threshold: 'p.compliance_threshold',
  with_reported_systems: 'coalesce(n.reported > 0, false)',
  percent_compliant: 'coalesce(100 * n.compliant / n.assigned, 0)',
};

/** Columns of the numbers `n`. */
const COUNTED = ['with_reported_systems', 'percent_compliant'];

const FAILED_RULE_SORT_COLUMNS: Readonly<Record<string, string>> = { severity: 'r.severity_rank', count: 'count' };

/** Selects reports; joins `n` only if something depends on the numbers. */
class ReportMatches {
  readonly params: unknown[];
  readonly where = ['p.org_id = $1'];
  private areNumbersNeeded = false;

  constructor(
    orgId: string,
    private readonly scope: ReportScope,
    { filter, sort = [] }: Partial<Pick<ListWindow, 'filter' | 'sort'>>,
  ) {
    this.params = [orgId];
    if (scope.systemId !== undefined) this.where.push(`own.system_id = ${this.bind(scope.systemId)}::uuid`);
    if (filter) this.where.push(toSql(filter, this.columns(), this.params));
    this.areNumbersNeeded ||= sort.some(({ column }) => COUNTED.includes(column));
    this.from = this.tables();
  }

  readonly from: string;

  private bind: Bind = (value) => `$${this.params.push(value)}`;

  private tables(): string {
    const own =
      this.scope.systemId === undefined ? 'policy p' : 'policy_system own JOIN policy p ON p.id = own.policy_id';
    const tables = `${own} JOIN profile pr ON pr.id = p.profile_id`;
    if (!this.areNumbersNeeded) return tables;
    const counts = systemCounts('ps.org_id = $1', this.scope.reach, this.bind, this.bind(this.scope.at));
    return `${tables} LEFT JOIN (${counts}) n ON n.policy_id = p.id`;
  }

  private columns(): FilterColumns {
    return {
      title: { column: 'p.title', type: 'text' },
      os_major_version: { column: 'p.os_major_version', type: 'bigint' },
      with_reported_systems: () => `EXISTS (
        SELECT 1
          FROM test_result t
          JOIN system s ON s.id = t.system_id
         WHERE t.report_id = p.id AND t.is_newest AND ${isVisible('$1', this.scope.reach, this.bind)})`,
      with_stale_systems: () => `EXISTS (
        SELECT 1
          FROM test_result t
          JOIN policy_system ps ON ps.policy_id = t.report_id AND ps.system_id = t.system_id
          JOIN system s ON s.id = t.system_id
         WHERE t.report_id = p.id AND t.is_newest AND ${isStale(this.bind(this.scope.at))}
           AND ${isVisible('$1', this.scope.reach, this.bind)})`,
      percent_compliant: (term) => {
        this.areNumbersNeeded = true;
        const column = SORT_COLUMNS.percent_compliant;
        return toSql(term, { percent_compliant: { column, type: 'numeric' } }, this.params);
      },
    };
  }
}

@Injectable()
export class ReportsQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** A page of reports, then only their numbers. */
  async findPage(orgId: string, scope: ReportScope, { filter, ...window }: ListWindow): Promise<Page<ReportRow>> {
    const { from, where, params } = new ReportMatches(orgId, scope, { filter, sort: window.sort });
    const isWhole = scope.systemId === undefined && !filter;
    const db = this.db.scopedTo(orgId);
    const page = await findPage<Omit<ReportRow, 'counts'>>(db, {
      ...window,
      from,
      where,
      params,
      columns: COLUMNS,
      ...(isWhole ? { total: 'SELECT a.policy_count FROM account a WHERE a.org_id = $1' } : {}),
      sortColumns: SORT_COLUMNS,
    });
    return { total: page.total, records: await withCounts(db, orgId, scope, page.records) };
  }

  /** Distinct major versions, ascending. */
  async findOsMajorVersions(orgId: string, scope: ReportScope, filter: CheckedFilter | undefined): Promise<number[]> {
    const { from, where, params } = new ReportMatches(orgId, scope, { filter });
    const rows = await this.db.query<{ os_major_version: number }>(
      orgId,
      `SELECT DISTINCT p.os_major_version FROM ${from} WHERE ${where.join(' AND ')} ORDER BY p.os_major_version`,
      params,
    );
    return rows.map((row) => row.os_major_version);
  }

  find(orgId: string, scope: ReportScope, id: string): Promise<ReportRow | undefined> {
    return findReport(this.db.scopedTo(orgId), orgId, scope, id);
  }

  exists(orgId: string, id: string): Promise<boolean> {
    return policyExists(this.db, orgId, id);
  }

  /** The report before the change in the same transaction; undefined if it does not exist. */
  findBefore(
    orgId: string,
    scope: ReportScope,
    id: string,
    change: (transaction: Transaction) => Promise<void>,
  ): Promise<ReportRow | undefined> {
    return this.db.transaction(orgId, async (transaction) => {
      const report = await findReport(transaction, orgId, scope, id);
      if (report) await change(transaction);
      return report;
    });
  }

  /**
   * The rules that failed most, in the given order, then by severity, then by number of systems (rule compliance-20).
   */
  findFailedRules(
    orgId: string,
    reach: SystemReach,
    reportId: string,
    { sort, limit }: Pick<ListWindow, 'sort' | 'limit'>,
  ): Promise<FailedRuleRow[]> {
    const { params, bind } = parameters(orgId, reportId, limit);
    const given = sort.flatMap(({ column, direction }) => {
      const sql = FAILED_RULE_SORT_COLUMNS[column];
      return sql === undefined ? [] : [`${sql} ${direction.toUpperCase()}`];
    });
    return this.db.query<FailedRuleRow>(
      orgId,
      `SELECT r.title, r.ref_id, r.identifier, r.severity, sum(failed.count)::bigint AS count
         FROM (SELECT given.number, count(*) AS count
                 FROM test_result t
                 JOIN system s ON s.id = t.system_id
                 JOIN rule_outcome rr ON rr.test_result_id = t.id
                 CROSS JOIN unnest(rr.rule_numbers) given (number)
                WHERE t.report_id = $2 AND t.is_newest
                  AND ${isVisible('$1', reach, bind)}
                  AND ${IS_FAILED}
                GROUP BY given.number) failed
         JOIN rule_number n ON n.number = failed.number
         JOIN rule r ON r.id = n.rule_id
        GROUP BY r.title, r.ref_id, r.identifier, r.severity, r.severity_rank
        ORDER BY ${[...given, 'r.severity_rank DESC', 'count DESC'].join(', ')}, r.ref_id, r.severity, r.title
        LIMIT $3`,
      params,
    );
  }
}

async function findReport(
  db: Preparing,
  orgId: string,
  scope: ReportScope,
  id: string,
): Promise<ReportRow | undefined> {
  const rows = await db.query<Omit<ReportRow, 'counts'>>(
    `SELECT ${COLUMNS} FROM policy p JOIN profile pr ON pr.id = p.profile_id WHERE p.org_id = $1 AND p.id = $2`,
    [orgId, id],
  );
  return (await withCounts(db, orgId, scope, rows))[0];
}

async function withCounts(
  db: Preparing,
  orgId: string,
  { reach, at }: ReportScope,
  rows: readonly Omit<ReportRow, 'counts'>[],
): Promise<ReportRow[]> {
  const ids = rows.map(({ id }) => id);
  const { params, bind } = parameters(orgId, ids, at);
  const counts = await db.queryPrepared<SystemCounts & { policy_id: string }>(
    systemCounts('ps.policy_id = ANY ($2::uuid[])', reach, bind, '$3'),
    params,
  );
  const byReport = new Map(counts.map(({ policy_id, ...ofPolicy }) => [policy_id, ofPolicy]));
  return rows.map((row) => ({ ...row, counts: byReport.get(row.id) ?? NO_SYSTEMS }));
}
