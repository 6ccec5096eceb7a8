import { ApiProperty } from '@nestjs/swagger';

/** A rule group as it is shown; keys in the order of compliance spec C3. */
export class RuleGroupRecord {
  @ApiProperty({ format: 'uuid', description: 'Id of the group', example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820' })
  id!: string;

  @ApiProperty({ description: 'Identifier of the group', example: 'xccdf_org.ssgproject.content_group_network' })
  ref_id!: string;

  @ApiProperty({ description: 'Title of the group', example: 'Network Configuration and Firewalls' })
  title!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the group exists',
    example: 'Most systems must be connected to a network.',
  })
  rationale!: string | null;

  @ApiProperty({ description: 'What the group is about; may be empty', example: 'How to configure the network.' })
  description!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Place in the guide, from 0', example: 42 })
  precedence!: number;

  @ApiProperty({ enum: ['rule_group'], description: 'Always `rule_group`', example: 'rule_group' })
  type!: 'rule_group';
}
