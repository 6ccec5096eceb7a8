import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ReportNumbers } from './domain/report-numbers';

const COUNT = { type: 'integer', minimum: 0 } as const;

/** A report as it is shown; keys in the order of compliance spec C6. */
export class ReportRecord implements ReportNumbers {
  @ApiProperty({
    format: 'uuid',
    description: 'Id of the report, which is that of its policy',
    example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
  })
  id!: string;

  @ApiProperty({ description: 'Title of the policy', example: 'CIS for the web servers' })
  title!: string;

  @ApiProperty({ description: 'What the policy is about; may be empty', example: 'Baseline of the web servers' })
  description!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why the policy exists', example: 'PCI audit 2026' })
  business_objective!: string | null;

  @ApiProperty({
    type: Number,
    minimum: 0,
    maximum: 100,
    description: 'Score that a system must reach to be compliant',
    example: 95.5,
  })
  compliance_threshold!: number;

  @ApiProperty({ enum: ['report'], description: 'Always `report`', example: 'report' })
  type!: 'report';

  @ApiProperty({ type: 'integer', description: 'Major version of the operating system', example: 9 })
  os_major_version!: number;

  @ApiProperty({ description: 'Title of the underlying profile', example: 'CIS Benchmark for Level 2 - Server' })
  profile_title!: string;

  @ApiProperty({
    description: 'Identifier of the underlying profile',
    example: 'xccdf_org.ssgproject.content_profile_cis',
  })
  ref_id!: string;

  @ApiProperty({ description: 'Whether you can see all systems that the policy has', example: true })
  all_systems_exposed!: boolean;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'Compliant systems in percent of the assigned ones, rounded down; 0 when there are none',
    example: 66,
  })
  percent_compliant!: number;

  @ApiProperty({ ...COUNT, description: 'Systems assigned to the policy that you can see', example: 3 })
  assigned_system_count!: number;

  @ApiProperty({ ...COUNT, description: 'Of these, systems whose supported score reaches the threshold', example: 2 })
  compliant_system_count!: number;

  @ApiProperty({
    ...COUNT,
    description: 'Of these, systems scanned with a guide that does not support their minor version',
    example: 0,
  })
  unsupported_system_count!: number;

  @ApiProperty({ ...COUNT, description: 'Of these, systems with a result', example: 2 })
  reported_system_count!: number;

  @ApiProperty({ ...COUNT, description: 'Of these, systems without a result', example: 1 })
  never_reported_system_count!: number;
}

class FailedRuleIdentifier {
  @ApiProperty({ description: 'The identifier', example: 'CCE-80799-0' })
  label!: string;

  @ApiProperty({ description: 'Who gave it', example: 'https://nvd.nist.gov/cce/index.cfm' })
  system!: string;
}

export class FailedRuleRecord {
  @ApiProperty({ description: 'Title of the rule', example: 'Verify Group Who Owns shadow File' })
  title!: string;

  @ApiProperty({
    description: 'Identifier of the rule',
    example: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
  })
  ref_id!: string;

  @ApiPropertyOptional({
    type: FailedRuleIdentifier,
    description: 'Identifier in a public catalogue; absent without one',
  })
  identifier?: FailedRuleIdentifier;

  @ApiProperty({ description: 'Usually `high`, `medium`, `low` or `unknown`', example: 'medium' })
  severity!: string;

  @ApiProperty({ ...COUNT, description: 'Number of systems the rule failed on', example: 12 })
  count!: number;
}

export class ReportStatsRecord {
  @ApiProperty({
    type: [FailedRuleRecord],
    maxItems: 10,
    description: 'The rules that failed most: by severity, then by number of systems, unless `sort_by` says otherwise',
  })
  top_failed_rules!: readonly FailedRuleRecord[];
}
