import { toColumns, type Transaction } from '@wardstone/database';
import type { ComplianceFact } from '@wardstone/dto/monitoring';
import { hasFailedRule, IS_FAILED } from '../verdicts/failed-rule.sql';
import { isStale } from '../verdicts/freshness.sql';
import { VERDICT } from '../verdicts/verdict.sql';
import { COVERS, DECIDES, withExceptions } from '../verdicts/waived.sql';
import { CONTROL_NAMES } from '../frameworks/control.sql';
import type { Happenings, NewlyFailedRule, ReportedState } from './domain/fact';

/** A system with one of its policies. */
export interface Pair {
  readonly policy_id: string;
  readonly system_id: string;
}

export interface ExpiringException extends Pair {
  readonly rule_ref_id: string;
  readonly expires_at: Date;
}

/** Joins the last reported state with the current one. */
const TABLES = `monitoring_state st
  LEFT JOIN policy_system ps ON ps.policy_id = st.policy_id AND ps.system_id = st.system_id
  LEFT JOIN policy p ON p.id = ps.policy_id
  LEFT JOIN system s ON s.id = ps.system_id
  LEFT JOIN test_result t ON t.report_id = ps.policy_id AND t.system_id = ps.system_id AND t.is_newest`;
/** Whether the reported score with exceptions would now have another verdict, because the threshold changed. */
const IS_ACROSS_THRESHOLD = `coalesce(st.verdict_with_exceptions IN ('compliant', 'not_compliant')
  AND (st.score_with_exceptions >= p.compliance_threshold) <> (st.verdict_with_exceptions = 'compliant'), FALSE)`;
const IS_ASSIGNED = '(ps.system_id IS NOT NULL AND s.agent_name IS NOT NULL AND s.deleted_at IS NULL)';

/** Maximum number of controls named for a rule in the text of an event. */
const MAX_CONTROLS = 10;

type Row = Omit<ReportedState, 'score_with_exceptions' | 'verdict_with_exceptions'> & {
  readonly exceptions: Pick<ReportedState, 'score_with_exceptions' | 'verdict_with_exceptions'> | null;
};

