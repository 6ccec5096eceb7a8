import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters } from '@wardstone/database';
import type { PolicyBody, PolicyRecord, PolicyUpdateBody } from '@wardstone/dto/compliance';
import type { Page } from '../api/envelope';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import type { PolicyFacts } from './domain/policy-violations';
import { dependsOnLongTexts, POLICY_COLUMNS, policyPage, type PolicyWindow } from './policy-page.queries';

/** Age in days after which a result is stale; null for never. */
export interface MaxAge {
  readonly id: string;
  readonly title: string;
  readonly max_result_age_days: number | null;
}

/** Columns of a just written policy row for POLICY_COLUMNS and the join with the profile. */
const WRITTEN = `id, profile_id, title, description, business_objective, compliance_threshold, total_system_count,
  os_major_version`;

@Injectable()
export class PoliciesQueries {
  constructor(private readonly db: OrgDatabase) {}

  async findPage(orgId: string, window: PolicyWindow): Promise<Page<PolicyRecord>> {
    const hasLongTexts = !dependsOnLongTexts(window) || (await this.hasLongTexts(orgId));
    const { sql, params } = policyPage(orgId, window, hasLongTexts);
    const rows = await this.db.queryPrepared<PolicyRecord & { total: number }>(orgId, sql, params);
    return {
      total: Number(rows[0]!.total),
      records: rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row])),
    };
  }

  private async hasLongTexts(orgId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM policy p WHERE p.org_id = $1 AND p.has_long_text LIMIT 1';
    return (await this.db.queryPrepared(orgId, sql, [orgId])).length > 0;
  }

  async find(orgId: string, id: string): Promise<PolicyRecord | undefined> {
    const [row] = await this.db.queryPrepared<PolicyRecord>(
      orgId,
      `SELECT ${POLICY_COLUMNS} FROM policy p JOIN profile pr ON pr.id = p.profile_id WHERE p.org_id = $1 AND p.id = $2`,
      [orgId, id],
    );
    return row;
  }

  /** Numbers of visible systems by policy; policies without any are missing. */
  async countSystems(orgId: string, reach: SystemReach, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { params, bind } = parameters(orgId, ids);
    const rows = await this.db.query<{ policy_id: string; count: number }>(
      orgId,
      `SELECT ps.policy_id, count(*)::integer AS count
         FROM policy_system ps
         JOIN system s ON s.id = ps.system_id
        WHERE ps.policy_id = ANY ($2::uuid[]) AND ${isVisible('$1', reach, bind)}
        GROUP BY ps.policy_id`,
      params,
    );
    return new Map(rows.map(({ policy_id, count }) => [policy_id, count]));
  }

  /** @param profileId canonical id; undefined if the given one is not a UUID */
  async findFacts(orgId: string, profileId: string | undefined, title: string | undefined): Promise<PolicyFacts> {
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

  /**
   * Creates the account on first use. Undefined if the title was taken or the profile deleted meanwhile. Locks the
   * guide before its profile, like the deletion of a guide.
   */
  insert(orgId: string, policy: PolicyBody, profileId: string | undefined): Promise<PolicyRecord | undefined> {
    return this.db.first<PolicyRecord>(
      orgId,
      `WITH owner AS (
              INSERT INTO account (org_id) VALUES ($1) ON CONFLICT (org_id) DO NOTHING),
            pr AS (
              SELECT own.id, own.security_guide_id, g.os_major_version, own.title, own.ref_id, own.description
                FROM profile own
                JOIN security_guide g ON g.id = own.security_guide_id
               WHERE own.id = $2::uuid
                 FOR KEY SHARE OF g, own),
            p AS (
              INSERT INTO policy (org_id, profile_id, security_guide_id, os_major_version, title, description,
                                  business_objective, compliance_threshold)
              SELECT $1, pr.id, pr.security_guide_id, pr.os_major_version, $3,
                     coalesce($4::text, pr.description, ''), $5, coalesce($6::double precision, 100)
                FROM pr
              ON CONFLICT (org_id, text_sha256(title)) DO NOTHING
              RETURNING ${WRITTEN})
       SELECT ${POLICY_COLUMNS} FROM p JOIN pr ON pr.id = p.profile_id`,
      [orgId, profileId, policy.title, policy.description, policy.business_objective, policy.compliance_threshold],
    );
  }

  /** Undefined keys are unchanged. */
  update(orgId: string, id: string, change: PolicyUpdateBody): Promise<PolicyRecord | undefined> {
    return this.db.first<PolicyRecord>(
      orgId,
      `WITH p AS (
              UPDATE policy
                 SET description = coalesce($3, description),
                     business_objective = coalesce($4, business_objective),
                     compliance_threshold = coalesce($5::double precision, compliance_threshold),
                     updated_at = now()
               WHERE org_id = $1 AND id = $2
              RETURNING ${WRITTEN})
       SELECT ${POLICY_COLUMNS} FROM p JOIN profile pr ON pr.id = p.profile_id`,
      [orgId, id, change.description, change.business_objective, change.compliance_threshold],
    );
  }

  /** Undefined if the policy does not exist. */
  findMaxAge(orgId: string, id: string): Promise<MaxAge | undefined> {
    const sql = 'SELECT p.id, p.title, p.max_result_age_days FROM policy p WHERE p.id = $1';
    return this.db.first<MaxAge>(orgId, sql, [id]);
  }

  setMaxAge(orgId: string, id: string, days: number | null): Promise<MaxAge | undefined> {
    return this.db.first<MaxAge>(
      orgId,
      `UPDATE policy SET max_result_age_days = $3, updated_at = now()
        WHERE org_id = $1 AND id = $2
       RETURNING id, title, max_result_age_days`,
      [orgId, id, days],
    );
  }

  /** Also deletes assignments, tailorings and results (rule compliance-24). Returns the previous record. */
  remove(orgId: string, id: string): Promise<PolicyRecord | undefined> {
    return this.db.first<PolicyRecord>(
      orgId,
      `WITH p AS (DELETE FROM policy WHERE org_id = $1 AND id = $2 RETURNING ${WRITTEN})
       SELECT ${POLICY_COLUMNS} FROM p JOIN profile pr ON pr.id = p.profile_id`,
      [orgId, id],
    );
  }
}
