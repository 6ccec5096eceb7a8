import { toSql } from '@wardstone/filter-query';
import type { CheckedFilter } from '@wardstone/filter-query';
import type { SortTerm } from '@wardstone/pagination';
import { namedTitles, policyFilterColumns, tallyCondition, titlePrefix } from './policy-conditions';
import type { NamedTitles } from './policy-conditions';

/** Which policies, in which order, and which part of them. */
export interface PolicyWindow {
  /** Only those assigned to this system. */
  systemId?: string;
  filter: CheckedFilter | undefined;
  sort: readonly SortTerm[];
  limit: number;
  offset: bigint;
}

export interface Statement {
  sql: string;
  params: unknown[];
}

/** Of a policy `p` and its profile `pr`, in the contract's order of keys. */
export const POLICY_COLUMNS = `p.id, p.title, p.description, p.business_objective, p.compliance_threshold,
  p.total_system_count, 'policy' AS type, p.os_major_version, pr.title AS profile_title, pr.ref_id`;

/** Texts are sorted by their indexed prefix first; the whole text decides among the few that begin alike. */
const WHOLE_TEXTS: Readonly<Record<string, readonly string[]>> = {
  id: ['p.id'],
  title: ['p.title_prefix', 'p.title'],
  os_major_version: ['p.os_major_version'],
  total_system_count: ['p.total_system_count'],
  compliance_threshold: ['p.compliance_threshold'],
  business_objective: ['p.business_objective_prefix', 'p.business_objective'],
};
/** The same order where no text is longer than its prefix. */
const PREFIXES: typeof WHOLE_TEXTS = {
  ...WHOLE_TEXTS,
  title: ['p.title_prefix'],
  business_objective: ['p.business_objective_prefix'],
};

/** From here on it pays to skip rows by index alone, and from the end that is nearer. */
const DEEP_OFFSET = 1000n;
const MOST_ROWS = 100;
/** So few matches are read through the index of profiles and sorted; more are met soon enough in the order asked for. */
const FEW_MATCHES = 2000;
const TOTAL = '(SELECT total FROM counted)';

/**
 * Whether it matters that no text is longer than its prefix. Titles are unique, so few share a prefix and the whole text
 * costs nothing until many rows are skipped. Objectives are mostly absent, which is one prefix: there the whole text
 * would mean sorting them all.
 */
export function dependsOnLongTexts({ sort, offset }: PolicyWindow): boolean {
  const isSortedBy = (name: string): boolean => sort.some(({ column }) => column === name);
  return isSortedBy('business_objective') || (isSortedBy('title') && offset >= DEEP_OFFSET);
}

/**
 * One page and the total, in one statement: first the ids of the page by index, then what belongs to them. Totals come
 * from counters; only the policies of a system, and titles compared with patterns, are counted.
 *
 * @param hasLongTexts whether some text of the organisation may be longer than its prefix
 */
export function policyPage(orgId: string, window: PolicyWindow, hasLongTexts: boolean): Statement {
  const page = new PolicyPage(orgId, window, hasLongTexts ? WHOLE_TEXTS : PREFIXES);
  return { sql: page.toSql(), params: page.params };
}

class PolicyPage {
  readonly params: unknown[];
  private readonly order: string;
  private readonly reversedOrder: string;
  private readonly titles: NamedTitles | undefined;

  constructor(
    orgId: string,
    private readonly window: PolicyWindow,
    columns: typeof WHOLE_TEXTS,
  ) {
    this.params = [orgId];
    this.order = orderBy(window.sort, columns);
    this.reversedOrder = orderBy(window.sort.map(reversed), columns);
    this.titles = window.filter && namedTitles(window.filter);
  }

  toSql(): string {
    // Rows of one profile all match or none does: then its id is all there is to look at.
    const isByProfile = this.isTallied && this.titles?.titles.length === 0;
    const tally = this.isTallied ? `tally AS MATERIALIZED (${this.tally()}), ` : '';
    const matches = this.matches(isByProfile);
    const total = this.total(matches);
    return `
      WITH ${tally}counted AS MATERIALIZED (SELECT coalesce((${total}), 0) AS total)
      SELECT counted.total, ${POLICY_COLUMNS}
        FROM counted
        LEFT JOIN (
               (${this.ids(matches, isByProfile)}) cut
               JOIN policy p ON p.id = cut.id
               JOIN profile pr ON pr.id = p.profile_id
             ) ON TRUE
       ORDER BY ${this.order}`;
  }

  private get isTallied(): boolean {
    return this.window.systemId === undefined && this.titles?.isTallied === true;
  }

  /** The profiles whose policies match, with their number. */
  private tally(): string {
    return `
      SELECT t.profile_id, t.policy_count
        FROM policy_tally t
        JOIN profile pr ON pr.id = t.profile_id
        JOIN security_guide g ON g.id = pr.security_guide_id
       WHERE t.org_id = $1 AND ${tallyCondition(this.window.filter!, this.params)}`;
  }

