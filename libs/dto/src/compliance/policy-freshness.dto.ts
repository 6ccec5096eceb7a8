import { field } from '../fields/registry';
import { Field } from '../fields';
import { rule } from '../fields/rules';

const DESCRIPTION = 'Days after which a result is stale; null: never';
const AGE = { nullable: true, min: 1, max: 3650, example: 30 } as const;

/** Maximum age of a policy's results. */
export class PolicyFreshnessRecord {
  @Field.Uuid('Id of the policy', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  policy_id!: string;

  @Field.Int(DESCRIPTION, AGE)
  max_result_age_days!: number | null;

  @Field.Enum('Always `policy_freshness`', { example: 'policy_freshness', values: ['policy_freshness'] })
  type!: 'policy_freshness';
}

/** Body of SetPolicyFreshness. */
export class PolicyFreshnessBody {
  @field<number>(
    DESCRIPTION,
    { nullable: true, example: 30 },
    {
      type: { kind: 'integer' },
      rules: [
        rule('age', (value) =>
          Number.isInteger(value) && (value as number) >= AGE.min && (value as number) <= AGE.max
            ? undefined
            : `must be an integer from ${AGE.min} to ${AGE.max}, or null`,
        ),
      ],
      schema: { type: 'integer', minimum: AGE.min, maximum: AGE.max },
    },
  )
  max_result_age_days!: number | null;
}
