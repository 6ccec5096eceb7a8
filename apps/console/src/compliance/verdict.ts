import type { ReportRecord, TestResultRecord } from '@wardstone/dto/compliance';

export type Verdict = 'compliant' | 'notCompliant' | 'unsupported';

/** A score says nothing about a system whose minor version the scanned profile does not support. Pure. */
export function verdictOf({ compliant, supported }: Pick<TestResultRecord, 'compliant' | 'supported'>): Verdict {
  if (!supported) return 'unsupported';
  return compliant ? 'compliant' : 'notCompliant';
}

export interface Share {
  part: Verdict | 'never';
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
