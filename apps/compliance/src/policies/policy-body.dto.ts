import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Body of UpdatePolicy. Described here for readers; `domain/policy-input.ts` checks it. */
export class PolicyUpdateBody {
  @ApiPropertyOptional({
    description: 'What the policy is about; `""` clears it',
    example: 'Baseline of the web servers',
  })
  description?: string;

  @ApiPropertyOptional({ description: 'Why the policy exists; `""` clears it', example: 'PCI audit 2026' })
  business_objective?: string;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'number', minimum: 0, maximum: 100 },
      { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
    ],
    description: 'Percentage of rules a system must pass to be compliant, 0 to 100; a number or its digits as a string',
    default: 100,
    example: 95.5,
  })
  compliance_threshold?: number | string;
}

/** Body of CreatePolicy. */
export class PolicyBody extends PolicyUpdateBody {
  @ApiProperty({
    minLength: 1,
    maxLength: 1000,
    description: 'Title, unique within the organisation, case-sensitive',
    example: 'CIS for the web servers',
  })
  title!: string;

  @ApiProperty({
    format: 'uuid',
    description: 'Id of a profile of any security guide',
    example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77',
  })
  profile_id!: string;
}
