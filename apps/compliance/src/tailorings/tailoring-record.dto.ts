import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A tailoring as it is shown; keys in the order of compliance spec C4. */
export class TailoringRecord {
  @ApiProperty({ format: 'uuid', description: 'Id of the tailoring', example: 'a4d8c1e0-3b5f-4c27-8e96-1f0d7b2a9c35' })
  id!: string;

  @ApiProperty({
    format: 'uuid',
    description: "Id of the profile that is tailored: of the policy's family, for this minor version",
    example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77',
  })
  profile_id!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Minor version of the operating system', example: 4 })
  os_minor_version!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Values that the tailoring sets: id of the value definition -> text',
    example: { 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11': '300' },
  })
  value_overrides!: Readonly<Record<string, string>>;

  @ApiProperty({ enum: ['tailoring'], description: 'Always `tailoring`', example: 'tailoring' })
  type!: 'tailoring';

  @ApiProperty({ type: 'integer', description: 'Major version of the operating system', example: 8 })
  os_major_version!: number;

  @ApiProperty({
    format: 'uuid',
    description: 'Id of the guide that the profile is from',
    example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21',
  })
  security_guide_id!: string;

  @ApiProperty({ description: 'Version of that guide', example: '0.1.65' })
  security_guide_version!: string;
}

/** Body of CreateTailoring. Described here for readers; `domain/tailoring-input.ts` checks it, as the two below. */
export class TailoringBody {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: "Minor version that the policy's profile supports in some version of the guide",
    example: 4,
  })
  os_minor_version!: number;
}

/** Body of UpdateTailoring. */
export class TailoringUpdateBody {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'All overrides the tailoring shall have: id of a value definition of its guide -> text. `true` or `false` for a ' +
      'boolean, a decimal integer for a number, anything for a string',
    example: { 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11': '300' },
  })
  value_overrides?: Record<string, string>;
}

/** Body of AssignRules. */
export class RuleSelectionBody {
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description:
      'All rules the tailoring shall have: their ids, or their ref_ids; the first one decides. Those of other guides ' +
      'are left out; `[]` leaves no rule',
    example: ['7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153'],
  })
  ids!: string[];
}
