import {
  type CheckedFilter,
  type CheckedTerm,
  type FilterColumn,
  type FilterColumns,
  toSql,
} from '@wardstone/filter-query';
import { profilesSupportingMinor } from '../guides/profile-family.sql';

/** Whether the profile `profileId` (an expression) belongs to a family that supports a minor version. */
function getMinorVersion(profileId: string): FilterColumn {
  return (term, bind) => {
    if (term.type !== 'comparison') throw new TypeError('os_minor_version is compared, nothing else');
    if (term.value.kind !== 'integer') return term.operator === 'ne' ? 'TRUE' : 'FALSE';
    const profiles = profilesSupportingMinor(`${bind(term.value.value.toString())}::integer`);
    // IS TRUE keeps it a look-up per row; a join could lose the order of an index.
    return `(${profileId} ${term.operator === 'ne' ? 'NOT IN' : 'IN'} (${profiles})) IS TRUE`;
  };
}

const PREFIX_CHARACTERS = 500;

/** Value of the column `title_prefix` in whole characters, as PostgreSQL counts them. */
export function titlePrefix(title: string): string {
  return title.length > PREFIX_CHARACTERS ? [...title].slice(0, PREFIX_CHARACTERS).join('') : title;
}

/** Equality also compares the prefix, which is indexed. */
function titleColumn(params: unknown[]): FilterColumn {
  return (term, bind) => {
    const isEquality = term.type === 'comparison' && term.operator === 'eq' && term.value.kind === 'text';
    if (!isEquality) return toSql(term, { title: { column: 'p.title', type: 'text' } }, params);
    const title = bind(term.value.value);
    return `p.title_prefix = left(${title}::text, ${PREFIX_CHARACTERS}) AND p.title = ${title}::text`;
  };
}

/** Columns for the attributes of rule filter-5; `params` are those of the statement, table `p` is policy. */
export const policyFilterColumns = (params: unknown[]): FilterColumns => ({
  title: titleColumn(params),
  os_major_version: { column: 'p.os_major_version', type: 'bigint' },
  os_minor_version: getMinorVersion('p.profile_id'),
});

/** Columns for a tallied profile and its guide `g`, for policies whose titles the filter does not name. */
const TALLY_COLUMNS: FilterColumns = {
  title: (term) => (isNamedTitle(term) && term.operator === 'ne' ? 'TRUE' : 'FALSE'),
  os_major_version: { column: 'g.os_major_version', type: 'bigint' },
  os_minor_version: getMinorVersion('t.profile_id'),
};

/** Titles required by a filter; few policies have them. */
export interface NamedTitles {
  /** Whether titles are only compared for equality with these. */
  isTallied: boolean;
  titles: readonly string[];
}

export function namedTitles(filter: CheckedFilter): NamedTitles {
  const terms = getTerms(filter).filter(({ field }) => field === 'title');
  return {
    isTallied: terms.every(isNamedTitle),
    titles: [...new Set(terms.filter(isNamedTitle).map(({ value }) => value.value))],
  };
}

/** Condition on a tallied profile under which its policies match, unless the filter names their titles. */
export function tallyCondition(filter: CheckedFilter, params: unknown[]): string {
  return toSql(filter, TALLY_COLUMNS, params);
}

type NamedTitle = Extract<CheckedTerm, { type: 'comparison' }> & { value: { kind: 'text'; value: string } };

function isNamedTitle(term: CheckedTerm): term is NamedTitle {
  if (term.field !== 'title' || term.type !== 'comparison' || term.value.kind !== 'text') return false;
  return term.operator === 'eq' || term.operator === 'ne';
}

function getTerms(filter: CheckedFilter): CheckedTerm[] {
  switch (filter.type) {
    case 'and':
    case 'or':
      return filter.operands.flatMap(getTerms);
    case 'not':
      return getTerms(filter.operand);
    default:
      return [filter];
  }
}
