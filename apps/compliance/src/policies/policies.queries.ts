import { Inject, Injectable } from '@nestjs/common';
import { OrgDatabase } from '@wardstone/database';
import { toSql } from '@wardstone/filter-query';
import type { CheckedFilter, FilterColumn, FilterColumns } from '@wardstone/filter-query';
import type { SortTerm } from '@wardstone/pagination';
import type { Page } from '../api/envelope';
import type { PolicyChange, PolicyDraft } from './domain/policy-input';
import type { PolicyFacts } from './domain/policy-violations';
import type { PolicyRow } from './policy-row';
import { profilesSupportingMinor } from './profile-family';

/** Which policies, in which order, and which part of them. */
export interface PolicyWindow {
  /** Only those assigned to this system. */
  systemId?: string;
  filter: CheckedFilter | undefined;
  sort: readonly SortTerm[];
  limit: number;
  offset: bigint;
}

/** Of a policy `p` and its profile `pr`, in the contract's order of keys. */
const COLUMNS = `p.id, p.title, p.description, p.business_objective, p.compliance_threshold, p.total_system_count,
  'policy' AS type, p.os_major_version, pr.title AS profile_title, pr.ref_id`;
/** What COLUMNS and the join with the profile need of a policy row that was just written. */
const WRITTEN = `id, profile_id, title, description, business_objective, compliance_threshold, total_system_count,
  os_major_version`;

const OS_MINOR_VERSION: FilterColumn = (term, bind) => {
  if (term.type !== 'comparison') throw new TypeError('os_minor_version is compared, nothing else');
  if (term.value.kind !== 'integer') return term.operator === 'ne' ? 'TRUE' : 'FALSE';
  const profiles = profilesSupportingMinor(`${bind(term.value.value.toString())}::integer`);
  return `p.profile_id ${term.operator === 'ne' ? 'NOT IN' : 'IN'} (${profiles})`;
};

/** Equality goes through the prefix, which an index holds. */
function titleColumn(params: unknown[]): FilterColumn {
  return (term, bind) => {
    const isEquality = term.type === 'comparison' && term.operator === 'eq' && term.value.kind === 'text';
    if (!isEquality) return toSql(term, { title: { column: 'p.title', type: 'text' } }, params);
    const title = bind(term.value.value);
    return `p.title_prefix = left(${title}::text, 500) AND p.title = ${title}::text`;
  };
}

/** Where the attributes of compliance spec B5 live; `params` are those of the statement, table `p` is policy. */
export const policyFilterColumns = (params: unknown[]): FilterColumns => ({
  title: titleColumn(params),
  os_major_version: { column: 'p.os_major_version', type: 'bigint' },
  os_minor_version: OS_MINOR_VERSION,
});

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

/** From here on skipping rows costs more than asking whether the index alone can skip them. */
const DEEP_OFFSET = 1000n;

/** NULL is last ascending and first descending, which is PostgreSQL's own way (compliance spec A5). */
function orderBy(sort: readonly SortTerm[], columns: typeof WHOLE_TEXTS): string {
  return sort
    .flatMap(({ column, direction }) => columns[column]!.map((sql) => `${sql} ${direction.toUpperCase()}`))
    .join(', ');
}

@Injectable()
export class PoliciesQueries {
  constructor(@Inject(OrgDatabase) private readonly db: OrgDatabase) {}

