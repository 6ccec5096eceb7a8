import type { SystemCounts } from './domain/report-numbers';

/** A report as its queries answer it. */
export interface ReportRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly business_objective: string | null;
  readonly compliance_threshold: number;
  readonly type: 'report';
  readonly os_major_version: number;
  readonly profile_title: string;
  readonly ref_id: string;
  /** Systems assigned to the policy, seen or not. */
  readonly total_system_count: number;
  readonly counts: SystemCounts;
}

/** A rule that failed on some systems. */
export interface FailedRuleRow {
  readonly title: string;
  readonly ref_id: string;
  readonly identifier: { readonly label: string; readonly system: string } | null;
  readonly severity: string;
  /** Number of systems. */
  readonly count: number;
}
