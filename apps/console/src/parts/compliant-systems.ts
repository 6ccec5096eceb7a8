import type { ReportRecord } from '@wardstone/client/compliance';

/**
 * Number of reporting systems that are not compliant, including those whose result cannot be evaluated, without those to
 * which no rule applies. Pure.
 */
export function countNonCompliant(
  report: Pick<ReportRecord, 'reported_system_count' | 'compliant_system_count' | 'not_applicable_system_count'>,
): number {
  return report.reported_system_count - report.compliant_system_count - report.not_applicable_system_count;
}
