import type { ReportRecord, TestResultRecord } from '@wardstone/client/compliance';
import type { LabelProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { complianceTexts, complianceTexts as texts } from '../texts/compliance';
import { Status } from './values';

export interface Share {
  part: 'compliant' | 'stale' | 'not_compliant' | 'not_applicable' | 'unsupported' | 'never';
  count: number;
}

type Counts = Pick<
  ReportRecord,
  | 'assigned_system_count'
  | 'compliant_system_count'
  | 'stale_compliant_system_count'
  | 'unsupported_system_count'
  | 'not_applicable_system_count'
  | 'reported_system_count'
  | 'never_reported_system_count'
>;

/** Systems of a report by verdict; each system counts once. Pure. */
export function toShares(report: Counts): readonly Share[] {
  const { compliant_system_count: compliant, unsupported_system_count: unsupported } = report;
  const { stale_compliant_system_count: stale } = report;
  const { not_applicable_system_count: notApplicable, reported_system_count: reported } = report;
  return [
    { part: 'compliant', count: compliant - stale },
    { part: 'stale', count: stale },
    { part: 'not_compliant', count: Math.max(0, reported - compliant - unsupported - notApplicable) },
    { part: 'not_applicable', count: notApplicable },
    { part: 'unsupported', count: unsupported },
    { part: 'never', count: report.never_reported_system_count },
  ];
}

type Verdict = TestResultRecord['verdict'];

const STATUS_OF_VERDICT: Readonly<Record<Verdict, LabelProps['status']>> = {
  compliant: 'success',
  not_compliant: 'danger',
  unsupported: 'warning',
  not_applicable: 'info',
};

/** The verdict of a result. */
export function VerdictLabel({ value }: { value: Verdict }): ReactNode {
  return <Status kind={STATUS_OF_VERDICT[value]}>{texts.verdicts[value]}</Status>;
}

type Excepted = Pick<
  TestResultRecord,
  'waived_rule_count' | 'overruled_rule_count' | 'verdict_with_exceptions' | 'score_with_exceptions'
>;

/** The verdict of a result including exceptions, if it has any. */
export function ExceptedVerdict({ result }: { result: Excepted }): ReactNode {
  const { waived_rule_count: waived, overruled_rule_count: overruled } = result;
  const { verdict_with_exceptions: verdict, score_with_exceptions: score } = result;
  if (waived + overruled === 0) return texts.noExceptions;
  const counts = [waived > 0 && texts.excepted(waived), overruled > 0 && texts.overruled(overruled)];
  return (
    <span className="excepted">
      <VerdictLabel value={verdict} /> {scoreText(score)} <small>{counts.filter(Boolean).join(', ')}</small>
    </span>
  );
}

/**
 * A score as percentage, with one decimal if needed, or a note that there is none. Rounded down: a score just below a
 * threshold stays below. Pure.
 */
export function scoreText(score: number | null): string {
  if (score === null) return complianceTexts.noScore;
  return `${String(Math.floor(score * 10 + 1e-9) / 10)} %`;
}

/** The score of a result; null if no rule was evaluated. Pure. */
export function getScore({ verdict, score }: Pick<TestResultRecord, 'verdict' | 'score'>): number | null {
  return verdict === 'not_applicable' ? null : score;
}

type Counted = Pick<
  ReportRecord,
  | 'assigned_system_count'
  | 'compliant_system_count'
  | 'stale_compliant_system_count'
  | 'reported_system_count'
  | 'not_applicable_system_count'
>;

/** Whether a rule was evaluated on any system. Pure. */
export function hasVerdicts({
  reported_system_count: reported,
  not_applicable_system_count: notApplicable,
}: Pick<Counted, 'reported_system_count' | 'not_applicable_system_count'>): boolean {
  return reported > notApplicable;
}

/** Percentage of the systems of a policy that comply by a result that is not stale, rounded down. Pure. */
export function percentCompliant(report: Counted): number {
  const { assigned_system_count: assigned } = report;
  const fresh = report.compliant_system_count - report.stale_compliant_system_count;
  return assigned === 0 ? 0 : Math.floor((100 * fresh) / assigned);
}

/** The same percentage as text; a dash if no rule was evaluated on any system. Pure. */
export function compliantText(report: Counted): string {
  if (report.assigned_system_count === 0) return complianceTexts.noSystems;
  return hasVerdicts(report) ? complianceTexts.percent(percentCompliant(report)) : '–';
}
