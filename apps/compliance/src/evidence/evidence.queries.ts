import { Injectable } from '@nestjs/common';
import { toColumns, OrgDatabase, parameters } from '@wardstone/database';
import type {
  EvidenceFigures,
  EvidenceHead,
  EvidencePlan,
  EvidenceResult,
  EvidenceRule,
  EvidenceTailoring,
  EvidenceWaiver,
  FixKey,
  FixText,
  FoundFix,
} from '@wardstone/evidence';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { IS_FAILED } from '../verdicts/failed-rule.sql';
import { freshness } from '../verdicts/freshness.sql';
import { VERDICT } from '../verdicts/verdict.sql';
import { COVERS, loweringInForce, waiverInForce, withExceptions } from '../verdicts/waived.sql';
import { FIX_VALUES } from '../tailorings/fix-values.sql';

export type PolicyRow = EvidenceHead['policy'];

export interface TailoringRow extends Omit<EvidenceTailoring, 'sha256'> {
  readonly updated_at: Date;
}

type Exceptions = Pick<EvidenceResult, 'score_with_exceptions' | 'verdict_with_exceptions' | 'waived_rule_count'>;

/** A plan for a failed rule of a result. */
export interface PlanRow extends EvidencePlan {
  readonly test_result_id: string;
  readonly ref_id: string;
}

export interface SystemRow extends Omit<EvidenceResult, 'id' | 'rules' | keyof Exceptions> {
  readonly id: string;
  readonly display_name: string;
  readonly os_version: string;
  /** Null, like the other fields of the result, if the system had not reported. */
  readonly result_id: string | null;
  readonly exceptions: Exceptions;
}

export interface RuleRow extends Omit<EvidenceRule, 'waiver' | 'review' | 'controls' | 'plan' | 'lowering'> {
  readonly test_result_id: string;
  readonly waiver_id: string | null;
  /** Id of the waiver that lowers the severity. */
  readonly lowering_id: string | null;
}

/** A name that several systems of a report share. */
export interface SharedName {
  readonly name: string;
  /** Systems that the caller sees. */
  readonly system_ids: readonly string[];
}

/** Systems and end time of an evidence file. */
export interface EvidenceScope {
  readonly reach: SystemReach;
  readonly reportId: string;
  /** Systems in the file; undefined for all. */
  readonly systemIds: readonly string[] | undefined;
  readonly at: Date;
}

/**
 * Assignments `ps` with their newest results until a time; `$1` is the organisation, `$2` the report, `$3` the time.
 */
const joinResults = (assignments: string): string => `${assignments} ps
  JOIN system s ON s.id = ps.system_id
  JOIN policy p ON p.id = ps.policy_id
  LEFT JOIN LATERAL (
    SELECT t.id AS result_id, t.tailoring_id, t.start_time, t.end_time, ${VERDICT} AS verdict, t.score,
           t.failed_rule_count, t.passed_rule_count, t.sha256, ${freshness('$3')} AS freshness,
           ${withExceptions('$1', '$3')} AS exceptions
      FROM test_result t
     WHERE t.report_id = ps.policy_id AND t.system_id = ps.system_id AND t.end_time <= $3
     ORDER BY t.end_time DESC
     LIMIT 1) r ON TRUE`;

function inScope({ reach, reportId, systemIds, at }: EvidenceScope, orgId: string) {
  const { params, bind } = parameters(orgId, reportId, at);
  const where = ['ps.policy_id = $2', isVisible('$1', reach, bind)];
  if (systemIds !== undefined) where.push(`ps.system_id = ANY (${bind(systemIds)}::uuid[])`);
  return { params, bind, where };
}

@Injectable()
export class EvidenceQueries {
  constructor(private readonly db: OrgDatabase) {}

