import { field } from '../fields/registry';
import { Field } from '../fields';
import { rule } from '../fields/rules';
import { TextListField, textProblem, WholeNumberField } from './body-fields';

/** A tailoring in responses; keys in the order of rule compliance-18. */
export class TailoringRecord {
  @Field.Uuid('Id of the tailoring', { example: 'a4d8c1e0-3b5f-4c27-8e96-1f0d7b2a9c35' })
  id!: string;

  @Field.Uuid("Id of the tailored profile: of the policy's family, for this minor version", {
    example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77',
  })
  profile_id!: string;

  @Field.Int('Minor version of the operating system', { example: 4, min: 0 })
  os_minor_version!: number;

  @Field.TextMap('Values that the tailoring sets: id of the value definition -> text', {
    example: { 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11': '300' },
  })
  value_overrides!: Readonly<Record<string, string>>;

  @Field.Enum('Always `tailoring`', { example: 'tailoring', values: ['tailoring'] })
  type!: 'tailoring';

  @Field.Int('Major version of the operating system', { example: 8 })
  os_major_version!: number;

  @Field.Uuid('Id of the guide of the profile', { example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21' })
  security_guide_id!: string;

  @Field.String('Version of that guide', { example: '0.1.65' })
  security_guide_version!: string;
}

/** Body of CreateTailoring. */
export class TailoringBody {
  @WholeNumberField("Minor version supported by the policy's profile in any version of the guide", {
    example: 4,
    min: 0,
    optional: true,
    documented: { required: true },
  })
  os_minor_version?: number;
}

/** Body of UpdateTailoring. */
export class TailoringUpdateBody {
  /** Unchecked keys and values; a rule of the record compares them with the guide. */
  @field(
    'All overrides of the tailoring: id of a value definition of its guide -> text. `true` or `false` for a ' +
      'boolean, a decimal integer for a number, anything for a string',
    { example: { 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11': '300' }, optional: true },
    {
      type: { kind: 'textMap' },
      rules: [
        rule('overrides', (value) => {
          if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be a hash';
          const texts = Object.entries(value)
            .flat()
            .filter((text) => typeof text === 'string');
          return texts.map(textProblem).find((problem) => problem !== undefined);
        }),
      ],
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    },
  )
  value_overrides?: Readonly<Record<string, unknown>>;
}

/** Body of AssignRules. */
export class RuleSelectionBody {
  @TextListField(
    'All rules of the tailoring, as ids or as ref_ids; the first entry determines which. Rules of ' +
      'other guides are skipped; `[]` removes all rules',
    { example: ['7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153'] },
  )
  ids!: readonly string[];
}
