import { Injectable } from '@nestjs/common';
import { toColumns, OrgDatabase, type Transaction } from '@wardstone/database';
import { ruleKey } from '../guides/rule-key.sql';
import { IS_FAILED } from '../verdicts/failed-rule.sql';
import type { KnownRule } from './domain/moved-tailoring';

/** A policy with its new profile. */
export interface PolicyToMove {
  readonly id: string;
  readonly title: string;
  readonly former_version: string;
  readonly former_guide_id: string;
  readonly is_same_guide: boolean;
  /** Profile with the same identifier in the guide; null if there is none. */
  readonly new_profile_id: string | null;
}

export interface StoredTailoring {
  readonly id: string;
  readonly profile_id: string;
  readonly os_minor_version: number;
  readonly value_overrides: Readonly<Record<string, string>>;
  readonly is_supported: boolean;
}

export interface ResultCounts {
  readonly reported_system_count: number;
  readonly failed_result_count: number;
  readonly still_failed_result_count: number;
  readonly still_passed_result_count: number;
}

const RULE = `r.id, r.ref_id, ${ruleKey('r.ref_id')} AS key`;

@Injectable()
export class PolicyMovesQueries {
  constructor(private readonly db: OrgDatabase) {}

  transaction<T>(orgId: string, work: (moves: PolicyMover) => Promise<T>): Promise<T> {
    return this.db.transaction(orgId, (transaction) => work(new PolicyMover(transaction, orgId)));
  }
}

