/** Possible results of a rule (XCCDF 1.2). */
export const RULE_OUTCOMES = [
  'pass',
  'fail',
  'error',
  'unknown',
  'fixed',
  'notapplicable',
  'notchecked',
  'notselected',
  'informational',
] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

const FAILED: readonly RuleOutcome[] = ['fail', 'error', 'unknown', 'fixed'];

export const hasFailed = (outcome: RuleOutcome): boolean => FAILED.includes(outcome);
/** Other outcomes mean that the rule was not evaluated. */
export const isJudged = (outcome: RuleOutcome): boolean => outcome === 'pass' || hasFailed(outcome);
/** Whether the outcome is stored although it decides nothing; unselected rules are only counted. */
export const isUndecided = (outcome: RuleOutcome): boolean => !isJudged(outcome) && outcome !== 'notselected';

/** Worst first. `fixed` counts as failed, so it precedes outcomes without an evaluation. */
const FROM_THE_WORST: readonly RuleOutcome[] = [
  'fail',
  'error',
  'unknown',
  'fixed',
  'notchecked',
  'pass',
  'informational',
  'notselected',
  'notapplicable',
];

/** The outcome of a rule with a result for each of its checks or instances. */
export const worseOutcome = (one: RuleOutcome, other: RuleOutcome): RuleOutcome =>
  FROM_THE_WORST.indexOf(one) <= FROM_THE_WORST.indexOf(other) ? one : other;

/** Result of one scan (rule scap-4). Times in ms since the epoch. */
export interface ScanResult {
  readonly benchmarkRefId: string;
  readonly benchmarkVersion: string;
  /** Digest of the decoded document. */
  readonly sha256: string;
  /** Empty if no profile was selected. */
  readonly profileRefId: string;
  readonly startTimeMs: number | null;
  readonly endTimeMs: number;
  /** Percent of the maximum score; null when the scanner reported none. */
  readonly score: number | null;
  readonly failedRuleCount: number;
  readonly passedRuleCount: number;
  /** Rules of the profile that do not apply to the system. */
  readonly notApplicableRuleCount: number;
  /** Rules that need a manual check. */
  readonly notCheckedRuleCount: number;
  readonly informationalRuleCount: number;
  readonly notSelectedRuleCount: number;
  /** Evaluated rules without duplicates; the outcome of each has the same index in `outcomes`. */
  readonly ruleRefIds: readonly string[];
  readonly outcomes: readonly RuleOutcome[];
  /** The same for undecided rules, except unselected ones. */
  readonly undecidedRuleRefIds: readonly string[];
  readonly undecidedOutcomes: readonly RuleOutcome[];
}
