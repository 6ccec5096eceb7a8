/** A rule as its queries answer it: the keys of compliance spec C3 in their order. */
export interface RuleRow {
  readonly id: string;
  readonly ref_id: string;
  readonly title: string;
  readonly rationale: string | null;
  readonly description: string;
  readonly severity: string;
  readonly precedence: number;
  readonly identifier: { readonly label: string; readonly system: string } | null;
  readonly references: readonly { readonly href: string; readonly label: string }[];
  readonly value_checks: readonly string[];
  readonly remediation_available: boolean;
  readonly rule_group_id: string | null;
  readonly type: 'rule';
}
