import { ApiProperty } from '@nestjs/swagger';

/** A policy as the contract shows it; keys in the contract's order. */
export class PolicyRecord {
  @ApiProperty({ format: 'uuid', description: 'Id of the policy', example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  id!: string;

  @ApiProperty({ description: 'Title, unique within the organisation', example: 'CIS for the web servers' })
  title!: string;

  @ApiProperty({ description: 'What the policy is about; may be empty', example: 'Baseline of the web servers' })
  description!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why the policy exists', example: 'PCI audit 2026' })
  business_objective!: string | null;

  @ApiProperty({
    type: Number,
    minimum: 0,
    maximum: 100,
    description: 'Percentage of rules a system must pass to be compliant',
    example: 95.5,
  })
  compliance_threshold!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of systems assigned; null in the answer to creation',
    example: 12,
  })
  total_system_count!: number | null;

  @ApiProperty({ enum: ['policy'], description: 'Always `policy`', example: 'policy' })
  type!: 'policy';

  @ApiProperty({ type: 'integer', description: 'Major version of the operating system', example: 9 })
  os_major_version!: number;

  @ApiProperty({ description: 'Title of the underlying profile', example: 'CIS Benchmark for Level 2 - Server' })
  profile_title!: string;

  @ApiProperty({
    description: 'Identifier of the underlying profile',
    example: 'xccdf_org.ssgproject.content_profile_cis',
  })
  ref_id!: string;
}
