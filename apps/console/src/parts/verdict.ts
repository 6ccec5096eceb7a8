import type { ReportRecord } from '@wardstone/client/compliance';

export interface Share {
  part: 'compliant' | 'not_compliant' | 'not_applicable' | 'unsupported' | 'never';
  count: number;
}

type Counts = Pick<
  ReportRecord,
  | 'assigned_system_count'
  | 'compliant_system_count'
  | 'unsupported_system_count'
  | 'not_applicable_system_count'
  | 'reported_system_count'
  | 'never_reported_system_count'
>;

/** The systems of a report by what is known of them; each system is in one share. Pure. */
export function sharesOf(report: Counts): readonly Share[] {
  const { compliant_system_count: compliant, unsupported_system_count: unsupported } = report;
  const { not_applicable_system_count: notApplicable, reported_system_count: reported } = report;
  return [
    { part: 'compliant', count: compliant },
    { part: 'not_compliant', count: Math.max(0, reported - compliant - unsupported - notApplicable) },
    { part: 'not_applicable', count: notApplicable },
    { part: 'unsupported', count: unsupported },
    { part: 'never', count: report.never_reported_system_count },
  ];
}
