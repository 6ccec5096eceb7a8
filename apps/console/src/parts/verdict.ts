import type { ReportRecord, TestResultRecord } from '@wardstone/dto/compliance';

export type Verdict = 'compliant' | 'notCompliant' | 'unsupported' | 'notApplicable';

export type Judged = Pick<TestResultRecord, 'compliant' | 'supported' | 'score' | 'failed_rule_count'>;

/** Whether a scan judged no rule: with one that passes the score is not 0, with one that does not the count. Pure. */
export function judgedNothing({
  score,
  failed_rule_count: failed,
}: Pick<Judged, 'score' | 'failed_rule_count'>): boolean {
  return failed === 0 && (score === null || score === 0);
}

/** A score says nothing about a system whose minor version the scanned profile does not support. Pure. */
export function verdictOf(result: Judged): Verdict {
  if (!result.supported) return 'unsupported';
  if (!result.compliant && judgedNothing(result)) return 'notApplicable';
  return result.compliant ? 'compliant' : 'notCompliant';
}

export interface Share {
  part: Exclude<Verdict, 'notApplicable'> | 'never';
  count: number;
}

type Counts = Pick<
  ReportRecord,
  | 'assigned_system_count'
  | 'compliant_system_count'
  | 'unsupported_system_count'
  | 'reported_system_count'
  | 'never_reported_system_count'
>;

/** The systems of a report by what is known of them; each system is in one share. Pure. */
export function sharesOf(report: Counts): readonly Share[] {
  const { compliant_system_count: compliant, unsupported_system_count: unsupported } = report;
  return [
    { part: 'compliant', count: compliant },
    { part: 'notCompliant', count: Math.max(0, report.reported_system_count - compliant - unsupported) },
    { part: 'unsupported', count: unsupported },
    { part: 'never', count: report.never_reported_system_count },
  ];
}
