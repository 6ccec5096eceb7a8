import { ApiProperty } from '@nestjs/swagger';

class RuleIdentifier {
  @ApiProperty({ description: 'The identifier', example: 'CCE-80799-0' })
  label!: string;

  @ApiProperty({ description: 'Who gave it', example: 'https://nvd.nist.gov/cce/index.cfm' })
  system!: string;
}

class RuleReference {
  @ApiProperty({ description: 'Address of the standard', example: 'https://www.cisecurity.org/controls/' })
  href!: string;

  @ApiProperty({ description: 'Place in the standard', example: '6.1.3' })
  label!: string;
}

/** A rule as it is shown; keys in the order of compliance spec C3. */
export class RuleRecord {
  @ApiProperty({ format: 'uuid', description: 'Id of the rule', example: '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153' })
  id!: string;

  @ApiProperty({
    description: 'Identifier of the rule',
    example: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
  })
  ref_id!: string;

  @ApiProperty({ description: 'Title of the rule', example: 'Verify Group Who Owns shadow File' })
  title!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the rule exists',
    example: 'The file contains hashes of passwords.',
  })
  rationale!: string | null;

  @ApiProperty({ description: 'What the rule asks for', example: 'The group owner of /etc/shadow is root.' })
  description!: string;

  @ApiProperty({ description: 'Usually `high`, `medium`, `low`, `info` or `unknown`', example: 'medium' })
  severity!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Place in the guide, from 0', example: 760 })
  precedence!: number;

  @ApiProperty({ type: RuleIdentifier, nullable: true, description: 'Identifier in a public catalogue' })
  identifier!: RuleIdentifier | null;

  @ApiProperty({ type: [RuleReference], description: 'Where standards ask for the same' })
  references!: readonly RuleReference[];

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'Ids of the value definitions that the check reads',
    example: ['d6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11'],
  })
  value_checks!: readonly string[];

  @ApiProperty({ description: 'Whether the guide has a playbook that puts things right', example: true })
  remediation_available!: boolean;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id of the rule group that holds the rule',
    example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820',
  })
  rule_group_id!: string | null;

  @ApiProperty({ enum: ['rule'], description: 'Always `rule`', example: 'rule' })
  type!: 'rule';
}

export const RemediationIssue = (): PropertyDecorator =>
  ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the issue in remediations; null without one',
    example:
      'ssg:xccdf_org.ssgproject.content_benchmark_RHEL-8|0.1.65|cis|xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
  });

/** A rule as part of a profile. */
export class ProfileRuleRecord extends RuleRecord {
  @RemediationIssue()
  remediation_issue_id!: string | null;
}
