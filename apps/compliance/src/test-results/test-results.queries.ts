import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters, type Preparing } from '@wardstone/database';
import type { RuleResultRecord, TestResultRecord } from '@wardstone/dto/compliance';
import { type CheckedFilter, type FilterColumns, toSql } from '@wardstone/filter-query';
import type { TagCondition } from '@wardstone/pagination';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { RULE_CONTROLS } from '../frameworks/control.sql';
import { RULE_FILTER } from '../guides/guide-parts.sql';
import type { SystemReach } from '../systems/domain/system-reach';
import { SYSTEM_FILTER, SYSTEM_SORT_COLUMNS, convertValues } from '../systems/system-conditions.sql';
import { tagConditions } from '../systems/tag-conditions';
import { isVisible } from '../systems/visible-system.sql';
import type { ComparedRule } from './domain/difference';
import { hasFailedRule, IS_FAILED } from '../verdicts/failed-rule.sql';
import { freshness } from '../verdicts/freshness.sql';
import { loweringInForce, verdictWithExceptions, waiverInForce, withExceptions } from '../verdicts/waived.sql';
import { VERDICT } from '../verdicts/verdict.sql';

/** Results of one report whose systems the caller sees. */
export interface ResultScope {
  readonly reach: SystemReach;
  readonly reportId: string;
  /** Time of the request. */
  readonly at: Date;
  /** All results of this system instead of the newest of each. */
  readonly systemId?: string;
}

export interface ResultWindow extends ListWindow {
  readonly tags: readonly TagCondition[];
}

type Exceptions = Pick<
  TestResultRecord,
  'score_with_exceptions' | 'verdict_with_exceptions' | 'waived_rule_count' | 'overruled_rule_count'
>;

export interface TestResultRow extends Omit<TestResultRecord, 'end_time' | keyof Exceptions> {
  readonly end_time: Date;
  readonly exceptions: Exceptions;
}

/** Common facts of rule results. */
export interface TestResultFacts {
  readonly id: string;
  readonly system_id: string;
  /** Profile of the tailoring. */
  readonly profile_ref_id: string;
}

export interface RuleResultRow extends Omit<RuleResultRecord, 'type' | 'system_id' | 'remediation_issue_id'> {
  readonly remediation_available: boolean;
  readonly guide_ref_id: string;
  readonly guide_version: string;
}

/** One result of a system and report is the newest. The guide is that of the tailoring (rule scap-4). */
const TABLES = `test_result t
  JOIN system s ON s.id = t.system_id
  JOIN policy p ON p.id = t.report_id
  JOIN tailoring tl ON tl.id = t.tailoring_id
  JOIN profile pr ON pr.id = tl.profile_id
  JOIN security_guide g ON g.id = pr.security_guide_id`;

const IS_COMPLIANT = 'coalesce(t.score >= p.compliance_threshold, false)';

/** `$3` is the time. */
const COLUMNS = `t.id, t.end_time, t.failed_rule_count, t.supported, t.score, 'test_result' AS type, s.display_name,
  s.groups, s.tags, s.os_major_version, s.os_minor_version, ${IS_COMPLIANT} AS compliant, t.system_id,
  g.version AS security_guide_version, ${VERDICT} AS verdict, t.passed_rule_count,
  t.not_applicable_rule_count, ${freshness('$3')} AS freshness, t.sha256, t.not_checked_rule_count,
  t.informational_rule_count, t.not_selected_rule_count, ${withExceptions('$1', '$3')} AS exceptions`;

const SORT_COLUMNS = {
  id: 't.id',
  display_name: 's.display_name',
  security_guide_version: 'g.version_sort_key',
  groups: SYSTEM_SORT_COLUMNS.groups,
  score: 't.score',
  end_time: 't.end_time',
  failed_rule_count: 't.failed_rule_count',
};

const FILTER: FilterColumns = {
  score: { column: 't.score', type: 'numeric' },
  supported: { column: 't.supported', type: 'boolean' },
  system_id: { column: 't.system_id', type: 'uuid' },
  display_name: SYSTEM_FILTER.display_name,
  os_minor_version: SYSTEM_FILTER.os_minor_version,
  security_guide_version: { column: 'g.version', type: 'text' },
  // Unlike the field of the record, this requires a supported result for either value.
  compliant: (term, bind) => {
    if (term.type !== 'comparison' || term.value.kind !== 'boolean') throw new TypeError('compliant is a boolean');
    return `t.supported AND ${IS_COMPLIANT} = ${bind(term.value.value)}::boolean`;
  },
  verdict: { column: `(${VERDICT})`, type: 'text' },
  freshness: { column: `(${freshness('$3')})`, type: 'text' },
  verdict_with_exceptions: { column: verdictWithExceptions('$1', '$3'), type: 'text' },
  group_name: SYSTEM_FILTER.group_name,
  group_id: SYSTEM_FILTER.group_id,
  failed_rule_severity: (term, bind) => `EXISTS (
    SELECT 1
      FROM rule_result rr
      JOIN rule r ON r.id = rr.rule_id
     WHERE rr.test_result_id = t.id AND rr.result = 'fail' AND r.severity = ANY (${bind(convertValues(term))}::text[]))`,
  failed_rule: (term, bind) => hasFailedRule('t.id', bind(convertValues(term))),
};

