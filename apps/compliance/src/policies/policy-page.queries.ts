import { toSql } from '@wardstone/filter-query';
import type { SortTerm } from '@wardstone/pagination';
import type { ListWindow } from '../api/paged-rows.sql';
import { type NamedTitles, namedTitles, policyFilterColumns, tallyCondition, titlePrefix } from './policy-conditions';

/** Filter, order and page of a list of policies. */
export interface PolicyWindow extends ListWindow {
  /** Only policies assigned to this system. */
  systemId?: string;
}

export interface Statement {
  sql: string;
  params: unknown[];
}

/** Columns of a policy `p` and its profile `pr`, in the contract's order of keys. */
export const POLICY_COLUMNS = `p.id, p.title, p.description, p.business_objective, p.compliance_threshold,
  p.total_system_count, 'policy' AS type, p.os_major_version, pr.title AS profile_title, pr.ref_id`;

/** Texts are sorted by their indexed prefix first, then by the whole text among the few with equal prefixes. */
const WHOLE_TEXTS: Readonly<Record<string, readonly string[]>> = {
  id: ['p.id'],
  title: ['p.title_prefix', 'p.title'],
  os_major_version: ['p.os_major_version'],
  total_system_count: ['p.total_system_count'],
  compliance_threshold: ['p.compliance_threshold'],
  business_objective: ['p.business_objective_prefix', 'p.business_objective'],
};
/** The same order if no text is longer than its prefix. */
const PREFIXES: typeof WHOLE_TEXTS = {
  ...WHOLE_TEXTS,
  title: ['p.title_prefix'],
  business_objective: ['p.business_objective_prefix'],
};

/** From this offset on, rows are skipped in the index, starting at the nearer end. */
const DEEP_OFFSET = 1000n;
const MAX_ROWS = 100;
/** Up to this number, matches are read by profile and sorted; more are found soon enough in the requested order. */
const FEW_MATCHES = 2000;
/** Always followed by OFFSET 0, which keeps the planner from reading all policies with their details. */
const POLICY_OF = 'SELECT p.* FROM policy p WHERE p.org_id = $1 AND p';
const TOTAL = '(SELECT total FROM counted)';

/**
 * Whether long texts affect the order. Titles are unique, so few share a prefix and the whole text costs nothing until
 * many rows are skipped. Objectives are mostly missing, which is one prefix that would have to be sorted completely.
 */
export function dependsOnLongTexts({ sort, offset }: PolicyWindow): boolean {
  const isSortedBy = (name: string): boolean => sort.some(({ column }) => column === name);
  return isSortedBy('business_objective') || (isSortedBy('title') && offset >= DEEP_OFFSET);
}

