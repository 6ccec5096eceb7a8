import type { Queryable } from '@wardstone/database';
import { ProfileRecord, RuleGroupRecord, RuleRecord, ValueDefinitionRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import { hasFramework, hasAnyControl, RULE_CONTROLS } from '../frameworks/control.sql';
import { convertValues } from '../systems/system-conditions.sql';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';

/** How records of one kind are read from guides; each column starts with the alias. */
export interface PartRows<R> {
  readonly record: new () => R;
  readonly table: string;
  readonly alias: string;
  readonly columns: string;
  readonly filter: FilterColumns;
  readonly sort: Readonly<Record<string, string | readonly string[]>>;
}

/** Restricts records to a scope: `from` joins it, `where` contains the conditions, with values in `params`. */
export interface PartSource {
  readonly from: string;
  readonly where: string;
  readonly params: readonly unknown[];
}

const titleAndRefId = (alias: string): FilterColumns => ({
  title: { column: `${alias}.title`, type: 'text' },
  ref_id: { column: `${alias}.ref_id`, type: 'text' },
});

/** Attributes of a rule `r`, also in lists of records that have rules. */
export const RULE_FILTER = {
  title: { column: 'r.title', type: 'text' },
  severity: { column: 'r.severity', type: 'text' },
  remediation_available: { column: 'r.remediation_available', type: 'boolean' },
  rule_group_id: { column: 'r.rule_group_id', type: 'uuid' },
  identifier_label: { column: `(r.identifier->>'label')`, type: 'text' },
  control: (term, bind) => hasAnyControl(bind(convertValues(term))),
  framework: (term, bind) => hasFramework(bind(convertValues(term))),
} as const satisfies FilterColumns;

export const RULE_ROWS: PartRows<RuleRecord> = {
  record: RuleRecord,
  table: 'rule',
  alias: 'r',
  columns: `r.id, r.ref_id, r.title, r.rationale, r.description, r.severity, r.precedence,
  r.identifier, r.reference_links AS "references", r.value_checks, r.remediation_available, r.rule_group_id,
  'rule' AS type, ${RULE_CONTROLS} AS controls`,
  filter: RULE_FILTER,
  sort: {
    id: 'r.id',
    title: ['r.title_prefix', 'r.title'],
    severity: 'r.severity_rank',
    precedence: 'r.precedence',
    remediation_available: 'r.remediation_available',
  },
};

export const RULE_GROUP_ROWS: PartRows<RuleGroupRecord> = {
  record: RuleGroupRecord,
  table: 'rule_group',
  alias: 'rg',
  columns: `rg.id, rg.ref_id, rg.title, rg.rationale, rg.description, rg.precedence, 'rule_group' AS type`,
  filter: titleAndRefId('rg'),
  sort: { id: 'rg.id', precedence: 'rg.precedence' },
};

export const VALUE_DEFINITION_ROWS: PartRows<ValueDefinitionRecord> = {
  record: ValueDefinitionRecord,
  table: 'value_definition',
  alias: 'v',
  columns: `v.id, v.ref_id, v.title, v.description, v.value_type, v.default_value, 'value_definition' AS type`,
  filter: titleAndRefId('v'),
  sort: { id: 'v.id', title: ['v.title_prefix', 'v.title'] },
};

export const PROFILE_ROWS: PartRows<ProfileRecord> = {
  record: ProfileRecord,
  table: 'profile',
  alias: 'p',
  columns: `p.id, p.ref_id, p.title, coalesce(p.description, '') AS description, p.value_overrides, 'profile' AS type`,
  filter: titleAndRefId('p'),
  sort: { id: 'p.id', title: 'p.title' },
};

export function findParts<R extends { id: string }>(
  db: Queryable,
  { columns, filter: filterColumns, sort: sortColumns }: PartRows<R>,
  { from, where, params: given }: PartSource,
  { filter, ...window }: ListWindow,
): Promise<Page<R>> {
  const params = [...given];
  const conditions = [where, ...(filter ? [toSql(filter, filterColumns, params)] : [])];
  return findPage(db, { ...window, columns, from, where: conditions, params, sortColumns });
}
