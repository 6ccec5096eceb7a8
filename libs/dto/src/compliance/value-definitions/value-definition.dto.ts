import { EnumField, StringField, UuidField } from '../../fields/fields';

/** A value that checks read, as it is shown; keys in the order of rule compliance-17. */
export class ValueDefinitionRecord {
  @UuidField('Id of the value', { example: 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11' })
  id!: string;

  @StringField('Identifier of the value', { example: 'xccdf_org.ssgproject.content_value_sshd_idle_timeout_value' })
  ref_id!: string;

  @StringField('Title of the value', { example: 'SSH session Idle time' })
  title!: string;

  @StringField('Description; may be empty', { example: 'Duration of allowed idle time.' })
  description!: string;

  @StringField('`string`, `number` or `boolean`', { example: 'number' })
  value_type!: string;

  @StringField('Default value; profiles may override it', { example: '300', nullable: true })
  default_value!: string | null;

  @EnumField('Always `value_definition`', { example: 'value_definition', values: ['value_definition'] })
  type!: 'value_definition';
}
