import { toColumns, parameters, type Queryable, type Transaction } from '@wardstone/database';
import type { ScanState } from '@wardstone/dto/compliance';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import type { ScanTarget } from './domain/obstacle';
import { SCAN_COLUMNS, SCAN_TABLES, type ScanRow } from './scan-row.sql';

/** Number of stored scans per system and policy. */
const KEPT_SCANS = 20;

export interface NewScan {
  readonly policyId: string;
  readonly systemId: string;
  /** Why it ends at once; undefined if it waits for its agent. */
  readonly obstacle: string | undefined;
}

export interface TargetRow extends ScanTarget {
  readonly policy_id: string;
  readonly system_id: string;
  readonly profile_ref_id: string;
}

/** A change of a scan by an agent or a person. */
export interface ScanChange {
  readonly state: ScanState;
  readonly reason?: string | null;
  /** Undefined for unchanged. */
  readonly evaluatedRuleCount?: number | undefined;
  readonly testResultId?: string | null;
}

/**
 * Systems of policies, with everything that scans need.
 * @param where conditions on `p` and `s`
 */
export function findTargets(db: Queryable, where: string, params: readonly unknown[]): Promise<TargetRow[]> {
  return db.query<TargetRow>(
    `SELECT ps.policy_id, ps.system_id, s.agent_name, s.os_name, s.os_major_version, s.os_minor_version,
            p.os_major_version AS policy_os_major_version, g.ref_id AS guide_ref_id, pr.ref_id AS profile_ref_id,
            t.id AS tailoring_id, d.sha256 AS guide_sha256
       FROM policy_system ps
       JOIN policy p ON p.id = ps.policy_id
       JOIN profile pr ON pr.id = p.profile_id
       JOIN security_guide g ON g.id = pr.security_guide_id
       JOIN system s ON s.id = ps.system_id
       LEFT JOIN tailoring t ON t.policy_id = p.id AND t.os_minor_version = s.os_minor_version
       LEFT JOIN profile own ON own.id = t.profile_id
       LEFT JOIN guide_document d ON d.security_guide_id = own.security_guide_id
      WHERE ${where}`,
    params,
  );
}

/** Scans in one transaction. */
export class ScanWriter {
  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
  ) {}

  /** A scan that the caller sees, locked until the transaction ends. */
  lock(id: string, reach: SystemReach): Promise<ScanRow | undefined> {
    const { params, bind } = parameters(this.orgId, id);
    return this.db.first<ScanRow>(
      `SELECT ${SCAN_COLUMNS} FROM ${SCAN_TABLES}
        WHERE c.id = $2 AND ${isVisible('$1', reach, bind)} FOR UPDATE OF c`,
      params,
    );
  }

  /** Visible systems of the policy, or only the named ones. */
  listTargets(policyId: string, systemIds: readonly string[] | undefined, reach: SystemReach): Promise<TargetRow[]> {
    const { params, bind } = parameters(this.orgId, policyId);
    const named = systemIds ? `AND ps.system_id = ANY (${bind(systemIds)}::uuid[])` : '';
    return findTargets(this.db, `ps.policy_id = $2 ${named} AND ${isVisible('$1', reach, bind)}`, params);
  }

  /** Adds scans for systems without an open one; returns how many wait for their agents. */
  async insert(scans: readonly NewScan[], requestedBy: string | null, now: Date): Promise<number> {
    const rows = await this.db.query<{ is_open: boolean }>(
      `INSERT INTO scan (org_id, policy_id, system_id, state, reason, asked_by, created_at, ended_at)
       SELECT $1, n.policy_id, n.system_id, CASE WHEN n.obstacle IS NULL THEN 'queued' ELSE 'not_scanned' END,
              n.obstacle, $5, $6, CASE WHEN n.obstacle IS NULL THEN NULL ELSE $6::timestamptz END
         FROM unnest($2::uuid[], $3::uuid[], $4::text[]) n (policy_id, system_id, obstacle)
        ORDER BY n.system_id
       ON CONFLICT (system_id, policy_id) WHERE ended_at IS NULL DO NOTHING
       RETURNING ended_at IS NULL AS is_open`,
      [this.orgId, ...toColumns(scans, 'policyId', 'systemId', 'obstacle'), requestedBy, now],
    );
    await this.prune(scans);
    return rows.filter(({ is_open }) => is_open).length;
  }

  async change(id: string, change: ScanChange, now: Date): Promise<void> {
    const { state, reason = null, evaluatedRuleCount = null, testResultId = null } = change;
    const hasEnded = state !== 'queued' && state !== 'offered' && state !== 'running';
    await this.db.query(
      `UPDATE scan
          SET state = $3, reason = $4, evaluated_rule_count = coalesce($5, evaluated_rule_count), test_result_id = $6,
              started_at = CASE WHEN $3 = 'running' THEN coalesce(started_at, $7) ELSE started_at END,
              ended_at = CASE WHEN $8 THEN $7::timestamptz END
        WHERE org_id = $1 AND id = $2`,
      [this.orgId, id, state, reason, evaluatedRuleCount, testResultId, now, hasEnded],
    );
  }

  /** Whether the result belongs to the system and the policy of the scan. */
  isResultForScan(testResultId: string, { policy_id, system_id }: ScanRow): Promise<boolean> {
    return this.db.hasRow('SELECT 1 FROM test_result t WHERE t.id = $1 AND t.report_id = $2 AND t.system_id = $3', [
      testResultId,
      policy_id,
      system_id,
    ]);
  }

  private async prune(scans: readonly NewScan[]): Promise<void> {
    await this.db.query(
      `DELETE FROM scan c
        USING unnest($1::uuid[], $2::uuid[]) n (policy_id, system_id),
              LATERAL (SELECT o.id FROM scan o WHERE o.policy_id = n.policy_id AND o.system_id = n.system_id
                        ORDER BY o.created_at DESC, o.id OFFSET $3) old
        WHERE c.id = old.id AND c.ended_at IS NOT NULL`,
      [...toColumns(scans, 'policyId', 'systemId'), KEPT_SCANS],
    );
  }
}