/** Writes facts for monitoring, in the transaction of their cause. */
export class FactWriter {
  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
  ) {}

  /** Schedules a sweep of the organisation. */
  async haveSwept(now: Date): Promise<void> {
    await this.db.query('INSERT INTO swept_organisation (id, swept_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      this.orgId,
      now,
    ]);
  }

  /** Locks the pair against other facts until the transaction ends. */
  async hold({ policy_id, system_id }: Pair, agentName: string, subject: string, now: Date): Promise<void> {
    await this.db.query(
      `INSERT INTO monitoring_state (org_id, policy_id, system_id, agent_name, subject, moment, warned_at)
       VALUES ($1, $2, $3, $4, $5, 0, $6)
       ON CONFLICT (org_id, policy_id, system_id)
          DO UPDATE SET agent_name = EXCLUDED.agent_name, subject = EXCLUDED.subject`,
      [this.orgId, policy_id, system_id, agentName, subject, now],
    );
  }

  /**
   * The next pairs whose state differs from the reported one, in order.
   * @param withWaivers whether exceptions may have changed
   */
  holdChanged(now: Date, after: Pair, withWaivers: boolean, limit: number): Promise<Pair[]> {
    return this.db.query<Pair>(
      `SELECT st.policy_id, st.system_id
         FROM ${TABLES}
        WHERE st.org_id = $1 AND (st.policy_id, st.system_id) > ($3::uuid, $4::uuid)
          AND (NOT ${IS_ASSIGNED} OR t.id IS NOT NULL AND (
                 t.id IS DISTINCT FROM st.test_result_id OR ${VERDICT} IS DISTINCT FROM st.verdict
                 OR ${isStale('$2')} <> st.is_stale OR ${IS_ACROSS_THRESHOLD} OR ($5 AND t.failed_rule_count > 0)))
        ORDER BY st.policy_id, st.system_id
        LIMIT $6
          FOR UPDATE OF st SKIP LOCKED`,
      [this.orgId, now, after.policy_id, after.system_id, withWaivers, limit],
    );
  }

  /** Exceptions for failed rules that expire soon, recorded since a time and not yet reported for these pairs. */
  listExpiring(now: Date, since: Date, pairs: readonly Pair[]): Promise<ExpiringException[]> {
    return this.db.query<ExpiringException>(
      `SELECT t.report_id AS policy_id, t.system_id, w.rule_ref_id, w.expires_at
         FROM waiver w
         JOIN monitoring_state st ON st.org_id = w.org_id AND st.warned_at < w.expiry_noted_at
         JOIN test_result t ON t.report_id = st.policy_id AND t.system_id = st.system_id AND t.is_newest
         JOIN system s ON s.id = t.system_id
        CROSS JOIN LATERAL (SELECT w.rule_ref_id AS ref_id) r
        WHERE w.org_id = $1 AND w.expiry_noted_at >= $3 AND w.withdrawn_at IS NULL AND w.expires_at > $2
          AND ${DECIDES} AND (st.policy_id, st.system_id) IN (SELECT * FROM unnest($4::uuid[], $5::uuid[]))
          AND ${COVERS} AND ${hasFailedRule('t.id', 'ARRAY[w.rule_ref_id]')}
        ORDER BY w.expires_at, w.rule_ref_id`,
      [this.orgId, now, since, ...toColumns(pairs, 'policy_id', 'system_id')],
    );
  }

  /** Current state of locked pairs. */
  async readStates(now: Date, pairs: readonly Pair[]): Promise<ReportedState[]> {
    // Prepared, because planning takes a hundred times as long as execution.
    const rows = await this.db.queryPrepared<Row>(
      `SELECT st.policy_id, st.system_id, st.agent_name, st.subject, st.moment, st.warned_at, ${IS_ASSIGNED} AS is_assigned,
              p.title, p.compliance_threshold AS threshold, t.id AS test_result_id, t.end_time, t.score,
              t.failed_rule_count, CASE WHEN t.id IS NOT NULL THEN ${VERDICT} END AS verdict,
              CASE WHEN t.id IS NOT NULL THEN ${withExceptions('$1', '$2')} END AS exceptions,
              ${isStale('$2')} AS is_stale, st.test_result_id AS told_result_id, st.verdict AS told_verdict,
              st.score_with_exceptions AS told_score_with_exceptions,
              st.verdict_with_exceptions AS told_verdict_with_exceptions, st.is_stale AS told_stale
         FROM ${TABLES}
        WHERE st.org_id = $1 AND (st.policy_id, st.system_id) IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))
        ORDER BY st.policy_id, st.system_id`,
      [this.orgId, now, ...toColumns(pairs, 'policy_id', 'system_id')],
    );
    return rows.map(({ exceptions, ...row }) => ({
      ...row,
      score_with_exceptions: exceptions?.score_with_exceptions ?? null,
      verdict_with_exceptions: exceptions?.verdict_with_exceptions ?? null,
    }));
  }

  /**
   * Rules that failed in one result but not in another, in any version of the guide; empty if the other one is deleted.
   */
  async listNewlyFailed(
    { test_result_id: id, told_result_id: before }: ReportedState,
    limit: number,
  ): Promise<Pick<Happenings, 'failedRules' | 'failedCount'>> {
    const rows = await this.db.query<NewlyFailedRule & { count: number }>(
      `SELECT r.ref_id, count(*) OVER () AS count, ARRAY (${CONTROL_NAMES} LIMIT ${MAX_CONTROLS}) AS controls
         FROM rule_result rr JOIN rule r ON r.id = rr.rule_id
        WHERE rr.test_result_id = $1 AND ${IS_FAILED}
          AND EXISTS (SELECT 1 FROM test_result t WHERE t.id = $2)
          AND r.ref_id NOT IN (SELECT r.ref_id FROM rule_result rr JOIN rule r ON r.id = rr.rule_id
                                WHERE rr.test_result_id = $2 AND ${IS_FAILED})
        ORDER BY r.ref_id
        LIMIT $3`,
      [id, before, limit],
    );
    return {
      failedRules: rows.map(({ ref_id, controls }) => ({ ref_id, controls })),
      failedCount: rows[0]?.count ?? 0,
    };
  }

  /** Stores facts for monitoring, and the reported state. */
  async storeFacts(entries: readonly { standing: ReportedState; fact: ComplianceFact }[], now: Date): Promise<void> {
    if (entries.length === 0) return;
    const facts = entries.map(({ fact }) => fact);
    await this.queue(facts, now);
    const gone = entries.filter(({ fact }) => fact.removed).map(({ standing }) => standing);
    await this.db.query(
      `DELETE FROM monitoring_state st
        WHERE st.org_id = $1 AND (st.policy_id, st.system_id) IN (SELECT * FROM unnest($2::uuid[], $3::uuid[]))`,
      [this.orgId, ...toColumns(gone, 'policy_id', 'system_id')],
    );
    const kept = entries.map(({ standing, fact }) => ({ ...standing, moment: fact.moment }));
    await this.db.query(
      `UPDATE monitoring_state st
          SET moment = k.moment, warned_at = k.warned_at, test_result_id = k.test_result_id, verdict = k.verdict, is_stale = k.is_stale,
              score_with_exceptions = k.score_with_exceptions, verdict_with_exceptions = k.verdict_with_exceptions
         FROM jsonb_populate_recordset(NULL::monitoring_state, $2::jsonb) k
        WHERE st.org_id = $1 AND st.policy_id = k.policy_id AND st.system_id = k.system_id`,
      [this.orgId, JSON.stringify(kept)],
    );
  }

  /** Reports only that the system exists, unless facts about it are waiting anyway. */
  async introduce(fact: ComplianceFact, now: Date): Promise<void> {
    await this.haveSwept(now);
    const isKnown = await this.db.hasRow(
      `SELECT 1 FROM system s WHERE s.org_id = $1 AND s.id = $2
          AND (s.platform_id IS NOT NULL OR EXISTS (
                SELECT 1 FROM monitoring_fact f WHERE f.org_id = $1 AND f.system_id = s.id))`,
      [this.orgId, fact.systemId],
    );
    if (!isKnown) await this.queue([fact], now);
  }

  private async queue(facts: readonly ComplianceFact[], now: Date): Promise<void> {
    await this.db.query(
      `INSERT INTO monitoring_fact (org_id, system_id, created_at, fact)
       SELECT $1, (f.fact ->> 'systemId')::uuid, $2, f.fact
         FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY f (fact, place)
        ORDER BY f.place`,
      [this.orgId, now, JSON.stringify(facts)],
    );
  }
}