  /** FROM and WHERE of all matches. */
  private matches(isByProfile: boolean): string {
    const { systemId, filter } = this.window;
    const from = systemId === undefined ? 'policy p' : 'policy_system ps JOIN policy p ON p.id = ps.policy_id';
    const conditions = ['p.org_id = $1'];
    if (systemId !== undefined) conditions.push(`ps.system_id = ${this.bind(systemId)}::uuid`);
    // IS TRUE keeps it a look-up per row; a join could cost the order of the index.
    if (isByProfile) conditions.push('(p.profile_id IN (SELECT t.profile_id FROM tally t)) IS TRUE');
    else if (filter) conditions.push(toSql(filter, policyFilterColumns(this.params), this.params));
    return `FROM ${from} WHERE ${conditions.join(' AND ')}`;
  }

  private total(allMatches: string): string {
    const { systemId, filter } = this.window;
    // An organisation without an account has no counter yet.
    if (systemId === undefined && !filter) return 'SELECT a.policy_count FROM account a WHERE a.org_id = $1';
    if (!this.isTallied) return `SELECT count(*) ${allMatches}`;
    const tallied = 'SELECT coalesce(sum(t.policy_count), 0) FROM tally t';
    const { titles } = this.titles!;
    if (titles.length === 0) return tallied;
    // The tally took every policy for one whose title is not named: those that are named are counted for themselves.
    const matches = toSql(this.window.filter!, policyFilterColumns(this.params), this.params);
    // Prefixes as values: no function of ours may stand before row-level security, so none could use the index.
    const named = `unnest(${this.bind(titles)}::text[], ${this.bind(titles.map(titlePrefix))}::text[])`;
    return `
      SELECT (${tallied}) + count(*) FILTER (WHERE ${matches})
             - count(*) FILTER (WHERE p.profile_id IN (SELECT t.profile_id FROM tally t))
        FROM ${named} named(title, prefix)
        JOIN policy p ON p.org_id = $1 AND p.title_prefix = named.prefix AND p.title = named.title`;
  }

  /** The ids of the page; of several statements one answers, the others end before their first row. */
  private ids(matches: string, isByProfile: boolean): string {
    const limit = this.bind(this.window.limit);
    const offset = this.window.offset > 0n ? this.bind(this.window.offset.toString()) : undefined;
    const inOrder = isByProfile ? `${matches} AND ${TOTAL} > ${FEW_MATCHES}` : matches;
    const isDeep = this.window.offset >= DEEP_OFFSET;
    const ways = isDeep ? this.fromNearerEnd(inOrder, limit, offset!) : [this.fromStart(inOrder, limit, offset)];
    if (isByProfile) ways.push(this.byProfile(limit, offset));
    return ways.map((way) => `(${way})`).join(' UNION ALL ');
  }

  private fromStart(matches: string, limit: string, offset: string | undefined): string {
    return cut(`SELECT p.id ${matches} ORDER BY ${this.order}`, limit, offset);
  }

  /** Skips half of the rows at most; the other way has an empty limit. */
  private fromNearerEnd(matches: string, limit: string, offset: string): string[] {
    const behind = `(${TOTAL} - ${offset}::bigint)`;
    const isNearEnd = `${offset}::bigint > ${TOTAL} / 2`;
    return [
      cut(
        `SELECT p.id ${matches} ORDER BY ${this.order}`,
        `CASE WHEN ${isNearEnd} THEN 0 ELSE ${limit}::bigint END`,
        offset,
      ),
      cut(
        `SELECT p.id ${matches} ORDER BY ${this.reversedOrder}`,
        `CASE WHEN ${isNearEnd} THEN least(${limit}::bigint, greatest(${behind}, 0)) ELSE 0 END`,
        `greatest(${behind}, ${limit}::bigint) - ${limit}::bigint`,
      ),
    ];
  }

  /** OFFSET 0 keeps the planner from walking through all policies in order, which it takes for cheap. */
  private byProfile(limit: string, offset: string | undefined): string {
    return cut(
      `SELECT p.id
         FROM tally t
        CROSS JOIN LATERAL (SELECT p.* FROM policy p WHERE p.org_id = $1 AND p.profile_id = t.profile_id OFFSET 0) p
        WHERE ${TOTAL} <= ${FEW_MATCHES}
        ORDER BY ${this.order}`,
      limit,
      offset,
    );
  }

  private bind(value: unknown): string {
    return `$${this.params.push(value)}`;
  }
}

/** The constant limit tells the planner that few rows are needed, which it cannot see from an expression. */
function cut(ordered: string, limit: string, offset: string | undefined): string {
  return `SELECT p.id FROM (${ordered} LIMIT ${MOST_ROWS}${offset === undefined ? '' : ` OFFSET ${offset}`}) p LIMIT ${limit}`;
}

/** NULL is last ascending and first descending, which is PostgreSQL's own way (compliance spec A5). */
function orderBy(sort: readonly SortTerm[], columns: typeof WHOLE_TEXTS): string {
  return sort
    .flatMap(({ column, direction }) => columns[column]!.map((sql) => `${sql} ${direction.toUpperCase()}`))
    .join(', ');
}

const reversed = ({ column, direction }: SortTerm): SortTerm => ({
  column,
  direction: direction === 'asc' ? 'desc' : 'asc',
});
