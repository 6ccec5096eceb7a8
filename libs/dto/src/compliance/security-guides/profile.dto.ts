import { field } from '../../fields/field';
import { EnumField, TextMapField, StringField, UuidField } from '../../fields/fields';
import { rule } from '../../fields/rules';

/** A profile as the contract shows it; keys in the contract's order. */
export class ProfileRecord {
  @UuidField('Id of the profile', { example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77' })
  id!: string;

  @StringField('Identifier of the profile', { example: 'xccdf_org.ssgproject.content_profile_cis' })
  ref_id!: string;

  @StringField('Title of the profile', { example: 'CIS Benchmark for Level 2 - Server' })
  title!: string;

  @StringField('Description; may be empty', { example: 'Baseline of the CIS.' })
  description!: string;

  @TextMapField('Values that the profile overrides: id of the value definition -> text', {
    example: { 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11': '300' },
  })
  value_overrides!: Record<string, string>;

  @EnumField('Always `profile`', { example: 'profile', values: ['profile'] })
  type!: 'profile';
}

const GREATEST_VERSION = 99_999;
const MOST_MINORS = 100;

/** The schema of a version of an operating system. */
export const VERSION_SCHEMA = { type: 'integer', minimum: 0, maximum: GREATEST_VERSION };
export const MINORS_SCHEMA = { type: 'array', items: VERSION_SCHEMA, maxItems: MOST_MINORS };

/** What is wrong with a version of an operating system. */
export function versionProblem(value: unknown): string | undefined {
  if (!Number.isInteger(value)) return 'must be an integer';
  if ((value as number) < 0) return 'must be greater than or equal to 0';
  return (value as number) > GREATEST_VERSION ? `must be less than or equal to ${GREATEST_VERSION}` : undefined;
}

/** What is wrong with a list of minor versions, each of which is there once. */
export function minorsProblem(values: readonly unknown[]): string | undefined {
  const problem = values.map(versionProblem).find((found) => found !== undefined);
  if (problem !== undefined) return problem;
  return values.length > MOST_MINORS ? `can not have more than ${MOST_MINORS} elements` : undefined;
}

/** Body of the registration of minor versions. */
export class MinorVersionsBody {
  @field<readonly number[]>(
    'Minor versions of the operating system that the profile supports; replaces all registered ones',
    { example: [0, 1, 4] },
    {
      type: { kind: 'list', items: 'integer' },
      rules: [rule('minorVersions', (value) => (Array.isArray(value) ? minorsProblem(value) : 'must be an array'))],
      schema: MINORS_SCHEMA,
      // Ascending, each once.
      convert: (value) =>
        Array.isArray(value) && value.every((minor) => versionProblem(minor) === undefined)
          ? [...new Set(value as number[])].sort((a, b) => a - b)
          : value,
    },
  )
  os_minor_versions!: number[];
}
