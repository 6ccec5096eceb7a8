import { Injectable } from '@nestjs/common';
import { OrgDatabase } from '@wardstone/database';
import type { TailoringRecord } from '@wardstone/dto/compliance';
import { type FilterColumns, toSql } from '@wardstone/filter-query';
import type { Page } from '../api/envelope';
import { findPage, type ListWindow } from '../api/paged-rows.sql';
import { policyExists } from '../api/policy-exists.sql';
import { variantProfile } from '../guides/profile-family.sql';
import { RULES_OF_PROFILE } from './copied-rules.sql';
import type { TailoringKey } from './domain/tailoring-key';

/** Columns of a tailoring `t`, its profile `pr` and guide `g`, in the order of rule compliance-18. */
const COLUMNS = `t.id, t.profile_id, t.os_minor_version, t.value_overrides, 'tailoring' AS type, g.os_major_version,
  pr.security_guide_id, g.version AS security_guide_version`;
const JOINED = `JOIN profile pr ON pr.id = t.profile_id JOIN security_guide g ON g.id = pr.security_guide_id`;

const FILTER: FilterColumns = { os_minor_version: { column: 't.os_minor_version', type: 'bigint' } };
const SORT_COLUMNS = { id: 't.id', os_minor_version: 't.os_minor_version' };

const MAX_INTEGER = 2_147_483_647;

/** Result of creating a tailoring. */
export type Creation =
  | { readonly outcome: 'no policy' }
  | { readonly outcome: 'unsupported'; readonly osMajorVersion: number }
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'created'; readonly tailoring: TailoringRecord };

export interface NamesOfTailoring {
  policy: string;
  /** Titles by id. */
  values: Readonly<Record<string, string>>;
}

@Injectable()
export class TailoringsQueries {
  constructor(private readonly db: OrgDatabase) {}

  hasPolicy(orgId: string, policyId: string): Promise<boolean> {
    return policyExists(this.db, orgId, policyId);
  }

  findPage(orgId: string, policyId: string, { filter, ...window }: ListWindow): Promise<Page<TailoringRecord>> {
    const params: unknown[] = [orgId, policyId];
    const where = ['t.org_id = $1', 't.policy_id = $2', ...(filter ? [toSql(filter, FILTER, params)] : [])];
    return findPage(this.db.scopedTo(orgId), {
      ...window,
      columns: COLUMNS,
      from: `tailoring t ${JOINED}`,
      where,
      params,
      sortColumns: SORT_COLUMNS,
    });
  }

  /**
   * Undefined if the policy does not exist.
   * @param key undefined for no tailoring
   */
  async find(
    orgId: string,
    policyId: string,
    key: TailoringKey | undefined,
  ): Promise<{ tailoring: TailoringRecord | undefined } | undefined> {
    const [id, osMinorVersion] = key && 'id' in key ? [key.id, null] : [null, key?.osMinorVersion ?? null];
    const [row] = await this.db.query<TailoringRecord | { id: null }>(
      orgId,
      `SELECT ${COLUMNS}
         FROM policy p
         LEFT JOIN (tailoring t ${JOINED})
           ON t.policy_id = p.id AND (t.id = $3::uuid OR t.os_minor_version = $4::integer)
        WHERE p.org_id = $1 AND p.id = $2`,
      [orgId, policyId, id, osMinorVersion],
    );
    return row && { tailoring: row.id === null ? undefined : row };
  }

  /**
   * Creates a tailoring with the rules and values of the profile that the policy's family has for the minor (rule
   * compliance-26), in one statement. The locks skip rules that a newer document of the guide removes meanwhile.
   */
  async create(orgId: string, policyId: string, osMinorVersion: number): Promise<Creation> {
    // Larger numbers exceed the column; no profile has the minor -1.
    const minor = osMinorVersion <= MAX_INTEGER ? osMinorVersion : -1;
    const [row] = await this.db.query<(TailoringRecord | { id: null }) & { policy_os: number; is_supported: boolean }>(
      orgId,
      `WITH p AS (
              SELECT id, profile_id, os_major_version FROM policy WHERE org_id = $1 AND id = $2 FOR KEY SHARE),
            variant AS (
              SELECT v.id, v.value_overrides
                FROM profile v
               WHERE v.id = (${variantProfile('(SELECT profile_id FROM p)', '$3::integer')})
                 FOR KEY SHARE),
            t AS (
              INSERT INTO tailoring (org_id, policy_id, profile_id, os_minor_version, value_overrides)
              SELECT $1, p.id, variant.id, $3::integer, variant.value_overrides FROM p CROSS JOIN variant
              ON CONFLICT (policy_id, os_minor_version) DO NOTHING
              RETURNING id, profile_id, os_minor_version, value_overrides),
            copied AS (INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id) ${RULES_OF_PROFILE})
       SELECT p.os_major_version AS policy_os, EXISTS (SELECT 1 FROM variant) AS is_supported, ${COLUMNS}
         FROM p
         LEFT JOIN (t ${JOINED}) ON TRUE`,
      [orgId, policyId, minor],
    );
    if (!row) return { outcome: 'no policy' };
    const { policy_os, is_supported, ...tailoring } = row;
    if (!is_supported) return { outcome: 'unsupported', osMajorVersion: policy_os };
    return tailoring.id === null ? { outcome: 'taken' } : { outcome: 'created', tailoring };
  }

  /** Types of those ids that are value definitions of the guide. */
  async findValueTypes(orgId: string, guideId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ id: string; value_type: string }>(
      orgId,
      `SELECT v.id, v.value_type FROM value_definition v WHERE v.security_guide_id = $1 AND v.id = ANY($2::uuid[])`,
      [guideId, ids],
    );
    return new Map(rows.map(({ id, value_type }) => [id, value_type]));
  }

  /** Names of a policy and of guide values for the audit log. */
  async findNames(orgId: string, policyId: string, valueIds: readonly string[]): Promise<NamesOfTailoring> {
    const [row] = await this.db.query<NamesOfTailoring>(
      orgId,
      `SELECT p.title AS policy,
              coalesce((SELECT jsonb_object_agg(v.id, v.title) FROM value_definition v WHERE v.id = ANY($3::uuid[])), '{}')
                AS values
         FROM policy p WHERE p.org_id = $1 AND p.id = $2`,
      [orgId, policyId, valueIds],
    );
    return row ?? { policy: '', values: {} };
  }

  /** Undefined if the tailoring was deleted. */
  setValueOverrides(
    orgId: string,
    id: string,
    overrides: Readonly<Record<string, string>>,
  ): Promise<TailoringRecord | undefined> {
    return this.db.first<TailoringRecord>(
      orgId,
      `WITH t AS (
              UPDATE tailoring SET value_overrides = $3::jsonb, updated_at = now()
               WHERE org_id = $1 AND id = $2
              RETURNING id, profile_id, os_minor_version, value_overrides)
       SELECT ${COLUMNS} FROM t ${JOINED}`,
      [orgId, id, JSON.stringify(overrides)],
    );
  }
}
