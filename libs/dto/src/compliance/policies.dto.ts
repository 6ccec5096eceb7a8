import { Allow } from 'class-validator';
import { field } from '../fields/registry';
import { Field } from '../fields';
import { rule } from '../fields/rules';
import { TextField, textProblem } from './body-fields';

/** A policy in responses; keys in the order of the contract. */
export class PolicyRecord {
  @Field.Uuid('Id of the policy', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  id!: string;

  @Field.String('Title, unique within the organisation', { example: 'CIS for the web servers' })
  title!: string;

  @Field.String('Description; may be empty', { example: 'Baseline of the web servers' })
  description!: string;

  @Field.String('Why the policy exists', { example: 'PCI audit 2026', nullable: true })
  business_objective!: string | null;

  @Field.Number('Minimum score of a compliant system; a score is not the share of passed rules', {
    example: 95.5,
    min: 0,
    max: 100,
  })
  compliance_threshold!: number;

  @Field.Int('Number of systems assigned; null in the response to creation', { example: 12, nullable: true })
  total_system_count!: number | null;

  @Field.Enum('Always `policy`', { example: 'policy', values: ['policy'] })
  type!: 'policy';

  @Field.Int('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @Field.String('Title of the underlying profile', { example: 'CIS Benchmark for Level 2 - Server' })
  profile_title!: string;

  @Field.String('Identifier of the underlying profile', { example: 'xccdf_org.ssgproject.content_profile_cis' })
  ref_id!: string;
}

const INTEGER_TEXT = /^-?[0-9]+$/;
const DECIMAL_TEXT = /^-?[0-9]+\.[0-9]+$/;
const OUTER_BLANKS = /^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g;

/** A number, or its digits as text. */
function toThreshold(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.replace(OUTER_BLANKS, '');
  return DECIMAL_TEXT.test(value) || INTEGER_TEXT.test(trimmed) ? Number(trimmed) : value;
}

const Description = TextField('Description; `""` clears it', {
  example: 'Baseline of the web servers',
  optional: true,
});

const BusinessObjective = TextField('Business objective; `""` clears it', {
  example: 'PCI audit 2026',
  optional: true,
});

/** A number of any size; a rule of the record checks the range. */
const ComplianceThreshold = field<number>(
  'Minimum score of a compliant system, 0 to 100; a number or its digits as a string',
  { example: 95.5, optional: true, documented: { default: 100 } },
  {
    type: { kind: 'number' },
    rules: [
      rule('threshold', (value) => {
        if (typeof value === 'number') return undefined;
        return (typeof value === 'string' ? textProblem(value) : undefined) ?? 'must be an integer';
      }),
    ],
    schema: {
      oneOf: [
        { type: 'number', minimum: 0, maximum: 100 },
        { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
      ],
    },
    convert: toThreshold,
  },
);

/** A rule of the record refuses invalid ids; an integer counts as absent. */
const ProfileId = field<string>(
  'Id of a profile of any security guide',
  { example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77', optional: true, documented: { required: true } },
  {
    type: { kind: 'uuid' },
    rules: [rule('profileId', (value) => (typeof value === 'string' ? textProblem(value) : 'must be an integer'))],
    schema: { type: 'string', format: 'uuid' },
    convert: (value) => (Number.isInteger(value) ? String(value) : value),
  },
);

/** Body of CreatePolicy; rules of the record refuse missing fields. */
export class PolicyBody {
  @TextField('Title, unique within the organisation, case-sensitive', {
    example: 'CIS for the web servers',
    optional: true,
    documented: { required: true, minLength: 1, maxLength: 1000 },
  })
  title?: string;

  @Description
  description?: string;

  @BusinessObjective
  business_objective?: string;

  @ComplianceThreshold
  compliance_threshold?: number;

  @ProfileId
  profile_id?: string;
}

/** Body of UpdatePolicy. */
export class PolicyUpdateBody {
  @Description
  description?: string;

  @BusinessObjective
  business_objective?: string;

  @ComplianceThreshold
  compliance_threshold?: number;

  /** Accepted and ignored. */
  @Allow()
  id?: unknown;
}
