import type { ReportRecord } from '@wardstone/dto/compliance';

/** Numbers of visible systems in a report by the outcome of their latest scan (rule compliance-27). */
export interface SystemCounts {
  /** Assigned to the policy. */
  readonly assigned: number;
  /** With a result. */
  readonly reported: number;
  /** With a supported result that reaches the threshold. */
  readonly compliant: number;
  /** With a supported result that reaches the threshold if waived rules count as passed. */
  readonly excepted: number;
  /** With an unsupported result. */
  readonly unsupported: number;
  /** With a supported result without any evaluated rule. */
  readonly not_applicable: number;
  /** With a result older than the policy permits. */
  readonly stale: number;
  /** Systems that are compliant by a stale result. */
  readonly stale_compliant: number;
  /** The same if waived rules count as passed. */
  readonly stale_excepted: number;
  /** Mean of the valid scores; null without any. */
  readonly score: number | null;
}

/** Numbers of a report. */
export type ReportNumbers = Pick<
  ReportRecord,
  | 'all_systems_exposed'
  | 'percent_compliant'
  | 'assigned_system_count'
  | 'compliant_system_count'
  | 'unsupported_system_count'
  | 'reported_system_count'
  | 'never_reported_system_count'
  | 'not_applicable_system_count'
  | 'stale_system_count'
  | 'stale_compliant_system_count'
  | 'percent_compliant_with_exceptions'
  | 'compliant_with_exceptions_system_count'
  | 'stale_compliant_with_exceptions_system_count'
>;

export const NO_SYSTEMS: SystemCounts = {
  assigned: 0,
  reported: 0,
  compliant: 0,
  excepted: 0,
  unsupported: 0,
  not_applicable: 0,
  stale: 0,
  stale_compliant: 0,
  stale_excepted: 0,
  score: null,
};

const toPercent = (some: number, all: number): number => (all === 0 ? 0 : Math.floor((100 * some) / all));

/** @param totalAssigned number of systems of the policy, visible or not */
export function reportNumbers(counts: SystemCounts, totalAssigned: number): ReportNumbers {
  const { assigned, reported, compliant, excepted, unsupported, not_applicable, stale } = counts;
  return {
    all_systems_exposed: totalAssigned === assigned,
    percent_compliant: toPercent(compliant, assigned),
    assigned_system_count: assigned,
    compliant_system_count: compliant,
    unsupported_system_count: unsupported,
    reported_system_count: reported,
    never_reported_system_count: assigned - reported,
    not_applicable_system_count: not_applicable,
    stale_system_count: stale,
    stale_compliant_system_count: counts.stale_compliant,
    percent_compliant_with_exceptions: toPercent(excepted, assigned),
    compliant_with_exceptions_system_count: excepted,
    stale_compliant_with_exceptions_system_count: counts.stale_excepted,
  };
}
