import { Injectable } from '@nestjs/common';
import { OrgDatabase } from '@wardstone/database';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { IS_FAILED } from '../test-results/failed-rule.sql';
import { PASSED_RULES, VERDICT } from '../test-results/verdict.sql';
import type { EvidenceHead, EvidenceResult, EvidenceRule, EvidenceTailoring } from './domain/evidence';

export type PolicyRow = EvidenceHead['policy'];

export interface TailoringRow extends Omit<EvidenceTailoring, 'sha256'> {
  readonly updated_at: Date;
}

export interface SystemRow extends Pick<
  EvidenceResult,
  'tailoring_id' | 'start_time' | 'end_time' | 'verdict' | 'score'
> {
  readonly id: string;
  readonly display_name: string;
  readonly os_version: string;
  /** Null when it had not reported; then the others of the result are, too. */
  readonly result_id: string | null;
  readonly failed_rule_count: number;
  readonly passed_rule_count: number;
  readonly sha256: string | null;
}

export interface RuleRow extends EvidenceRule {
  readonly test_result_id: string;
}

/** Of which systems, until when. */
export interface EvidenceScope {
  readonly reach: SystemReach;
  readonly reportId: string;
  readonly systemId: string | undefined;
  readonly at: Date;
}

@Injectable()
export class EvidenceQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPolicy(orgId: string, id: string): Promise<PolicyRow | undefined> {
    return this.db.first<PolicyRow>(
      orgId,
      `SELECT p.id, p.title, p.description, p.business_objective, p.compliance_threshold,
              pr.ref_id AS profile_ref_id, pr.title AS profile_title
         FROM policy p
         JOIN profile pr ON pr.id = p.profile_id
        WHERE p.org_id = $1 AND p.id = $2`,
      [orgId, id],
    );
  }

  findTailorings(orgId: string, policyId: string): Promise<TailoringRow[]> {
    return this.db.query<TailoringRow>(
      orgId,
      `SELECT tl.id, tl.os_minor_version, tl.updated_at, g.ref_id AS guide_ref_id, g.title AS guide_title,
              g.version AS guide_version, d.sha256 AS guide_sha256
         FROM tailoring tl
         JOIN profile pr ON pr.id = tl.profile_id
         JOIN security_guide g ON g.id = pr.security_guide_id
         LEFT JOIN guide_document d ON d.security_guide_id = g.id
        WHERE tl.policy_id = $1
        ORDER BY tl.os_minor_version`,
      [policyId],
    );
  }

  /** The next systems by id, each with its newest result of the time. */
  findSystems(
    orgId: string,
    { reach, reportId, systemId, at }: EvidenceScope,
    { after, limit }: { after: string | undefined; limit: number },
  ): Promise<SystemRow[]> {
    const params: unknown[] = [orgId, reportId, at, limit];
    const bind = (value: unknown): string => `$${params.push(value)}`;
    const where = ['ps.policy_id = $2', isVisible('$1', reach, bind)];
    if (systemId !== undefined) where.push(`ps.system_id = ${bind(systemId)}::uuid`);
    if (after !== undefined) where.push(`ps.system_id > ${bind(after)}::uuid`);
    return this.db.query<SystemRow>(
      orgId,
      `SELECT s.id, s.display_name, s.os_major_version || '.' || s.os_minor_version AS os_version, r.*
         FROM policy_system ps
         JOIN system s ON s.id = ps.system_id
         JOIN policy p ON p.id = ps.policy_id
         LEFT JOIN LATERAL (
           SELECT t.id AS result_id, t.tailoring_id, t.start_time, t.end_time, ${VERDICT} AS verdict, t.score,
                  t.failed_rule_count, ${PASSED_RULES} AS passed_rule_count, t.sha256
             FROM test_result t
            WHERE t.report_id = ps.policy_id AND t.system_id = ps.system_id AND t.end_time <= $3
            ORDER BY t.end_time DESC
            LIMIT 1) r ON TRUE
        WHERE ${where.join(' AND ')}
        ORDER BY ps.system_id
        LIMIT $4`,
      params,
    );
  }

  findRules(orgId: string, resultIds: readonly string[]): Promise<RuleRow[]> {
    return this.db.query<RuleRow>(
      orgId,
      `SELECT rr.test_result_id, rr.result, ${IS_FAILED} AS failed, r.ref_id, r.title, r.severity
         FROM rule_result rr
         JOIN rule r ON r.id = rr.rule_id
        WHERE rr.test_result_id = ANY ($1::uuid[])
        ORDER BY rr.test_result_id, ${IS_FAILED} DESC, r.severity_rank DESC, r.ref_id`,
      [resultIds],
    );
  }
}
