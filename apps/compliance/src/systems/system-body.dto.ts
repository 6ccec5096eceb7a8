import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SystemGroupRecord, SystemTagRecord } from './system-record.dto';

/** Body of PUT and POST /systems (compliance spec G4). Described here for readers; `domain/system-input.ts` checks it. */
export class SystemBody {
  @ApiProperty({
    minLength: 1,
    maxLength: 200,
    description: 'Name to show; required for a new system',
    example: 'web-1',
  })
  display_name!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 99999,
    description: 'Major version of the operating system; required for a new system',
    example: 9,
  })
  os_major_version!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 99999,
    description: 'Minor version of the operating system; required for a new system',
    example: 4,
  })
  os_minor_version!: number;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 50,
    description: 'Name of the operating system; keeps policies for other families away',
    example: 'RHEL',
  })
  os_name?: string | null;

  @ApiPropertyOptional({ type: [SystemGroupRecord], description: 'Inventory groups', default: [] })
  groups?: SystemGroupRecord[];

  @ApiPropertyOptional({ type: [SystemTagRecord], description: 'Tags', default: [] })
  tags?: SystemTagRecord[];

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id the insights client gave',
    example: null,
  })
  insights_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Common name of the certificate with which the host itself logs in',
    example: null,
  })
  owner_id?: string | null;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'When the system counts as silent; 29 hours from now when absent',
    example: '2026-05-27T15:20:11.853Z',
  })
  stale_timestamp?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Time of this report, now when absent; a report older than the stored one is ignored',
    example: '2026-05-26T10:20:11.853Z',
  })
  updated?: string;
}

/** Body of AssignSystems. */
export class SystemSelectionBody {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'Ids of all systems that the policy shall have; empty to take out all that you can see',
    example: ['1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44'],
  })
  ids!: readonly string[];
}
