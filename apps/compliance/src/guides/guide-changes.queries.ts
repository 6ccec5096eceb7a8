import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { GuideChangeRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { ruleKey } from './rule-key.sql';

const field = (name: string, isOther: string): string => `CASE WHEN ${isOther} THEN '${name}' END`;
const differs = (...columns: string[]): string =>
  `(${columns.map((column) => `n.${column}`).join(', ')}) IS DISTINCT FROM (${columns.map((column) => `o.${column}`).join(', ')})`;
const fixes = (rule: string): string =>
  `(SELECT array_agg(f.system || md5(f.text) || f.substitutions::text ORDER BY f.system) FROM fix f WHERE f.rule_id = ${rule}.id)`;
const profileRules = (profile: string): string => `(
  SELECT array_agg(own.key ORDER BY own.key) FROM (
    SELECT ${ruleKey('r.ref_id')} AS key FROM profile_rule pr JOIN rule r ON r.id = pr.rule_id WHERE pr.profile_id = ${profile}.id) own)`;
const profileValues = (profile: string): string => `(
  SELECT jsonb_object_agg(v.ref_id, given.value) FROM jsonb_each_text(${profile}.value_overrides) given
    JOIN value_definition v ON v.id = given.key::uuid)`;

/** Records of one table in both guides. `$1` is the newer guide, `$2` the older one. */
const kind = (
  name: string,
  {
    table,
    key,
    severity,
    fields,
  }: { table: string; key: (refId: string) => string; severity: string; fields: string[] },
): string => `
  SELECT coalesce(n.id, o.id) AS id, '${name}' AS kind, coalesce(n.ref_id, o.ref_id) AS ref_id,
         coalesce(n.title, o.title) AS title, ${severity} AS severity,
         CASE WHEN o.id IS NULL THEN 'added' WHEN n.id IS NULL THEN 'removed' ELSE 'changed' END AS change,
         CASE WHEN o.id IS NULL OR n.id IS NULL THEN '{}'::text[]
              ELSE array_remove(ARRAY[${fields.join(', ')}]::text[], NULL) END AS fields
    FROM (SELECT * FROM ${table} WHERE security_guide_id = $1) n
    FULL JOIN (SELECT * FROM ${table} WHERE security_guide_id = $2) o ON ${key('n.ref_id')} = ${key('o.ref_id')}`;

const same = (refId: string): string => refId;
const CHANGES = `(SELECT * FROM (
  ${kind('rule', {
    table: 'rule',
    key: ruleKey,
    severity: 'coalesce(n.severity, o.severity)',
    fields: [
      field('text', differs('title', 'description', 'rationale')),
      field('check', differs('check_sha256', 'check_text')),
      field('severity', differs('severity')),
      field('fix', `${differs('fix_text')} OR ${fixes('n')} IS DISTINCT FROM ${fixes('o')}`),
    ],
  })}
  UNION ALL ${kind('value', {
    table: 'value_definition',
    key: same,
    severity: 'NULL::text',
    fields: [
      field('text', differs('title', 'description')),
      field('value', differs('value_type', 'default_value', 'lower_bound', 'upper_bound')),
    ],
  })}
  UNION ALL ${kind('profile', {
    table: 'profile',
    key: same,
    severity: 'NULL::text',
    fields: [
      field('text', differs('title', 'description')),
      field('rules', `${profileRules('n')} IS DISTINCT FROM ${profileRules('o')}`),
      field('values', `${profileValues('n')} IS DISTINCT FROM ${profileValues('o')}`),
    ],
  })}) every WHERE every.change <> 'changed' OR every.fields <> '{}') c`;

const FILTER: FilterColumns = {
  kind: { column: 'c.kind', type: 'text' },
  change: { column: 'c.change', type: 'text' },
  title: { column: 'c.title', type: 'text' },
  ref_id: { column: 'c.ref_id', type: 'text' },
};
const SORT_COLUMNS = { id: 'c.id', kind: 'c.kind', change: 'c.change', title: 'c.title', ref_id: 'c.ref_id' };

@Injectable()
export class GuideChangesQueries {
  constructor(private readonly db: Database) {}

  /** The previous version of a guide; undefined if there is none. */
  async findFormer(guideId: string): Promise<string | undefined> {
    const row = await this.db.first<{ id: string }>(
      `SELECT former.id
         FROM security_guide g
         JOIN security_guide former
           ON former.ref_id = g.ref_id AND former.os_major_version = g.os_major_version
          AND former.version_sort_key < g.version_sort_key
        WHERE g.id = $1
        ORDER BY former.version_sort_key DESC
        LIMIT 1`,
      [guideId],
    );
    return row?.id;
  }

  /** Rules, values and profiles that differ between the two. */
  findPage(guideId: string, formerId: string, { filter, ...window }: ListWindow): Promise<Page<GuideChangeRecord>> {
    const params: unknown[] = [guideId, formerId];
    return findPage(this.db, {
      ...window,
      columns: `c.id, c.kind, c.ref_id, c.title, c.severity, c.change, c.fields, 'guide_change' AS type`,
      from: CHANGES,
      where: filter ? [toSql(filter, FILTER, params)] : [],
      params,
      sortColumns: SORT_COLUMNS,
    });
  }
}
