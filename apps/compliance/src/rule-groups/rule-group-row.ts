/** A rule group as its queries answer it: the keys of compliance spec C3 in their order. */
export interface RuleGroupRow {
  readonly id: string;
  readonly ref_id: string;
  readonly title: string;
  readonly rationale: string | null;
  readonly description: string;
  readonly precedence: number;
  readonly type: 'rule_group';
}
