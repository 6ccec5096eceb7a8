/** A policy as its queries answer it: the contract's keys in the contract's order. */
export interface PolicyRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly business_objective: string | null;
  readonly compliance_threshold: number;
  readonly total_system_count: number;
  readonly type: 'policy';
  readonly os_major_version: number;
  readonly profile_title: string;
  readonly ref_id: string;
}
