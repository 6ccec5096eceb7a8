import { Field } from '../fields';
import { TextField, TextListField } from './body-fields';
import { RuleTitle } from './guides.dto';
import { ListQuery } from './list-query.dto';
import { UuidParameter } from './query-fields';
import { parseUuid } from '@wardstone/pagination';

const GUIDE = { example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21' };

/** Selects the versions of a guide to compare. */
export class GuideChangesQuery extends ListQuery {
  @UuidParameter('Id of the guide to compare with; by default, the previous version', GUIDE)
  since?: string;
}

/** A rule, value or profile that differs between two guides (rule compliance-48). */
export class GuideChangeRecord {
  @Field.Uuid('Id of the rule, value or profile; if it was removed, its id in the former guide', {
    example: '3f8a1d5e-9b27-4c60-8e14-2d6c7a0b9f35',
  })
  id!: string;

  @Field.Enum('Always `guide_change`', { example: 'guide_change', values: ['guide_change'] })
  type!: 'guide_change';

  @Field.Enum('Kind of the changed object', { example: 'rule', values: ['rule', 'value', 'profile'] })
  kind!: 'rule' | 'value' | 'profile';

  @Field.String('Its identifier', { example: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow' })
  ref_id!: string;

  @RuleTitle
  title!: string;

  @Field.String('Severity of a rule; null for values and profiles', { example: 'medium', nullable: true })
  severity!: string | null;

  @Field.Enum('Kind of change', { example: 'changed', values: ['added', 'removed', 'changed'] })
  change!: 'added' | 'removed' | 'changed';

  @Field.Array(
    'What changed: `text`, `check`, `severity` and `fix` of a rule, `text` and `value` of a value, `text`, `rules` and `values` of a profile',
    { of: 'string', example: ['check', 'fix'] },
  )
  fields!: readonly string[];
}

/** Body of MovePolicies. */
export class PolicyMoveBody {
  @TextField('Id of another version of the security guide of the policies', GUIDE)
  security_guide_id!: string;

  @TextListField('Ids of the policies, at most 100', {
    example: ['6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10'],
    items: { type: 'string', format: 'uuid' },
    documented: { minItems: 1, maxItems: 100 },
    convert: (texts) => [...new Set(texts.map((text) => parseUuid(text) ?? text))],
  })
  policy_ids!: readonly string[];

  @Field.Boolean('Whether to report the effect without changing anything', { example: true, optional: true })
  dry_run?: boolean;
}

class MovedPolicy {
  @Field.Uuid('Id of the policy', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  id!: string;

  @Field.String('Title of the policy', { example: 'CIS for the web servers' })
  title!: string;

  @Field.String('Version of the guide before the move', { example: '0.1.72' })
  former_version!: string;

  @Field.Int('Number of rules added to its tailorings; a rule counts once per minor version', {
    example: 4,
    min: 0,
  })
  added_rule_count!: number;

  @Field.Int('Number of rules removed from its tailorings', { example: 2, min: 0 })
  removed_rule_count!: number;

  @Field.Array('Rules that were added by hand and are not in the guide; the first 100', { of: 'string', example: [] })
  lost_rules!: readonly string[];

  @Field.Array('Values that were set by hand and are not in the guide; the first 100', { of: 'string', example: [] })
  lost_values!: readonly string[];

  @Field.Array('Rules of exceptions, reviews and plans of the policy that are not in the guide; the first 100', {
    of: 'string',
    example: [],
  })
  lost_waivers!: readonly string[];

  @Field.Array('Minor versions of its tailorings that the new profile is not registered for', {
    of: 'integer',
    example: [],
  })
  unsupported_minor_versions!: readonly number[];

  @Field.Int('Number of systems with a result', { example: 12, min: 0 })
  reported_system_count!: number;

  @Field.Int('Number of failed rules in their newest results', { example: 40, min: 0 })
  failed_result_count!: number;

  @Field.Int('Failed rules in these results whose check is the same in the new guide, and which the policy still has', {
    example: 31,
    min: 0,
  })
  still_failed_result_count!: number;

  @Field.Int('Passed rules in these results whose check is the same in the new guide, and which the policy still has', {
    example: 2210,
    min: 0,
  })
  still_passed_result_count!: number;
}

/** Outcome of moving policies to another version of their guide (rule compliance-49). */
export class PolicyMoveRecord {
  @Field.Uuid('Id of the guide', GUIDE)
  id!: string;

  @Field.Enum('Always `policy_move`', { example: 'policy_move', values: ['policy_move'] })
  type!: 'policy_move';

  @Field.Boolean('Whether this was a dry run, which changes nothing', { example: true })
  dry_run!: boolean;

  @Field.Array('The policies, in the order given', { of: () => MovedPolicy, maxItems: 100 })
  policies!: readonly MovedPolicy[];
}
