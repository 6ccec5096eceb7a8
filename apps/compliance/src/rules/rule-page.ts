import type { Queryable } from '@wardstone/database';
import type { RuleRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';

/** Of a rule `r`. */
export const RULE_COLUMNS = `r.id, r.ref_id, r.title, r.rationale, r.description, r.severity, r.precedence,
  r.identifier, r.reference_links AS "references", r.value_checks, r.remediation_available, r.rule_group_id,
  'rule' AS type`;

/** Attributes of a rule `r`, also where the list is about something that rules have. */
export const RULE_FILTER = {
  title: { column: 'r.title', type: 'text' },
  severity: { column: 'r.severity', type: 'text' },
  remediation_available: { column: 'r.remediation_available', type: 'boolean' },
  rule_group_id: { column: 'r.rule_group_id', type: 'uuid' },
  identifier_label: { column: `(r.identifier->>'label')`, type: 'text' },
} as const satisfies FilterColumns;

const SORT_COLUMNS = {
  id: 'r.id',
  title: ['r.title_prefix', 'r.title'],
  severity: 'r.severity_rank',
  precedence: 'r.precedence',
  remediation_available: 'r.remediation_available',
};

/** Some rules `r`: `from` joins them to what they belong to, `where` restricts them to it by the values in `params`. */
export interface RuleSource {
  readonly from: string;
  readonly where: string;
  readonly params: readonly unknown[];
}

export function findRulePage(
  db: Queryable,
  { from, where, params }: RuleSource,
  { filter, ...window }: ListWindow,
): Promise<Page<RuleRecord>> {
  const allParams = [...params];
  const conditions = [where, ...(filter ? [toSql(filter, RULE_FILTER, allParams)] : [])];
  return findPage(db, {
    ...window,
    columns: RULE_COLUMNS,
    from,
    where: conditions,
    params: allParams,
    sortColumns: SORT_COLUMNS,
  });
}
