import type { CheckedTerm, FilterColumn, FilterColumns } from '@wardstone/filter-query';
import { hasFailedRule } from '../verdicts/failed-rule.sql';
import { freshness } from '../verdicts/freshness.sql';
import type { OsVersion } from './domain/os-versions';

/** Values of a term other than a presence: text, or converted by the reader of the field. */
export function convertValues(term: CheckedTerm): unknown[] {
  if (term.type === 'presence') throw new TypeError(`${term.field} is compared, nothing else`);
  const values = term.type === 'comparison' ? [term.value] : term.values;
  return values.map((value) => {
    if (value.kind === 'outOfRange') throw new TypeError(`${term.field} is no number`);
    return value.value;
  });
}

const OS_VERSION: FilterColumn = (term, bind) => {
  const versions = convertValues(term).flat() as OsVersion[];
  const majors = bind(versions.map(({ major }) => major));
  const minors = bind(versions.map(({ minor }) => minor));
  return `(s.os_major_version, s.os_minor_version) IN (
    SELECT wanted.major, wanted.minor FROM unnest(${majors}::numeric[], ${minors}::numeric[]) wanted (major, minor))`;
};

const ASSIGNED_OR_SCANNED: FilterColumn = () => `
  EXISTS (SELECT 1 FROM policy_system assigned WHERE assigned.system_id = s.id)
  OR EXISTS (SELECT 1 FROM test_result scanned WHERE scanned.system_id = s.id)`;

const POLICIES: FilterColumn = (term, bind) => `EXISTS (
  SELECT 1 FROM policy_system assigned
   WHERE assigned.system_id = s.id AND assigned.policy_id = ANY (${bind(convertValues(term))}::uuid[]))`;

/** Only `!=` and `!^` are permitted: systems without any policy on such a profile. */
const PROFILE_REF_ID: FilterColumn = (term, bind) => `NOT EXISTS (
  SELECT 1
    FROM policy_system assigned
    JOIN policy p ON p.id = assigned.policy_id
    JOIN profile pr ON pr.id = p.profile_id
   WHERE assigned.system_id = s.id AND pr.ref_id = ANY (${bind(convertValues(term))}::text[]))`;

const FAILED_RULE: FilterColumn = (term, bind) => `EXISTS (
  SELECT 1 FROM test_result t WHERE t.system_id = s.id AND t.is_newest AND ${hasFailedRule('t.id', bind(convertValues(term)))})`;

/** Only for reports, where assignments `ps` are joined. */
const NEVER_REPORTED: FilterColumn = () => `NOT EXISTS (
  SELECT 1 FROM test_result t WHERE t.report_id = ps.policy_id AND t.system_id = s.id AND t.is_newest)`;

/** Only for reports, where assignments `ps` are joined. */
const freshnessAt =
  (at: Date): FilterColumn =>
  (term, bind) => {
    const column = `(
      SELECT ${freshness(bind(at))}
        FROM policy p LEFT JOIN test_result t ON t.report_id = p.id AND t.system_id = s.id AND t.is_newest
       WHERE p.id = ps.policy_id)`;
    return `${column} = ANY (${bind(convertValues(term))}::text[])`;
  };

const inGroup =
  (key: 'id' | 'name'): FilterColumn =>
  (term, bind) =>
    `s.groups @> ANY (${bind(convertValues(term).map((value) => JSON.stringify([{ [key]: value }])))}::jsonb[])`;

/** Attributes of systems `s`, also in lists of records that have systems. */
export const SYSTEM_FILTER = {
  display_name: { column: 's.display_name', type: 'text' },
  os_major_version: { column: 's.os_major_version', type: 'bigint' },
  os_minor_version: { column: 's.os_minor_version', type: 'bigint' },
  os_version: OS_VERSION,
  assigned_or_scanned: ASSIGNED_OR_SCANNED,
  group_name: inGroup('name'),
  group_id: inGroup('id'),
  policies: POLICIES,
  profile_ref_id: PROFILE_REF_ID,
  failed_rule: FAILED_RULE,
  never_reported: NEVER_REPORTED,
  agent: { column: 's.agent_name', type: 'text' },
} as const satisfies FilterColumns;

export const systemFilterAt = (at: Date): FilterColumns => ({ ...SYSTEM_FILTER, freshness: freshnessAt(at) });

/** The indexable prefix of a group's name first, then the whole name among the few with equal prefixes. */
const FIRST_GROUP_NAME = ['s.first_group_prefix', `coalesce(s.groups->0->>'name', '') COLLATE "C"`];

export const SYSTEM_SORT_COLUMNS = {
  id: 's.id',
  display_name: 's.display_name',
  os_major_version: 's.os_major_version',
  os_minor_version: 's.os_minor_version',
  os_version: ['s.os_major_version', 's.os_minor_version'],
  groups: FIRST_GROUP_NAME,
} as const;
