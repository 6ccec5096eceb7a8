import { ArrayField, EnumField, UuidField } from '../../fields/fields';

/** A node of a rule tree as it is shown (rule compliance-21). */
export class RuleTreeNodeRecord {
  @UuidField('Id of the rule group or the rule', { example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820' })
  id!: string;

  @EnumField('Kind of node', { example: 'rule_group', values: ['rule_group', 'rule'] })
  type!: 'rule_group' | 'rule';

  @ArrayField('Children of a group: sub-groups, then rules, each by precedence; absent for rules', {
    of: () => RuleTreeNodeRecord,
    optional: true,
  })
  children?: RuleTreeNodeRecord[];
}
