import { ApiProperty } from '@nestjs/swagger';

/** A value that checks read, as it is shown; keys in the order of compliance spec C3. */
export class ValueDefinitionRecord {
  @ApiProperty({ format: 'uuid', description: 'Id of the value', example: 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11' })
  id!: string;

  @ApiProperty({
    description: 'Identifier of the value',
    example: 'xccdf_org.ssgproject.content_value_sshd_idle_timeout_value',
  })
  ref_id!: string;

  @ApiProperty({ description: 'Title of the value', example: 'SSH session Idle time' })
  title!: string;

  @ApiProperty({ description: 'What the value is for; may be empty', example: 'Duration of allowed idle time.' })
  description!: string;

  @ApiProperty({ description: '`string`, `number` or `boolean`', example: 'number' })
  value_type!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The value unless a profile sets another', example: '300' })
  default_value!: string | null;

  @ApiProperty({ enum: ['value_definition'], description: 'Always `value_definition`', example: 'value_definition' })
  type!: 'value_definition';
}