/**
 * A page and the total in one statement: first the ids of the page by index, then their details. Totals come from
 * counters; only the policies of a system, and titles compared with patterns, are counted.
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
    const matches = this.matches();
    const total = this.total(matches);
    return `
      WITH ${this.isTallied ? `tally AS MATERIALIZED (${this.tally()}), ` : ''}
           ${this.hasNamedTitles ? `named AS MATERIALIZED (${this.named()}), ` : ''}
           counted AS MATERIALIZED (SELECT coalesce((${total}), 0) AS total)
      SELECT counted.total, ${POLICY_COLUMNS}
        FROM counted
        LEFT JOIN (
               (${this.ids(matches)}) cut
               CROSS JOIN LATERAL (${POLICY_OF}.id = cut.id OFFSET 0) p
               JOIN profile pr ON pr.id = p.profile_id
             ) ON TRUE
       ORDER BY ${this.order}`;
  }

  private get isTallied(): boolean {
    return this.window.systemId === undefined && this.titles?.isTallied === true;
  }

  private get hasNamedTitles(): boolean {
    return this.isTallied && this.titles!.titles.length > 0;
  }

  /** Profiles whose policies match, with their number, unless titles are named. */
  private tally(): string {
    return `
      SELECT t.profile_id, t.policy_count, g.os_major_version
        FROM policy_tally t
        JOIN profile pr ON pr.id = t.profile_id
        JOIN security_guide g ON g.id = pr.security_guide_id
       WHERE t.org_id = $1 AND ${opaque(tallyCondition(this.window.filter!, this.params))}`;
  }

  /** Policies with named titles, and whether they match. */
  private named(): string {
    const { titles } = this.titles!;
    // Prefixes as values, because row-level security keeps functions of ours from being evaluated first, so that none
    // could use the index.
    const values = `${this.bind(titles)}::text[], ${this.bind(titles.map(titlePrefix))}::text[]`;
    return `
      SELECT p.id, p.profile_id, (${this.condition()}) IS TRUE AS is_match
        FROM unnest(${opaque(values)}) named(title, prefix)
        JOIN policy p ON p.org_id = $1 AND p.title_prefix = named.prefix AND p.title = named.title`;
  }

  private condition(): string {
    const condition = toSql(this.window.filter!, policyFilterColumns(this.params), this.params);
    return this.isTallied ? opaque(condition) : condition;
  }

  /** FROM and WHERE of all matches. */
  private matches(): string {
    const { systemId, filter } = this.window;
    const from = systemId === undefined ? 'policy p' : 'policy_system ps JOIN policy p ON p.id = ps.policy_id';
    const conditions = ['p.org_id = $1'];
    if (systemId !== undefined) conditions.push(`ps.system_id = ${this.bind(systemId)}::uuid`);
    if (this.isTallied && !this.hasNamedTitles) conditions.push(...this.tallied());
    else if (filter) conditions.push(this.condition());
    return `FROM ${from} WHERE ${conditions.join(' AND ')}`;
  }

  /** All policies of a profile match or none, so its id is enough. */
  private tallied(): string[] {
    // IS TRUE keeps it a look-up per row; a join could lose the order of an index.
    const isMatch = '(p.profile_id IN (SELECT t.profile_id FROM tally t)) IS TRUE';
    if (this.window.sort[0]?.column !== 'os_major_version') return [isMatch];
    // In this order the matches are adjacent: the index starts with the first instead of skipping the rest.
    const bound = (side: string): string => `(SELECT ${side}(t.os_major_version) FROM tally t)`;
    return [isMatch, `p.os_major_version BETWEEN ${bound('min')} AND ${bound('max')}`];
  }

  private total(allMatches: string): string {
    const { systemId, filter } = this.window;
    // An organisation without an account has no counter yet.
    if (systemId === undefined && !filter) return 'SELECT a.policy_count FROM account a WHERE a.org_id = $1';
    if (!this.isTallied) return `SELECT count(*) ${allMatches}`;
    const tallied = 'SELECT coalesce(sum(t.policy_count), 0) FROM tally t';
    if (!this.hasNamedTitles) return tallied;
    // The tally counts every policy as one whose title is not named; named ones are counted separately.
    return `
      SELECT (${tallied}) + count(*) FILTER (WHERE n.is_match)
             - count(*) FILTER (WHERE n.profile_id IN (SELECT t.profile_id FROM tally t))
        FROM named n`;
  }

  /** Ids of the page. Of several statements, one returns rows and the others end before their first. */
  private ids(matches: string): string {
    const limit = this.bind(this.window.limit);
    const offset = this.window.offset > 0n ? this.bind(this.window.offset.toString()) : undefined;
    const inOrder = this.isTallied ? `${matches} AND ${TOTAL} > ${FEW_MATCHES}` : matches;
    const isDeep = this.window.offset >= DEEP_OFFSET;
    const ways = isDeep ? this.fromNearerEnd(inOrder, limit, offset!) : [this.fromStart(inOrder, limit, offset)];
    if (this.isTallied) ways.push(this.byProfile(limit, offset));
    return ways.map((way) => `(${way})`).join(' UNION ALL ');
  }

  private fromStart(matches: string, limit: string, offset: string | undefined): string {
    return cut(`SELECT p.id ${matches} ORDER BY ${this.order}`, limit, offset);
  }

  /** Skips at most half of the rows; the other direction has an empty limit. */
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

  /** All matches, sorted, instead of a walk through all policies in order, which the planner would underestimate. */
  private byProfile(limit: string, offset: string | undefined): string {
    const ofTally = `
      SELECT p.* FROM tally t
       CROSS JOIN LATERAL (${POLICY_OF}.profile_id = t.profile_id OFFSET 0) p`;
    const ofTitles = `
      SELECT p.*
        FROM (SELECT p.id FROM (${ofTally}) p UNION SELECT n.id FROM named n
              EXCEPT SELECT n.id FROM named n WHERE NOT n.is_match) match
       CROSS JOIN LATERAL (${POLICY_OF}.id = match.id OFFSET 0) p`;
    const few = this.hasNamedTitles ? ofTitles : ofTally;
    return cut(`SELECT p.id FROM (${few}) p WHERE ${TOTAL} <= ${FEW_MATCHES} ORDER BY ${this.order}`, limit, offset);
  }

  private bind(value: unknown): string {
    return `$${this.params.push(value)}`;
  }
}

/**
 * Hides values from the planner, so that it keeps a generic plan: planning the statement each time takes longer than
 * running it.
 */
const opaque = (sql: string): string => sql.replaceAll(/\$\d+/g, '(SELECT $&)');

/** The constant limit tells the planner that few rows are needed, which it cannot derive from an expression. */
function cut(ordered: string, limit: string, offset: string | undefined): string {
  return `SELECT p.id FROM (${ordered} LIMIT ${MAX_ROWS}${offset === undefined ? '' : ` OFFSET ${offset}`}) p LIMIT ${limit}`;
}

/** NULL is last ascending and first descending, PostgreSQL's default (rule compliance-5). */
function orderBy(sort: readonly SortTerm[], columns: typeof WHOLE_TEXTS): string {
  return sort
    .flatMap(({ column, direction }) => columns[column]!.map((sql) => `${sql} ${direction.toUpperCase()}`))
    .join(', ');
}

const reversed = ({ column, direction }: SortTerm): SortTerm => ({
  column,
  direction: direction === 'asc' ? 'desc' : 'asc',
});