const RULE_COLUMNS = `rr.id, rr.result, rr.rule_id, r.ref_id, r.rule_group_id, r.title, r.rationale, r.description,
  r.severity, r.precedence, r.identifier, r.reference_links AS "references", r.remediation_available,
  g.ref_id AS guide_ref_id, g.version AS guide_version, ${waiverInForce('$1', '$3')} AS waiver_id,
  ${waiverInForce('$1', '$3', 'result')} AS reviewed_result, ${RULE_CONTROLS} AS controls,
  ${loweringInForce('$1', '$3', 'severity')} AS lowered_severity, ${loweringInForce('$1', '$3')} AS lowering_waiver_id`;

const RULE_RESULT_FILTER: FilterColumns = { ...RULE_FILTER, result: { column: 'rr.result', type: 'text' } };

const RULE_SORT_COLUMNS = {
  id: 'rr.id',
  result: 'rr.result',
  severity: 'r.severity_rank',
  title: 'r.title',
  precedence: 'r.precedence',
  remediation_available: 'r.remediation_available',
};

interface Matches {
  readonly where: readonly string[];
  readonly params: unknown[];
}

function toMatches(
  orgId: string,
  { reach, reportId, at }: ResultScope,
  { filter, tags = [] }: { filter?: CheckedFilter | undefined; tags?: readonly TagCondition[] },
): Matches {
  const { params, bind } = parameters(orgId, reportId, at);
  // The parameter needs a type, because not every statement uses the time.
  const where = [
    't.report_id = $2::uuid',
    '$3::timestamptz IS NOT NULL',
    isVisible('$1', reach, bind),
    ...tagConditions(tags, bind),
  ];
  if (filter) where.push(toSql(filter, FILTER, params));
  return { where, params };
}

/** Results for lists: the newest of each system, unless the list is limited to one system. */
function toListMatches(orgId: string, scope: ResultScope, window: Parameters<typeof toMatches>[2]): Matches {
  const { where, params } = toMatches(orgId, scope, window);
  const which = scope.systemId === undefined ? 't.is_newest' : `t.system_id = $${params.push(scope.systemId)}::uuid`;
  return { where: [which, ...where], params };
}

