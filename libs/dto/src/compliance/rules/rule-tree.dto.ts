import { ArrayField, EnumField, UuidField } from '../../fields/fields';

/** A node of a rule tree as it is shown (rule compliance-21). */
export class RuleTreeNodeRecord {
  @UuidField({ description: 'Id of the rule group or the rule', example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820' })
  id!: string;

  @EnumField({ description: 'What the id is of', example: 'rule_group', values: ['rule_group', 'rule'] })
  type!: 'rule_group' | 'rule';

  @ArrayField({
    description: 'Of a group: its sub-groups, then its rules, each by precedence; rules have no such key',
    of: () => RuleTreeNodeRecord,
    optional: true,
  })
  children?: RuleTreeNodeRecord[];
}
