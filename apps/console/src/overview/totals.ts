import type { ReportRecord } from '@wardstone/client/compliance';
import { silentSystemsAddress } from '../api/compliance';
import { countNonCompliant } from '../parts/compliant-systems';

type Counted = Pick<
  ReportRecord,
  'reported_system_count' | 'compliant_system_count' | 'not_applicable_system_count' | 'never_reported_system_count'
>;

/** Totals over several policies; a system counts for each of its policies. Pure. */
export function sumReports(reports: readonly Counted[]): { below: number; silent: number } {
  return reports.reduce(
    (sum, report) => ({
      below: sum.below + countNonCompliant(report),
      silent: sum.silent + report.never_reported_system_count,
    }),
    { below: 0, silent: 0 },
  );
}

/** Page of systems that have never reported, of their policy, or of all policies if there are several. Pure. */
export function allSilentAddress(reports: readonly (Counted & Pick<ReportRecord, 'id'>)[]): string {
  const [first, ...others] = reports.filter(({ never_reported_system_count: count }) => count > 0);
  return first && others.length === 0 ? silentSystemsAddress(first) : '/problems/compliance';
}
