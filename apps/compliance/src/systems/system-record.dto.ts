import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class SystemGroupRecord {
  @ApiProperty({ description: 'Id of the inventory group', example: 'b0a4f3c8-2d8e-4a55-8d0a-5a1f1f4b7c01' })
  id!: string;

  @ApiProperty({ description: 'Name of the inventory group', example: 'web' })
  name!: string;
}

export class SystemTagRecord {
  @ApiProperty({ type: String, nullable: true, description: 'Who set the tag', example: 'ops' })
  namespace!: string | null;

  @ApiProperty({ description: 'Name of the tag', example: 'stage' })
  key!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Value of the tag', example: 'production' })
  value!: string | null;
}

export class SystemPolicyRecord {
  @ApiProperty({ format: 'uuid', description: 'Id of the policy', example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  id!: string;

  @ApiProperty({ description: 'Title of the policy', example: 'CIS for the web servers' })
  title!: string;
}

const TIME = { type: String, format: 'date-time', nullable: true, example: '2026-05-27T15:20:11.853Z' } as const;

/** A system as clients see it (compliance spec C5); keys in its order. */
export class SystemRecord {
  @ApiProperty({
    format: 'uuid',
    description: 'Id the inventory gave',
    example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44',
  })
  id!: string;

  @ApiProperty({ description: 'Name to show', example: 'web-1.example.org' })
  display_name!: string;

  @ApiProperty({ type: [SystemGroupRecord], description: 'Inventory groups the system is in' })
  groups!: readonly SystemGroupRecord[];

  @ApiProperty({ ...TIME, description: 'When the system leaves the inventory: 14 days after going stale' })
  culled_timestamp!: string | null;

  @ApiProperty({ ...TIME, description: '8 days after `stale_timestamp`; for the last sign of life see `last_seen`' })
  last_check_in!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When the last report or result of the system arrived here',
    example: '2026-05-26T10:20:12.417Z',
  })
  last_seen!: string;

  @ApiProperty({ ...TIME, description: 'When the system counts as silent' })
  stale_timestamp!: string | null;

  @ApiProperty({ ...TIME, description: '7 days after `stale_timestamp`' })
  stale_warning_timestamp!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'Time of the last report taken over',
    example: '2026-05-26T10:20:11.853Z',
  })
  updated!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id the insights client gave',
    example: null,
  })
  insights_id!: string | null;

  @ApiProperty({ type: [SystemTagRecord], description: 'Tags of the system' })
  tags!: readonly SystemTagRecord[];

  @ApiProperty({ enum: ['system'], description: 'Always `system`', example: 'system' })
  type!: 'system';

  @ApiProperty({ type: 'integer', description: 'Major version of the operating system', example: 9 })
  os_major_version!: number;

  @ApiProperty({ type: 'integer', description: 'Minor version of the operating system', example: 4 })
  os_minor_version!: number;

  @ApiPropertyOptional({
    type: [SystemPolicyRecord],
    description: 'Policies the system is assigned to, by title; absent in answers under a policy',
  })
  policies?: readonly SystemPolicyRecord[];
}