  /**
   * One page and the total, in one statement: first the ids of the page by index, then what belongs to them. The
   * total of the unfiltered list is a counter, all others are counted.
   */
  async findPage(orgId: string, window: PolicyWindow): Promise<Page<PolicyRow>> {
    const { systemId, filter, limit, offset } = window;
    const params: unknown[] = [orgId];
    const bind = (value: unknown): string => `$${params.push(value)}`;
    const from = systemId === undefined ? 'policy p' : 'policy_system ps JOIN policy p ON p.id = ps.policy_id';
    const conditions = ['p.org_id = $1'];
    if (systemId !== undefined) conditions.push(`ps.system_id = ${bind(systemId)}::uuid`);
    if (filter) conditions.push(toSql(filter, policyFilterColumns(params), params));
    const matches = `FROM ${from} WHERE ${conditions.join(' AND ')}`;
    const total =
      conditions.length === 1
        ? 'SELECT a.policy_count AS n FROM account a WHERE a.org_id = $1'
        : `SELECT count(*) AS n ${matches}`;
    const order = orderBy(window.sort, await this.sortColumns(orgId, window));
    const rows = await this.db.query<PolicyRow & { total: number | null }>(
      orgId,
      `SELECT (${total}) AS total, ${COLUMNS}
         FROM (SELECT 1) always
         LEFT JOIN (
                (SELECT p.id ${matches} ORDER BY ${order} LIMIT ${bind(limit)} OFFSET ${bind(offset.toString())}) cut
                JOIN policy p ON p.id = cut.id
                JOIN profile pr ON pr.id = p.profile_id
              ) ON TRUE
        ORDER BY ${order}`,
      params,
    );
    return {
      // An organisation without an account has no counter yet.
      total: rows[0]?.total ?? 0,
      records: rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row])),
    };
  }

  /**
   * Titles are unique, so few share a prefix and the whole text costs nothing until many rows are skipped. Objectives
   * are mostly absent, which is one prefix: there the whole text would mean sorting them all.
   */
  private async sortColumns(orgId: string, { sort, offset }: PolicyWindow): Promise<typeof WHOLE_TEXTS> {
    const isSortedBy = (name: string): boolean => sort.some(({ column }) => column === name);
    const isWorthAsking = isSortedBy('business_objective') || (isSortedBy('title') && offset >= DEEP_OFFSET);
    if (!isWorthAsking) return WHOLE_TEXTS;
    const long = await this.db.query(orgId, 'SELECT 1 FROM policy p WHERE p.org_id = $1 AND p.has_long_text LIMIT 1', [
      orgId,
    ]);
    return long.length > 0 ? WHOLE_TEXTS : PREFIXES;
  }

  async find(orgId: string, id: string): Promise<PolicyRow | undefined> {
    const [row] = await this.db.query<PolicyRow>(
      orgId,
      `SELECT ${COLUMNS} FROM policy p JOIN profile pr ON pr.id = p.profile_id WHERE p.org_id = $1 AND p.id = $2`,
      [orgId, id],
    );
    return row;
  }

  /** @param profileId canonical; undefined when the given one was no UUID */
  async factsOf(orgId: string, profileId: string | undefined, title: string | undefined): Promise<PolicyFacts> {
    const [facts] = await this.db.query<{ has_profile: boolean; is_title_taken: boolean }>(
      orgId,
      `SELECT EXISTS (SELECT 1 FROM profile pr WHERE pr.id = $2::uuid) AS has_profile,
              EXISTS (SELECT 1 FROM policy p
                       WHERE p.org_id = $1 AND p.title_prefix = left($3::text, 500) AND p.title = $3::text)
                AS is_title_taken`,
      [orgId, profileId, title],
    );
    return { hasProfile: facts!.has_profile, isTitleTaken: facts!.is_title_taken };
  }

  /** Creates the account on first use. Undefined when the title was taken or the profile went meanwhile. */
  async insert(orgId: string, draft: PolicyDraft): Promise<PolicyRow | undefined> {
    const [row] = await this.db.query<PolicyRow>(
      orgId,
      `WITH owner AS (
              INSERT INTO account (org_id) VALUES ($1) ON CONFLICT (org_id) DO NOTHING),
            pr AS (
              SELECT own.id, own.security_guide_id, g.os_major_version, own.title, own.ref_id, own.description
                FROM profile own
                JOIN security_guide g ON g.id = own.security_guide_id
               WHERE own.id = $2::uuid
                 FOR KEY SHARE),
            p AS (
              INSERT INTO policy (org_id, profile_id, security_guide_id, os_major_version, title, description,
                                  business_objective, compliance_threshold)
              SELECT $1, pr.id, pr.security_guide_id, pr.os_major_version, $3,
                     coalesce($4::text, pr.description, ''), $5, coalesce($6::double precision, 100)
                FROM pr
              ON CONFLICT (org_id, text_sha256(title)) DO NOTHING
              RETURNING ${WRITTEN})
       SELECT ${COLUMNS} FROM p JOIN pr ON pr.id = p.profile_id`,
      [orgId, draft.profileId, draft.title, draft.description, draft.businessObjective, draft.complianceThreshold],
    );
    return row;
  }

  /** Undefined keys stay as they are. */
  async update(orgId: string, id: string, change: PolicyChange): Promise<PolicyRow | undefined> {
    const [row] = await this.db.query<PolicyRow>(
      orgId,
      `WITH p AS (
              UPDATE policy
                 SET description = coalesce($3, description),
                     business_objective = coalesce($4, business_objective),
                     compliance_threshold = coalesce($5::double precision, compliance_threshold),
                     updated_at = now()
               WHERE org_id = $1 AND id = $2
              RETURNING ${WRITTEN})
       SELECT ${COLUMNS} FROM p JOIN profile pr ON pr.id = p.profile_id`,
      [orgId, id, change.description, change.businessObjective, change.complianceThreshold],
    );
    return row;
  }

  /** Takes assignments, tailorings and results along (compliance spec D4). The policy as it was before. */
  async remove(orgId: string, id: string): Promise<PolicyRow | undefined> {
    const [row] = await this.db.query<PolicyRow>(
      orgId,
      `WITH p AS (DELETE FROM policy WHERE org_id = $1 AND id = $2 RETURNING ${WRITTEN})
       SELECT ${COLUMNS} FROM p JOIN profile pr ON pr.id = p.profile_id`,
      [orgId, id],
    );
    return row;
  }
}
