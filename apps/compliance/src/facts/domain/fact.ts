import type { ComplianceEvent, ComplianceFact } from '@wardstone/dto/monitoring';

/** Current state of a system and policy, and the state last reported to monitoring. */
export interface ReportedState {
  readonly policy_id: string;
  readonly system_id: string;
  readonly agent_name: string;
  readonly subject: string;
  /** Sequence time of the last fact, in microseconds since the epoch. */
  readonly moment: number;
  /** Time of the last report about exceptions that expire soon. */
  readonly warned_at: Date;
  /** Whether the system is an agent's host, and assigned. */
  readonly is_assigned: boolean;
  readonly title: string | null;
  readonly threshold: number | null;
  /** Null, like the following fields, without a result. */
  readonly test_result_id: string | null;
  readonly end_time: Date | null;
  readonly score: number | null;
  readonly failed_rule_count: number | null;
  readonly verdict: string | null;
  readonly score_with_exceptions: number | null;
  readonly verdict_with_exceptions: string | null;
  readonly is_stale: boolean;
  readonly told_result_id: string | null;
  readonly told_verdict: string | null;
  readonly told_score_with_exceptions: number | null;
  readonly told_verdict_with_exceptions: string | null;
  readonly told_stale: boolean;
}

export interface NewlyFailedRule {
  readonly ref_id: string;
  /** Names such as `nist-800-53:AC-6`, the first of them. */
  readonly controls: readonly string[];
}

/** Further events of the system and policy. */
export interface Happenings {
  /**
   * Rules that failed in the newest result but not in the previous one; the first of `failedCount`.
   */
  readonly failedRules: readonly NewlyFailedRule[];
  readonly failedCount: number;
  /** Exceptions that expire soon. */
  readonly expiring: readonly { readonly rule_ref_id: string; readonly expires_at: Date }[];
}

const NOTHING: Happenings = { failedRules: [], failedCount: 0, expiring: [] };
const MAX_TITLE_LENGTH = 500;
/** Verdicts with a valid score: a scan that evaluated no rule has the scanner's 0. */
const JUDGED = ['compliant', 'not_compliant'];

/** The next fact for monitoring; undefined when it is up to date. See rule compliance-42. */
export function nextFact(standing: ReportedState, nowMs: number, happenings = NOTHING): ComplianceFact | undefined {
  const { agent_name: agent, subject, policy_id: policyId, system_id: systemId } = standing;
  // Later than the last one even if the clock was set back.
  const moment = Math.max(nowMs * 1000, standing.moment + 1);
  const place = { moment, agent, subject, systemId, policyId };
  if (!standing.is_assigned) return { ...place, removed: true };
  if (standing.test_result_id === null) return undefined;
  const events = getEvents(standing, happenings);
  const isNew = standing.test_result_id !== standing.told_result_id;
  if (!isNew && !hasChanged(standing) && events.length === 0) return undefined;
  return {
    ...place,
    policy: (standing.title ?? policyId).slice(0, MAX_TITLE_LENGTH).toWellFormed(),
    fresh: !standing.is_stale,
    ...toValues(standing, isNew, nowMs),
    ...(standing.verdict === null ? {} : { verdict: standing.verdict }),
    ...(standing.verdict_with_exceptions === null ? {} : { verdictWithExceptions: standing.verdict_with_exceptions }),
    events,
  };
}

function hasChanged(standing: ReportedState): boolean {
  return (
    standing.verdict !== standing.told_verdict ||
    standing.verdict_with_exceptions !== standing.told_verdict_with_exceptions ||
    standing.score_with_exceptions !== standing.told_score_with_exceptions ||
    standing.is_stale !== standing.told_stale
  );
}

/** Values of a new result at its scan time; for a known result, a change by exceptions at the present time. */
function toValues(standing: ReportedState, isNew: boolean, nowMs: number): Partial<ComplianceFact> {
  const {
    verdict,
    score,
    end_time: endTime,
    failed_rule_count: failed,
    score_with_exceptions: withExceptions,
  } = standing;
  if (verdict === null || !JUDGED.includes(verdict) || score === null || endTime === null) return {};
  const excepted = withExceptions === null ? {} : { scoreWithExceptions: withExceptions };
  if (isNew) return { time: endTime.getTime(), score, failedRules: failed ?? 0, ...excepted };
  return withExceptions === standing.told_score_with_exceptions ? {} : { time: nowMs, ...excepted };
}

function getEvents(standing: ReportedState, { failedRules, failedCount, expiring }: Happenings): ComplianceEvent[] {
  const { verdict, told_verdict: before, score, threshold } = standing;
  const events: ComplianceEvent[] = [];
  const add = (severity: ComplianceEvent['severity'], detail: string): number => events.push({ severity, detail });
  if (verdict === 'not_compliant' && before !== verdict) {
    add('ERROR', `Non-compliant: score ${score} is below ${threshold}`);
  }
  if (verdict === 'compliant' && before === 'not_compliant') {
    add('INFO', `Compliant: score ${score} is at least ${threshold}`);
  }
  for (const { ref_id: rule, controls } of failedRules) {
    add('WARN', `Rule failed: ${rule}${controls.length > 0 ? ` (${controls.join(', ')})` : ''}`);
  }
  const more = failedCount - failedRules.length;
  if (more > 0) add('WARN', `Rules failed: ${more} more`);
  if (standing.is_stale && !standing.told_stale) {
    add('WARN', `Stale: newest result of ${standing.end_time?.toISOString()}`);
  }
  for (const { rule_ref_id, expires_at } of expiring) {
    add('WARN', `Exception expires: ${rule_ref_id} on ${expires_at.toISOString()}`);
  }
  return events;
}
