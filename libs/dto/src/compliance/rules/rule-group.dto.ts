import { EnumField, IntField, StringField, UuidField } from '../../fields/fields';

/** A rule group as it is shown; keys in the order of rule compliance-17. */
export class RuleGroupRecord {
  @UuidField('Id of the group', { example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820' })
  id!: string;

  @StringField('Identifier of the group', { example: 'xccdf_org.ssgproject.content_group_network' })
  ref_id!: string;

  @StringField('Title of the group', { example: 'Network Configuration and Firewalls' })
  title!: string;

  @StringField('Why the group exists', { example: 'Most systems must be connected to a network.', nullable: true })
  rationale!: string | null;

  @StringField('Description; may be empty', { example: 'How to configure the network.' })
  description!: string;

  @IntField('Position in the guide, from 0', { example: 42, min: 0 })
  precedence!: number;

  @EnumField('Always `rule_group`', { example: 'rule_group', values: ['rule_group'] })
  type!: 'rule_group';
}
