/** A value definition as its queries answer it: the keys of compliance spec C3 in their order. */
export interface ValueDefinitionRow {
  readonly id: string;
  readonly ref_id: string;
  readonly title: string;
  readonly description: string;
  readonly value_type: string;
  readonly default_value: string | null;
  readonly type: 'value_definition';
}