/** Moves policies in one transaction. */
export class PolicyMover {
  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
  ) {}

  /** Locked until the transaction ends; undefined if the policy does not exist. */
  lock(policyId: string, guideId: string): Promise<PolicyToMove | undefined> {
    return this.db.first<PolicyToMove>(
      `SELECT p.id, p.title, g.version AS former_version, g.id AS former_guide_id,
              g.ref_id = target.ref_id AND g.os_major_version = target.os_major_version AS is_same_guide,
              (SELECT n.id FROM profile n WHERE n.security_guide_id = $3 AND n.ref_id = pr.ref_id) AS new_profile_id
         FROM policy p
         JOIN profile pr ON pr.id = p.profile_id
         JOIN security_guide g ON g.id = p.security_guide_id
         JOIN security_guide target ON target.id = $3
        WHERE p.org_id = $1 AND p.id = $2
          FOR UPDATE OF p`,
      [this.orgId, policyId, guideId],
    );
  }

  findTailorings(policyId: string, profileId: string): Promise<StoredTailoring[]> {
    return this.db.query<StoredTailoring>(
      `SELECT t.id, t.profile_id, t.os_minor_version, t.value_overrides,
              EXISTS (SELECT 1 FROM profile_os_minor_version m
                       WHERE m.profile_id = $3 AND m.os_minor_version = t.os_minor_version) AS is_supported
         FROM tailoring t
        WHERE t.org_id = $1 AND t.policy_id = $2
        ORDER BY t.os_minor_version
          FOR UPDATE OF t`,
      [this.orgId, policyId, profileId],
    );
  }

  findRules(of: { tailoringId: string } | { profileId: string } | { guideId: string }): Promise<KnownRule[]> {
    if ('tailoringId' in of) {
      return this.db.query<KnownRule>(
        `SELECT ${RULE} FROM tailoring_rule tr JOIN rule r ON r.id = tr.rule_id
          WHERE tr.org_id = $1 AND tr.tailoring_id = $2 ORDER BY r.precedence, r.id`,
        [this.orgId, of.tailoringId],
      );
    }
    if ('profileId' in of) {
      return this.db.query<KnownRule>(
        `SELECT ${RULE} FROM profile_rule pr JOIN rule r ON r.id = pr.rule_id WHERE pr.profile_id = $1
          ORDER BY r.precedence, r.id`,
        [of.profileId],
      );
    }
    return this.db.query<KnownRule>(`SELECT ${RULE} FROM rule r WHERE r.security_guide_id = $1`, [of.guideId]);
  }

  async findProfileValues(profileId: string): Promise<Readonly<Record<string, string>>> {
    const row = await this.db.first<{ values: Readonly<Record<string, string>> }>(
      'SELECT pr.value_overrides AS values FROM profile pr WHERE pr.id = $1',
      [profileId],
    );
    return row?.values ?? {};
  }

  /** Identifiers of value definitions by id. */
  async findValueNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.query<{ id: string; ref_id: string }>(
      'SELECT v.id, v.ref_id FROM value_definition v WHERE v.id = ANY ($1::uuid[])',
      [ids],
    );
    return new Map(rows.map(({ id, ref_id }) => [id, ref_id]));
  }

  /** Ids of value definitions by identifier. */
  async findGuideValues(guideId: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.query<{ id: string; ref_id: string }>(
      'SELECT v.id, v.ref_id FROM value_definition v WHERE v.security_guide_id = $1',
      [guideId],
    );
    return new Map(rows.map(({ id, ref_id }) => [ref_id, id]));
  }

  async movePolicy(policyId: string, profileId: string, guideId: string): Promise<void> {
    // Triggers count policies by profile; account and counters are locked in the same order.
    await this.db.query('SELECT 1 FROM account a WHERE a.org_id = $1 FOR UPDATE', [this.orgId]);
    await this.db.query(
      `UPDATE policy_tally t SET policy_count = t.policy_count - 1
         FROM policy p
        WHERE p.org_id = $1 AND p.id = $2 AND t.org_id = $1 AND t.profile_id = p.profile_id`,
      [this.orgId, policyId],
    );
    await this.db.query('DELETE FROM policy_tally t WHERE t.org_id = $1 AND t.policy_count = 0', [this.orgId]);
    await this.db.query(
      `INSERT INTO policy_tally AS t (org_id, profile_id, policy_count) VALUES ($1, $2, 1)
       ON CONFLICT (org_id, profile_id) DO UPDATE SET policy_count = t.policy_count + 1`,
      [this.orgId, profileId],
    );
    await this.db.query(
      'UPDATE policy SET profile_id = $3, security_guide_id = $4, updated_at = now() WHERE org_id = $1 AND id = $2',
      [this.orgId, policyId, profileId, guideId],
    );
  }

  async moveTailoring(
    tailoringId: string,
    profileId: string,
    { ruleIds, values }: { ruleIds: readonly string[]; values: Readonly<Record<string, string>> },
  ): Promise<void> {
    await this.db.query('DELETE FROM tailoring_rule tr WHERE tr.org_id = $1 AND tr.tailoring_id = $2', [
      this.orgId,
      tailoringId,
    ]);
    await this.db.query(
      'INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id) SELECT $1, $2, unnest($3::uuid[])',
      [this.orgId, tailoringId, ruleIds],
    );
    await this.db.query(
      `UPDATE tailoring SET profile_id = $3, value_overrides = $4::jsonb, updated_at = now() WHERE org_id = $1 AND id = $2`,
      [this.orgId, tailoringId, profileId, JSON.stringify(values)],
    );
  }

  /** Rules of waivers for only this policy that are in force, waiting or planned. */
  async findWaivedRules(policyId: string, at: Date): Promise<{ ref_id: string; key: string }[]> {
    return this.db.query(
      `SELECT DISTINCT w.rule_ref_id AS ref_id, ${ruleKey('w.rule_ref_id')} AS key
         FROM waiver w
        WHERE w.org_id = $1 AND w.policy_id = $2 AND w.withdrawn_at IS NULL AND w.decision IS DISTINCT FROM 'rejected'
          AND (w.expires_at > $3 OR w.result = 'planned')
        ORDER BY 1`,
      [this.orgId, policyId, at],
    );
  }

  /**
   * Copies these waivers to rules with another id in the new guide, since rows of waivers never change. A decision
   * applies to the check it was made about: if that differs, the waiver is requested again.
   */
  async renameWaivers(
    policyId: string,
    renamed: readonly { from: string; to: string }[],
    { former, next, at }: { former: string; next: string; at: Date },
  ): Promise<void> {
    await this.db.query(
      `INSERT INTO waiver (org_id, rule_ref_id, policy_id, group_id, system_ids, reason, expires_at, requested_at,
                           requested_by, requested_by_name, decision, decided_at, decided_by, decided_by_name, result, owner,
                           severity)
       SELECT w.org_id, given.new_ref_id, w.policy_id, w.group_id, w.system_ids, w.reason, w.expires_at, w.requested_at,
              w.requested_by, w.requested_by_name, decided.decision, decided.decided_at, decided.decided_by,
              decided.decided_by_name, w.result, w.owner, w.severity
         FROM unnest($3::text[], $4::text[]) given (ref_id, new_ref_id)
         JOIN waiver w ON w.rule_ref_id = given.ref_id
         LEFT JOIN LATERAL (
              SELECT w.decision, w.decided_at, w.decided_by, w.decided_by_name
                FROM rule o
                JOIN rule n ON n.check_sha256 = o.check_sha256
               WHERE o.security_guide_id = $6 AND o.ref_id = given.ref_id
                 AND n.security_guide_id = $7 AND n.ref_id = given.new_ref_id
               LIMIT 1) decided ON true
        WHERE w.org_id = $1 AND w.policy_id = $2 AND w.withdrawn_at IS NULL AND w.decision IS DISTINCT FROM 'rejected'
          AND (w.expires_at > $5 OR w.result = 'planned')
          AND NOT EXISTS (SELECT 1 FROM waiver c WHERE c.org_id = $1 AND c.policy_id = $2
                             AND c.rule_ref_id = given.new_ref_id AND c.requested_at = w.requested_at)`,
      [this.orgId, policyId, ...toColumns(renamed, 'from', 'to'), at, former, next],
    );
  }

  /** Counts the newest results, and their rules whose check is unchanged among the given rules. */
  async countResults(policyId: string, ruleIds: readonly string[]): Promise<ResultCounts> {
    const counts = await this.db.first<ResultCounts>(
      `WITH kept AS MATERIALIZED (
              SELECT ${ruleKey('r.ref_id')} AS key, r.check_sha256 FROM rule r
               WHERE r.id = ANY ($3::uuid[]) AND r.check_sha256 IS NOT NULL),
            found AS MATERIALIZED (
              SELECT given.number, ${IS_FAILED} AS failed, count(*) AS count
                FROM test_result t
                JOIN rule_outcome rr ON rr.test_result_id = t.id
               CROSS JOIN unnest(rr.rule_numbers) given (number)
               WHERE t.org_id = $1 AND t.report_id = $2 AND t.is_newest AND (rr.result = 'pass' OR ${IS_FAILED})
               GROUP BY 1, 2),
            judged AS (
              SELECT found.failed, found.count,
                     EXISTS (SELECT 1 FROM kept WHERE kept.key = ${ruleKey('o.ref_id')}
                                AND kept.check_sha256 = o.check_sha256) AS is_same
                FROM found
                JOIN rule_number n ON n.number = found.number
                JOIN rule o ON o.id = n.rule_id)
       SELECT (SELECT count(*)::integer FROM test_result t
                WHERE t.org_id = $1 AND t.report_id = $2 AND t.is_newest) AS reported_system_count,
              coalesce(sum(count) FILTER (WHERE failed), 0)::integer AS failed_result_count,
              coalesce(sum(count) FILTER (WHERE failed AND is_same), 0)::integer AS still_failed_result_count,
              coalesce(sum(count) FILTER (WHERE NOT failed AND is_same), 0)::integer AS still_passed_result_count
         FROM judged`,
      [this.orgId, policyId, ruleIds],
    );
    return counts!;
  }
}
