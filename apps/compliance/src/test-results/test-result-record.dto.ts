import { ApiProperty } from '@nestjs/swagger';
import { SystemGroupRecord, SystemTagRecord } from '../systems/system-record.dto';

/** The result of the latest scan of a system; keys in the order of compliance spec C6. */
export class TestResultRecord {
  @ApiProperty({
    format: 'uuid',
    description: 'Id of the test result',
    example: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26',
  })
  id!: string;

  @ApiProperty({ format: 'date-time', description: 'When the scan ended', example: '2026-05-26T10:20:11.853Z' })
  end_time!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Rules with the result `fail`, `error`, `unknown` or `fixed`',
    example: 12,
  })
  failed_rule_count!: number;

  @ApiProperty({
    description: "Whether the profile of the guide that was scanned supported the system's minor version then",
    example: true,
  })
  supported!: boolean;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Score from 0 to 100; null when the scanner gave none',
    example: 87.5,
  })
  score!: number | null;

  @ApiProperty({ enum: ['test_result'], description: 'Always `test_result`', example: 'test_result' })
  type!: 'test_result';

  @ApiProperty({ description: 'Name of the system', example: 'web-1.example.org' })
  display_name!: string;

  @ApiProperty({ type: [SystemGroupRecord], description: 'Inventory groups the system is in' })
  groups!: readonly SystemGroupRecord[];

  @ApiProperty({ type: [SystemTagRecord], description: 'Tags of the system' })
  tags!: readonly SystemTagRecord[];

  @ApiProperty({ type: 'integer', description: 'Major version of the operating system', example: 9 })
  os_major_version!: number;

  @ApiProperty({ type: 'integer', description: 'Minor version of the operating system', example: 4 })
  os_minor_version!: number;

  @ApiProperty({ description: 'Whether the score reaches the threshold of the policy', example: false })
  compliant!: boolean;

  @ApiProperty({ format: 'uuid', description: 'Id of the system', example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @ApiProperty({ description: 'Version of the security guide that the tailoring is of', example: '0.1.65' })
  security_guide_version!: string;
}
