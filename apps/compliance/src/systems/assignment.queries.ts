import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters, type Transaction } from '@wardstone/database';
import { variantProfile, variantProfiles } from '../guides/profile-family.sql';
import { RULES_OF_PROFILE } from '../tailorings/copied-rules.sql';
import type { AssignableSystem } from './domain/assignment-plan';
import type { SystemReach } from './domain/system-reach';
import { PolicySystemEntity } from './policy-system.entity';
import { SystemWriter } from './system-writer.queries';
import { isVisible } from './visible-system.sql';

/** Facts about the policy of an assignment. */
export interface AssignedPolicy {
  readonly id: string;
  readonly title: string;
  readonly profile_id: string;
  readonly os_major_version: number;
  /** Id of the profile. */
  readonly ref_id: string;
  readonly guide_ref_id: string;
}

/**
 * Assignments in one transaction. The order of locks, here and wherever systems or policies are removed: the policy
 * against deletion, the system, the policy's counter, the assignment.
 */
export class AssignmentWriter {
  readonly systems: SystemWriter;

  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
  ) {
    this.systems = new SystemWriter(db, orgId);
  }

  /** Locks the policy against deletion until the transaction ends. */
  lockPolicy(id: string): Promise<AssignedPolicy | undefined> {
    return this.db.first<AssignedPolicy>(
      `SELECT p.id, p.title, p.profile_id, p.os_major_version, pr.ref_id, g.ref_id AS guide_ref_id
         FROM policy p
         JOIN profile pr ON pr.id = p.profile_id
         JOIN security_guide g ON g.id = pr.security_guide_id
        WHERE p.org_id = $1 AND p.id = $2
          FOR KEY SHARE OF p`,
      [this.orgId, id],
    );
  }

  isAssigned(policyId: string, systemId: string): Promise<boolean> {
    return this.db.repository(PolicySystemEntity).existsBy({ policy_id: policyId, system_id: systemId });
  }

  /**
   * The profile that the policy's family offers for a minor (rules compliance-25, compliance-26), locked until the
   * transaction ends. Undefined if the minor is not supported.
   */
  async lockVariantProfile(profileId: string, osMinorVersion: number): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }>(
      `SELECT v.id FROM profile v WHERE v.id = (${variantProfile('$1::uuid', '$2::integer')}) FOR KEY SHARE`,
      [profileId, osMinorVersion],
    );
    return row?.id;
  }

  /** Whether the system is assigned to a policy whose profile has this ref_id. */
  hasPolicyOnProfile(systemId: string, profileRefId: string): Promise<boolean> {
    return this.db.hasRow(
      `SELECT 1
         FROM policy_system ps
         JOIN policy p ON p.id = ps.policy_id
         JOIN profile pr ON pr.id = p.profile_id
        WHERE ps.system_id = $1 AND pr.ref_id = $2
        LIMIT 1`,
      [systemId, profileRefId],
    );
  }

  /**
   * Creates a tailoring with the rules and values of the profile, which is locked, unless the minor already has one
   * (rule compliance-23).
   */
  async ensureTailoring(policyId: string, osMinorVersion: number, profileId: string): Promise<void> {
    await this.db.query(
      `WITH t AS (
              INSERT INTO tailoring (org_id, policy_id, profile_id, os_minor_version, value_overrides)
              SELECT $1, $2, pr.id, $3, pr.value_overrides FROM profile pr WHERE pr.id = $4
              ON CONFLICT (policy_id, os_minor_version) DO NOTHING
              RETURNING id, profile_id),
            copied AS (INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id) ${RULES_OF_PROFILE})
       SELECT 1 FROM t`,
      [this.orgId, policyId, osMinorVersion, profileId],
    );
  }

  /**
   * Profiles of the policy's family by supported minor (rules compliance-25, compliance-26), locked against deletion
   * until the transaction ends.
   */
  async lockVariantProfiles(profileId: string): Promise<ReadonlyMap<number, string>> {
    const rows = await this.db.query<{ minor: number; profile_id: string }>(
      `SELECT offered.minor, offered.profile_id
         FROM (${variantProfiles('$1::uuid')}) offered
         JOIN profile v ON v.id = offered.profile_id
        ORDER BY v.id
          FOR KEY SHARE OF v`,
      [profileId],
    );
    return new Map(rows.map(({ minor, profile_id }) => [minor, profile_id]));
  }

  /**
   * Visible systems among `ids`, and those already assigned to the policy. Locked against changes and assignments until
   * the transaction ends.
   */
  async lockAssignable(
    policy: AssignedPolicy,
    ids: readonly string[],
    reach: SystemReach,
  ): Promise<AssignableSystem[]> {
    const { params, bind } = parameters(this.orgId, policy.id, ids);
    const locked = await this.db.query<{ id: string }>(
      `SELECT s.id
         FROM system s
        WHERE ${isVisible('$1', reach, bind)}
          AND (s.id = ANY ($3::uuid[])
               OR s.id IN (SELECT ps.system_id FROM policy_system ps WHERE ps.policy_id = $2))
        ORDER BY s.id
          FOR UPDATE`,
      params,
    );
    // A separate statement, so that it sees assignments committed while waiting for the locks.
    return this.db.query<AssignableSystem>(
      `SELECT s.id, s.os_name, s.os_major_version, s.os_minor_version,
              EXISTS (SELECT 1 FROM policy_system ps WHERE ps.policy_id = $1 AND ps.system_id = s.id) AS is_assigned,
              EXISTS (SELECT 1
                        FROM policy_system ps
                        JOIN policy p ON p.id = ps.policy_id
                        JOIN profile pr ON pr.id = p.profile_id
                       WHERE ps.system_id = s.id AND ps.policy_id <> $1 AND pr.ref_id = $2) AS has_sibling
         FROM system s
        WHERE s.id = ANY ($3::uuid[])`,
      [policy.id, policy.ref_id, locked.map(({ id }) => id)],
    );
  }

  async insertAll(policyId: string, systemIds: readonly string[]): Promise<void> {
    await this.db.query(
      `INSERT INTO policy_system (org_id, policy_id, system_id)
       SELECT $1, $2, added.id FROM unnest($3::uuid[]) added (id)`,
      [this.orgId, policyId, systemIds],
    );
    await this.noteInResults(policyId, systemIds, true);
  }

  async removeAll(policyId: string, systemIds: readonly string[]): Promise<void> {
    await this.db.query(
      'DELETE FROM policy_system ps WHERE ps.org_id = $1 AND ps.policy_id = $2 AND ps.system_id = ANY ($3::uuid[])',
      [this.orgId, policyId, systemIds],
    );
    await this.noteInResults(policyId, systemIds, false);
  }

  /** Results of other systems can still be stored; those of these systems wait for the lock. */
  private async noteInResults(policyId: string, systemIds: readonly string[], isAssigned: boolean): Promise<void> {
    await this.db.query(
      `UPDATE test_result t SET is_assigned = $4
        WHERE t.org_id = $1 AND t.report_id = $2 AND t.system_id = ANY ($3::uuid[]) AND t.is_newest
          AND t.is_assigned <> $4`,
      [this.orgId, policyId, systemIds, isAssigned],
    );
  }

  /** Locks the policy's counter, which is about to change; before the assignments, as everywhere. */
  async lockCounter(policyId: string): Promise<void> {
    await this.db.query('SELECT 1 FROM policy p WHERE p.org_id = $1 AND p.id = $2 FOR NO KEY UPDATE', [
      this.orgId,
      policyId,
    ]);
  }

  /** False if there was nothing to remove. */
  async remove(policyId: string, systemId: string): Promise<boolean> {
    await this.lockCounter(policyId);
    const assignment = { org_id: this.orgId, policy_id: policyId, system_id: systemId };
    const { affected } = await this.db.repository(PolicySystemEntity).delete(assignment);
    await this.noteInResults(policyId, [systemId], false);
    return affected === 1;
  }
}

@Injectable()
export class AssignmentQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** Runs `work` in one transaction. */
  write<T>(orgId: string, work: (assignments: AssignmentWriter) => Promise<T>): Promise<T> {
    return this.db.transaction(orgId, (transaction) => work(new AssignmentWriter(transaction, orgId)));
  }
}
