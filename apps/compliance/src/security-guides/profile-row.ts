/** A profile as its queries answer it: the contract's keys in the contract's order. */
export interface ProfileRow {
  id: string;
  ref_id: string;
  title: string;
  description: string;
  value_overrides: Record<string, string>;
  type: 'profile';
}