@Injectable()
export class TestResultsQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPage(orgId: string, scope: ResultScope, { filter, tags, ...window }: ResultWindow): Promise<Page<TestResultRow>> {
    return findPage(this.db.scopedTo(orgId), {
      ...window,
      ...toListMatches(orgId, scope, { filter, tags }),
      columns: COLUMNS,
      from: TABLES,
      sortColumns: SORT_COLUMNS,
    });
  }

  find(orgId: string, scope: ResultScope, id: string): Promise<TestResultRow | undefined> {
    return findTestResult(this.db.scopedTo(orgId), orgId, scope, id);
  }

  findFacts(orgId: string, scope: ResultScope, id: string): Promise<TestResultFacts | undefined> {
    const { where, params } = toMatches(orgId, scope, {});
    return this.db.first<TestResultFacts>(
      orgId,
      `SELECT t.id, t.system_id, pr.ref_id AS profile_ref_id
         FROM ${TABLES}
        WHERE ${where.join(' AND ')} AND t.id = $${params.push(id)}`,
      params,
    );
  }

  /** Distinct versions such as `8.4`, in numeric order. */
  findOsVersions(orgId: string, scope: ResultScope, filter: CheckedFilter | undefined): Promise<string[]> {
    const columns = ['s.os_major_version', 's.os_minor_version'];
    return this.findVersions(orgId, scope, filter, `${columns[0]} || '.' || ${columns[1]}`, columns);
  }

  /** Distinct guide versions of the tailorings, in numeric order. */
  findGuideVersions(orgId: string, scope: ResultScope, filter: CheckedFilter | undefined): Promise<string[]> {
    return this.findVersions(orgId, scope, filter, 'g.version', ['g.version_sort_key', 'g.version']);
  }

  findRuleResults(
    orgId: string,
    { at }: ResultScope,
    resultId: string,
    { filter, undecided, ...window }: ListWindow & { undecided: boolean },
  ): Promise<Page<RuleResultRow>> {
    const params: unknown[] = [orgId, resultId, at];
    return findPage(this.db.scopedTo(orgId), {
      ...window,
      columns: RULE_COLUMNS,
      from: `${undecided ? 'every_rule_result' : 'rule_result'} rr
        JOIN rule r ON r.id = rr.rule_id
        JOIN security_guide g ON g.id = r.security_guide_id
        JOIN test_result t ON t.id = rr.test_result_id
        JOIN system s ON s.id = t.system_id`,
      // The time needs a type, because counting does not use it.
      where: [
        'rr.test_result_id = $2::uuid',
        's.org_id = $1',
        '$3::timestamptz IS NOT NULL',
        ...(filter ? [toSql(filter, RULE_RESULT_FILTER, params)] : []),
      ],
      params,
      sortColumns: RULE_SORT_COLUMNS,
    });
  }

  /** The id of a given result of the same system, otherwise of the previous one. */
  async findComparable(
    orgId: string,
    reportId: string,
    { id, system_id }: TestResultFacts,
    against: string | undefined,
  ): Promise<string | undefined> {
    const found = await this.db.first<{ id: string }>(
      orgId,
      `SELECT t.id
         FROM test_result t
        WHERE t.report_id = $1 AND t.system_id = $2
          AND CASE WHEN $4::uuid IS NULL THEN t.end_time < (SELECT own.end_time FROM test_result own WHERE own.id = $3)
                   ELSE t.id = $4 END
        ORDER BY t.end_time DESC
        LIMIT 1`,
      [reportId, system_id, id, against],
    );
    return found?.id;
  }

  /** Rules whose outcomes differ between the two results, most severe first. */
  compareRules(orgId: string, before: string, after: string): Promise<ComparedRule[]> {
    const judged = (result: string): string => `(
      SELECT r.ref_id, r.title, r.severity, r.severity_rank, ${IS_FAILED} AS failed
        FROM rule_result rr
        JOIN rule r ON r.id = rr.rule_id
       WHERE rr.test_result_id = ${result})`;
    // Guide of the scanned rules; the tailoring may use an older one.
    const guide = (result: string): string => `
      SELECT coalesce(
        (SELECT r.security_guide_id FROM rule_result rr JOIN rule r ON r.id = rr.rule_id
          WHERE rr.test_result_id = ${result} LIMIT 1),
        (SELECT pr.security_guide_id FROM test_result t JOIN tailoring tl ON tl.id = t.tailoring_id
           JOIN profile pr ON pr.id = tl.profile_id WHERE t.id = ${result}))`;
    const isIn = (side: string): string => `EXISTS (
      SELECT 1 FROM rule r WHERE r.security_guide_id = guide.${side} AND r.ref_id = coalesce(a.ref_id, b.ref_id))`;
    return this.db.query<ComparedRule>(
      orgId,
      `WITH guide AS MATERIALIZED (SELECT (${guide('$1')}) AS before, (${guide('$2')}) AS after)
       SELECT coalesce(a.ref_id, b.ref_id) AS ref_id, coalesce(a.title, b.title) AS title,
              coalesce(a.severity, b.severity) AS severity, b.failed AS failed_before, a.failed AS failed_after,
              ${isIn('before')} AS in_guide_before, ${isIn('after')} AS in_guide_after
         FROM ${judged('$1')} b
         FULL JOIN ${judged('$2')} a ON a.ref_id = b.ref_id
         CROSS JOIN guide
        WHERE a.failed IS DISTINCT FROM b.failed
        ORDER BY coalesce(a.severity_rank, b.severity_rank) DESC, coalesce(a.ref_id, b.ref_id)`,
      [before, after],
    );
  }

  private async findVersions(
    orgId: string,
    scope: ResultScope,
    filter: CheckedFilter | undefined,
    version: string,
    columns: readonly string[],
  ): Promise<string[]> {
    const { where, params } = toListMatches(orgId, scope, { filter });
    const rows = await this.db.query<{ version: string }>(
      orgId,
      `SELECT ${version} AS version
         FROM ${TABLES}
        WHERE ${where.join(' AND ')}
        GROUP BY ${columns.join(', ')}
        ORDER BY ${columns.join(', ')}`,
      params,
    );
    return rows.map((row) => row.version);
  }
}

/** Prepared, because planning takes a hundred times as long as execution. */
export async function findTestResult(
  db: Preparing,
  orgId: string,
  scope: ResultScope,
  id: string,
): Promise<TestResultRow | undefined> {
  const { where, params } = toMatches(orgId, scope, {});
  const [row] = await db.queryPrepared<TestResultRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where.join(' AND ')} AND t.id = $${params.push(id)}`,
    params,
  );
  return row;
}
