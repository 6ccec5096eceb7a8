import { ApiProperty } from '@nestjs/swagger';
import type { ProfileRow } from './profile-row';

/** A profile as the contract shows it; keys in the contract's order. */
export class ProfileRecord implements ProfileRow {
  @ApiProperty({ format: 'uuid', description: 'Id of the profile', example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77' })
  id!: string;

  @ApiProperty({ description: 'Identifier of the profile', example: 'xccdf_org.ssgproject.content_profile_cis' })
  ref_id!: string;

  @ApiProperty({ description: 'Title of the profile', example: 'CIS Benchmark for Level 2 - Server' })
  title!: string;

  @ApiProperty({ description: 'What the profile is about; may be empty', example: 'Baseline of the CIS.' })
  description!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Values that the profile changes: id of the value definition -> text',
    example: { 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11': '300' },
  })
  value_overrides!: Record<string, string>;

  @ApiProperty({ enum: ['profile'], description: 'Always `profile`', example: 'profile' })
  type!: 'profile';
}

/** Body of the registration of minor versions. Described here for readers; `domain/minor-versions-input.ts` checks it. */
export class MinorVersionsBody {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 99_999 },
    maxItems: 100,
    description: 'Minor versions of the operating system that the profile supports; replaces all registered ones',
    example: [0, 1, 4],
  })
  os_minor_versions!: number[];
}
