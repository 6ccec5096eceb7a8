import { Injectable } from '@nestjs/common';
import { OrgDatabase, parameters } from '@wardstone/database';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { loweringInForce, waiverInForce } from '../verdicts/waived.sql';
import type { ChecklistHead, ChecklistRule } from './domain/guide-checklist';

export interface ChecklistPlace extends ChecklistHead {
  readonly tailoring_id: string | null;
  readonly profile_id: string;
  /** Id of the newest result; null if there is none. */
  readonly result_id: string | null;
}

const names = (framework: string): string => `ARRAY (
  SELECT c.name FROM rule_control rc JOIN control c ON c.number = ANY (rc.control_numbers) JOIN framework f ON f.id = c.framework_id
   WHERE rc.rule_id = r.id AND f.ref_id = '${framework}' ORDER BY c.sort_key, c.name)`;

@Injectable()
export class ChecklistsQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** Undefined if the caller sees no such system of the policy. */
  findPlace(
    orgId: string,
    reach: SystemReach,
    { policyId, systemId }: { policyId: string; systemId: string },
  ): Promise<ChecklistPlace | undefined> {
    const { params, bind } = parameters(orgId, policyId, systemId);
    return this.db.first<ChecklistPlace>(
      orgId,
      `SELECT p.id AS policy_id, p.title AS policy_title, s.id AS system_id, s.display_name, g.ref_id AS guide_ref_id,
              g.title AS guide_title, g.version AS guide_version, tl.id AS tailoring_id, own.id AS profile_id,
              t.id AS result_id
         FROM policy_system ps
         JOIN policy p ON p.id = ps.policy_id
         JOIN system s ON s.id = ps.system_id
         LEFT JOIN tailoring tl ON tl.policy_id = p.id AND tl.os_minor_version = s.os_minor_version
         JOIN profile own ON own.id = coalesce(tl.profile_id, p.profile_id)
         JOIN security_guide g ON g.id = own.security_guide_id
         LEFT JOIN test_result t ON t.report_id = p.id AND t.system_id = s.id AND t.is_newest
        WHERE p.org_id = $1 AND p.id = $2 AND s.id = $3 AND ${isVisible('$1', reach, bind)}`,
      params,
    );
  }

  /** Rules of the tailoring, or of the profile without a tailoring, in the order of the guide. */
  findRules(orgId: string, place: ChecklistPlace, at: Date): Promise<ChecklistRule[]> {
    const { policy_id, system_id, tailoring_id, profile_id, result_id } = place;
    return this.db.query<ChecklistRule>(
      orgId,
      `WITH scan AS MATERIALIZED (
              SELECT r.ref_id, rr.result FROM every_rule_result rr JOIN rule r ON r.id = rr.rule_id
               WHERE rr.test_result_id = $7::uuid),
            chosen AS MATERIALIZED (
              SELECT tr.rule_id FROM tailoring_rule tr WHERE tr.org_id = $1 AND tr.tailoring_id = $5::uuid
               UNION ALL
              SELECT pr.rule_id FROM profile_rule pr WHERE $5::uuid IS NULL AND pr.profile_id = $6)
       SELECT r.ref_id, r.title, r.description, r.severity, r.check_text, r.fix_text, g.ref_id AS group_ref_id,
              g.title AS group_title, rr.result, w.result AS waiver_result, w.reason AS waiver_reason,
              lowering.severity AS lowered_severity, lowering.reason AS lowering_reason,
              ${names('disa-cci')} AS ccis, ${names('disa-stig')} AS stig_ids, ${names('disa-stig-rule')} AS stig_rules
         FROM chosen
         JOIN rule r ON r.id = chosen.rule_id
         JOIN system s ON s.id = $4
        CROSS JOIN (SELECT $3::uuid AS report_id, $4::uuid AS system_id) t
         LEFT JOIN rule_group g ON g.id = r.rule_group_id
         LEFT JOIN scan rr ON rr.ref_id = r.ref_id
         LEFT JOIN waiver w ON w.org_id = $1 AND w.id = ${waiverInForce('$1', '$2')}
         LEFT JOIN waiver lowering ON lowering.org_id = $1 AND lowering.id = ${loweringInForce('$1', '$2')}
        ORDER BY r.precedence, r.ref_id`,
      [orgId, at, policy_id, system_id, tailoring_id, profile_id, result_id],
    );
  }

  async findKept(orgId: string, { policy_id, system_id }: ChecklistPlace): Promise<Buffer | undefined> {
    const row = await this.db.first<{ kept: Buffer }>(
      orgId,
      'SELECT c.kept FROM checklist c WHERE c.org_id = $1 AND c.policy_id = $2 AND c.system_id = $3',
      [orgId, policy_id, system_id],
    );
    return row?.kept;
  }

  async keep(
    orgId: string,
    { policy_id, system_id }: ChecklistPlace,
    { kept, at, by }: { kept: Buffer; at: Date; by: string },
  ): Promise<void> {
    await this.db.query(
      orgId,
      `INSERT INTO checklist (org_id, policy_id, system_id, kept, imported_at, imported_by_name)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (policy_id, system_id) DO UPDATE SET kept = $4, imported_at = $5, imported_by_name = $6`,
      [orgId, policy_id, system_id, kept, at, by],
    );
  }
}
