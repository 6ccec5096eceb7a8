/** A tailoring as its queries answer it: the keys of compliance spec C4 in their order. */
export interface TailoringRow {
  readonly id: string;
  readonly profile_id: string;
  readonly os_minor_version: number;
  /** value_definition.id -> text */
  readonly value_overrides: Readonly<Record<string, string>>;
  readonly type: 'tailoring';
  readonly os_major_version: number;
  readonly security_guide_id: string;
  readonly security_guide_version: string;
}