  findPolicy(orgId: string, id: string): Promise<PolicyRow | undefined> {
    return this.db.first<PolicyRow>(
      orgId,
      `SELECT p.id, p.title, p.description, p.business_objective, p.compliance_threshold,
              p.max_result_age_days,
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

  /** One of the systems that the caller does not see. */
  async findHidden(orgId: string, reach: SystemReach, systemIds: readonly string[]): Promise<string | undefined> {
    const { params, bind } = parameters(orgId, systemIds);
    const hidden = await this.db.first<{ id: string }>(
      orgId,
      `SELECT named.id
         FROM unnest($2::uuid[]) WITH ORDINALITY named (id, place)
        WHERE NOT EXISTS (
          SELECT 1 FROM system s WHERE s.id = named.id AND ${isVisible('$1', reach, bind)})
        ORDER BY named.place
        LIMIT 1`,
      params,
    );
    return hidden?.id;
  }

  /** Name of an inventory group by the systems of the reach; undefined if none is in it. */
  async findGroupName(orgId: string, reach: SystemReach, groupId: string): Promise<string | undefined> {
    const { params, bind } = parameters(orgId, groupId);
    const found = await this.db.first<{ name: string }>(
      orgId,
      `SELECT g->>'name' AS name
         FROM system s CROSS JOIN jsonb_array_elements(s.groups) g
        WHERE g->>'id' = $2 AND ${isVisible('$1', reach, bind)}
        LIMIT 1`,
      params,
    );
    return found?.name;
  }

  async countSystems(orgId: string, scope: EvidenceScope): Promise<EvidenceFigures> {
    const { params, where } = inScope(scope, orgId);
    const figures = await this.db.first<EvidenceFigures>(
      orgId,
      `SELECT count(*)::integer AS assigned,
              count(r.result_id)::integer AS reported,
              count(*) FILTER (WHERE r.verdict = 'compliant')::integer AS compliant,
              count(*) FILTER (WHERE r.verdict = 'compliant' AND r.freshness = 'stale')::integer AS stale_compliant,
              count(*) FILTER (WHERE r.exceptions ->> 'verdict_with_exceptions' = 'compliant')::integer
                AS compliant_with_exceptions,
              count(*) FILTER (WHERE r.exceptions ->> 'verdict_with_exceptions' = 'compliant' AND r.freshness = 'stale')::integer
                AS stale_compliant_with_exceptions,
              count(*) FILTER (WHERE r.verdict = 'not_applicable')::integer AS not_applicable,
              count(*) FILTER (WHERE r.verdict = 'unsupported')::integer AS unsupported,
              count(*) FILTER (WHERE r.freshness = 'stale')::integer AS stale
         FROM ${joinResults('policy_system')}
        WHERE ${where.join(' AND ')}`,
      params,
    );
    return figures!;
  }

  /**
   * The next systems by name, with their newest result at the time. Sorted by name so that systems are easy to find and
   * files of two times can be compared; the order of scores at a past time has no index. The page is cut before its
   * results are read.
   */
  findSystems(
    orgId: string,
    scope: EvidenceScope,
    { after, limit }: { after: Pick<SystemRow, 'id' | 'display_name'> | undefined; limit: number },
  ): Promise<SystemRow[]> {
    const { params, bind, where } = inScope(scope, orgId);
    if (after) where.push(`(s.display_name, s.id) > (${bind(after.display_name)}, ${bind(after.id)}::uuid)`);
    const page = `(
      SELECT ps.policy_id, ps.system_id
        FROM policy_system ps
        JOIN system s ON s.id = ps.system_id
       WHERE ${where.join(' AND ')}
       ORDER BY s.display_name, s.id
       LIMIT ${bind(limit)})`;
    return this.db.queryPrepared<SystemRow>(
      orgId,
      `SELECT s.id, s.display_name, s.os_major_version || '.' || s.os_minor_version AS os_version, r.*
         FROM ${joinResults(page)}
        ORDER BY s.display_name, s.id`,
      params,
    );
  }

  findRules(
    orgId: string,
    resultIds: readonly string[],
    { at, onlyFailed }: { at: Date; onlyFailed: boolean },
  ): Promise<RuleRow[]> {
    return this.db.queryPrepared<RuleRow>(
      orgId,
      `SELECT rr.test_result_id, r.id, rr.result, ${IS_FAILED} AS failed, r.ref_id, r.title, r.severity,
              ${waiverInForce('$1', '$3')} AS waiver_id, ${loweringInForce('$1', '$3')} AS lowering_id
         FROM ${onlyFailed ? 'rule_result' : 'every_rule_result'} rr
         JOIN rule r ON r.id = rr.rule_id
         JOIN test_result t ON t.id = rr.test_result_id
         JOIN system s ON s.id = t.system_id
        WHERE rr.test_result_id = ANY ($2::uuid[])${onlyFailed ? ` AND ${IS_FAILED}` : ''}
        ORDER BY rr.test_result_id, ${IS_FAILED} DESC, r.severity_rank DESC, r.title, r.ref_id`,
      [orgId, resultIds, at],
    );
  }

  /** The plan for each failed rule of a result that is due first. */
  findPlans(orgId: string, resultIds: readonly string[], at: Date): Promise<PlanRow[]> {
    return this.db.queryPrepared<PlanRow>(
      orgId,
      `SELECT DISTINCT ON (t.id, r.ref_id) t.id AS test_result_id, r.ref_id, w.id, w.owner, w.expires_at AS due, w.reason
         FROM waiver w
         JOIN rule r ON r.ref_id = w.rule_ref_id
         JOIN rule_result rr ON rr.rule_id = r.id AND rr.test_result_id = ANY ($2::uuid[])
         JOIN test_result t ON t.id = rr.test_result_id
         JOIN system s ON s.id = t.system_id
        WHERE w.org_id = $1 AND w.result = 'planned' AND w.requested_at <= $3::timestamptz
          AND (w.withdrawn_at IS NULL OR w.withdrawn_at > $3::timestamptz) AND ${IS_FAILED} AND ${COVERS}
        ORDER BY t.id, r.ref_id, w.expires_at, w.id`,
      [orgId, resultIds, at],
    );
  }

  /** Controls of those rules that have any. */
  findControls(orgId: string, ruleIds: readonly string[]): Promise<{ rule_id: string; controls: readonly string[] }[]> {
    return this.db.query(
      orgId,
      `SELECT rc.rule_id, array_agg(f.ref_id || ':' || c.name ORDER BY f.ref_id, c.sort_key, c.name) AS controls
         FROM rule_control rc
         JOIN control c ON c.number = ANY (rc.control_numbers)
         JOIN framework f ON f.id = c.framework_id
        WHERE rc.rule_id = ANY ($1::uuid[])
        GROUP BY rc.rule_id`,
      [ruleIds],
    );
  }

  /**
   * Names that several systems with results in the report share, ignoring case as hosts do. Other systems are ignored,
   * because agents choose names freely and fixes must not depend on that.
   */
  findSharedNames(
    orgId: string,
    { reach, reportId, at }: EvidenceScope,
    names: readonly string[],
  ): Promise<SharedName[]> {
    const { params, bind } = parameters(orgId, reportId, at);
    return this.db.query<SharedName>(
      orgId,
      `SELECT given.name,
              coalesce(array_agg(s.id::text ORDER BY s.id) FILTER (WHERE ${isVisible('$1', reach, bind)}), '{}') AS system_ids
         FROM ${joinResults('policy_system')}
         JOIN unnest(${bind(names)}::text[]) given (name) ON lower(s.display_name) = lower(given.name)
        WHERE ps.policy_id = $2 AND s.org_id = $1 AND s.deleted_at IS NULL AND r.result_id IS NOT NULL
        GROUP BY given.name
       HAVING count(*) > 1`,
      params,
    );
  }

  /** Fixes of the guide for rules, by tailoring. */
  findFixes(orgId: string, wanted: readonly FixKey[], system: string): Promise<FoundFix[]> {
    return this.db.query<FoundFix>(
      orgId,
      `SELECT wanted.tailoring_id, wanted.rule_id, r.precedence, f.strategy, f.disruption, f.complexity, f.reboot
         FROM unnest($1::uuid[], $2::uuid[]) wanted (tailoring_id, rule_id)
         JOIN rule r ON r.id = wanted.rule_id
         JOIN fix f ON f.rule_id = r.id AND f.system = $3
        ORDER BY r.precedence, r.id`,
      [...toColumns(wanted, 'tailoring_id', 'rule_id'), system],
    );
  }

  findFixTexts(orgId: string, wanted: readonly FixKey[], system: string): Promise<FixText[]> {
    return this.db.query<FixText>(
      orgId,
      `SELECT wanted.tailoring_id, wanted.rule_id, f.text, ${FIX_VALUES} AS values
         FROM unnest($1::uuid[], $2::uuid[]) wanted (tailoring_id, rule_id)
         JOIN tailoring t ON t.id = wanted.tailoring_id
         JOIN profile own ON own.id = t.profile_id
         JOIN rule r ON r.id = wanted.rule_id
         JOIN fix f ON f.rule_id = r.id AND f.system = $3`,
      [...toColumns(wanted, 'tailoring_id', 'rule_id'), system],
    );
  }

  findWaivers(orgId: string, ids: readonly string[]): Promise<EvidenceWaiver[]> {
    return this.db.query<EvidenceWaiver>(
      orgId,
      `SELECT w.id, w.reason, w.requested_by_name AS requested_by, w.decided_by_name AS approved_by,
              w.decided_at AS approved_at, w.expires_at, w.result, w.severity
         FROM waiver w
        WHERE w.org_id = $1 AND w.id = ANY ($2::uuid[])`,
      [orgId, ids],
    );
  }
}
