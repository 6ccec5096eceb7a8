import { field } from '../fields/registry';
import { Field } from '../fields';
import { rule } from '../fields/rules';
import { RuleControls } from './frameworks.dto';
import { FlagParameter, parseInteger, listItems, Misread, queryField, scalarText } from './query-fields';

/** A rule group in responses; keys in the order of rule compliance-17. */
export class RuleGroupRecord {
  @Field.Uuid('Id of the group', { example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820' })
  id!: string;

  @Field.String('Identifier of the group', { example: 'xccdf_org.ssgproject.content_group_network' })
  ref_id!: string;

  @Field.String('Title of the group', { example: 'Network Configuration and Firewalls' })
  title!: string;

  @Field.String('Why the group exists', { example: 'Most systems must be connected to a network.', nullable: true })
  rationale!: string | null;

  @Field.String('Description; may be empty', { example: 'How to configure the network.' })
  description!: string;

  @Field.Int('Position in the guide, from 0', { example: 42, min: 0 })
  precedence!: number;

  @Field.Enum('Always `rule_group`', { example: 'rule_group', values: ['rule_group'] })
  type!: 'rule_group';
}

/** A node of a rule tree in responses (rule compliance-21). */
export class RuleTreeNodeRecord {
  @Field.Uuid('Id of the rule group or the rule', { example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820' })
  id!: string;

  @Field.Enum('Kind of node', { example: 'rule_group', values: ['rule_group', 'rule'] })
  type!: 'rule_group' | 'rule';

  @Field.Array('Children of a group: sub-groups, then rules, each by precedence; absent for rules', {
    of: () => RuleTreeNodeRecord,
    optional: true,
  })
  children?: RuleTreeNodeRecord[];
}

export class RuleIdentifier {
  @Field.String('The identifier', { example: 'CCE-80799-0' })
  label!: string;

  @Field.String('Issuer', { example: 'https://nvd.nist.gov/cce/index.cfm' })
  system!: string;
}

export class RuleReference {
  @Field.String('URL of the standard', { example: 'https://www.cisecurity.org/controls/' })
  href!: string;

  @Field.String('Section of the standard', { example: '6.1.3' })
  label!: string;
}

export const RuleRefId = Field.String('Identifier of the rule', {
  example: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
});

export const RuleGroupId = Field.Uuid('Id of the rule group that holds the rule', {
  example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820',
  nullable: true,
});

export const RuleTitle = Field.String('Title of the rule', { example: 'Verify Group Who Owns shadow File' });

export const RuleRationale = Field.String('Why the rule exists', {
  example: 'The file contains hashes of passwords.',
  nullable: true,
});

export const RuleDescription = Field.String('Requirement of the rule', {
  example: 'The group owner of /etc/shadow is root.',
});

export const RuleSeverity = Field.String('Usually `high`, `medium`, `low`, `info` or `unknown`', { example: 'medium' });

export const RulePrecedence = Field.Int('Position in the guide, from 0', { example: 760, min: 0 });

export const RuleIdentifierField = Field.Object('Identifier in a public catalogue', {
  nullable: true,
  of: () => RuleIdentifier,
});

export const RuleReferences = Field.Array('References to standards', { of: () => RuleReference });

export const RuleControlsField = Field.Array('Controls that the references of the rule name, by framework', {
  of: () => RuleControls,
});

export const RemediationIssueId = Field.String('Remediation issue id; null if there is none', {
  example:
    'ssg:xccdf_org.ssgproject.content_benchmark_RHEL-8|0.1.65|cis|xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
  nullable: true,
});

/** A rule in responses; keys in the order of rule compliance-17. */
export class RuleRecord {
  @Field.Uuid('Id of the rule', { example: '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153' })
  id!: string;

  @RuleRefId
  ref_id!: string;

  @RuleTitle
  title!: string;

  @RuleRationale
  rationale!: string | null;

  @RuleDescription
  description!: string;

  @RuleSeverity
  severity!: string;

  @RulePrecedence
  precedence!: number;

  @RuleIdentifierField
  identifier!: RuleIdentifier | null;

  @RuleReferences
  references!: readonly RuleReference[];

  @Field.Array('Ids of the value definitions that the check uses', {
    example: ['d6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11'],
    of: 'uuid',
  })
  value_checks!: readonly string[];

  @Field.Boolean('Whether the guide contains a remediation playbook', { example: true })
  remediation_available!: boolean;

  @RuleGroupId
  rule_group_id!: string | null;

  @Field.Enum('Always `rule`', { example: 'rule', values: ['rule'] })
  type!: 'rule';

  @RuleControlsField
  controls!: readonly RuleControls[];
}

/** A rule as part of a profile. */
export class ProfileRuleRecord extends RuleRecord {
  @RemediationIssueId
  remediation_issue_id!: string | null;
}

/** A profile in responses; keys in the order of the contract. */
export class ProfileRecord {
  @Field.Uuid('Id of the profile', { example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77' })
  id!: string;

  @Field.String('Identifier of the profile', { example: 'xccdf_org.ssgproject.content_profile_cis' })
  ref_id!: string;

  @Field.String('Title of the profile', { example: 'CIS Benchmark for Level 2 - Server' })
  title!: string;

  @Field.String('Description; may be empty', { example: 'Baseline of the CIS.' })
  description!: string;

  @Field.TextMap('Values that the profile overrides: id of the value definition -> text', {
    example: { 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11': '300' },
  })
  value_overrides!: Record<string, string>;

  @Field.Enum('Always `profile`', { example: 'profile', values: ['profile'] })
  type!: 'profile';
}

const MAX_VERSION = 99_999;
const MAX_MINORS = 100;

/** The schema of a version of an operating system. */
export const VERSION_SCHEMA = { type: 'integer', minimum: 0, maximum: MAX_VERSION };
export const MINORS_SCHEMA = { type: 'array', items: VERSION_SCHEMA, maxItems: MAX_MINORS };

/** Error of an operating system version; undefined for none. */
export function versionProblem(value: unknown): string | undefined {
  if (!Number.isInteger(value)) return 'must be an integer';
  if ((value as number) < 0) return 'must be greater than or equal to 0';
  return (value as number) > MAX_VERSION ? `must be less than or equal to ${MAX_VERSION}` : undefined;
}

/** Error of a list of distinct minor versions; undefined for none. */
export function minorsProblem(values: readonly unknown[]): string | undefined {
  const problem = values.map(versionProblem).find((found) => found !== undefined);
  if (problem !== undefined) return problem;
  return values.length > MAX_MINORS ? `can not have more than ${MAX_MINORS} elements` : undefined;
}

/** Body of the registration of minor versions. */
export class MinorVersionsBody {
  @field<readonly number[]>(
    'Minor versions of the operating system that the profile supports; replaces all registered ones',
    { example: [0, 1, 4] },
    {
      type: { kind: 'list', items: 'integer' },
      rules: [rule('minorVersions', (value) => (Array.isArray(value) ? minorsProblem(value) : 'must be an array'))],
      schema: MINORS_SCHEMA,
      // Sorted and without duplicates.
      convert: (value) =>
        Array.isArray(value) && value.every((minor) => versionProblem(minor) === undefined)
          ? [...new Set(value as number[])].sort((a, b) => a - b)
          : value,
    },
  )
  os_minor_versions!: number[];
}

function checked<T>(value: T, problem: string | undefined): T {
  if (problem !== undefined) throw new Misread(problem);
  return value;
}

function getVersion(text: string | undefined): number {
  const version = Number(parseInteger(text));
  return checked(version, versionProblem(version));
}

/** Parameters of the import of a guide (rule compliance-29). */
export class GuideImportQuery {
  @queryField<number>(
    'Major version of the operating system; required when the benchmark id does not contain it',
    { type: { kind: 'integer' }, schema: VERSION_SCHEMA, read: (entries) => getVersion(scalarText(entries)) },
    { example: 9 },
  )
  os_major_version?: number;

  /** Sorted and without duplicates. */
  @queryField<readonly number[]>(
    'Minor versions, repeated or separated by commas, that every profile of the guide supports; they are added to ' +
      'the registered ones',
    {
      type: { kind: 'list', items: 'integer' },
      schema: MINORS_SCHEMA,
      read: (entries) => {
        const minors = [...new Set(listItems(entries, ',').map(getVersion))];
        return checked(minors, minorsProblem(minors)).sort((a, b) => a - b);
      },
    },
    { example: [0, 1, 2] },
  )
  os_minor_versions?: number[];

  @FlagParameter('Whether other content under the same id and version replaces the stored one', {
    example: false,
    default: false,
  })
  replace!: boolean;
}

/** Import details beside the guide. */
export class GuideImportMeta {
  @Field.Array('Minor versions that a profile of the guide did not support before, ascending', {
    example: [0, 1, 2],
    of: 'integer',
  })
  os_minor_versions_added!: number[];
}

/** A security guide in responses; keys in the order of rule compliance-16. */
export class SecurityGuideRecord {
  @Field.Uuid('Id of the guide', { example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21' })
  id!: string;

  @Field.String('Identifier of the benchmark', { example: 'xccdf_org.ssgproject.content_benchmark_RHEL-9' })
  ref_id!: string;

  @Field.String('Title of the guide', { example: 'Guide to the Secure Configuration of Red Hat Enterprise Linux 9' })
  title!: string;

  @Field.String('Version of the guide', { example: '0.1.65' })
  version!: string;

  @Field.String('Description; may be empty', { example: 'A catalog of security settings.' })
  description!: string;

  @Field.Int('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @Field.Enum('Always `security_guide`', { example: 'security_guide', values: ['security_guide'] })
  type!: 'security_guide';
}

/** A family of profiles and the minor versions it supports; keys in the order of rule compliance-16. */
export class SupportedProfileRecord {
  @Field.Uuid('Id of the profile in the newest guide version that registers a minor version', {
    example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77',
  })
  id!: string;

  @Field.String('Title of the profile', { example: 'CIS Benchmark for Level 2 - Server' })
  title!: string;

  @Field.String('Description; may be empty', { example: 'Baseline of the CIS.' })
  description!: string;

  @Field.String('Identifier shared by all profiles of the family', {
    example: 'xccdf_org.ssgproject.content_profile_cis',
  })
  ref_id!: string;

  @Field.Uuid('Id of the newest guide version', { example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21' })
  security_guide_id!: string;

  @Field.String('The newest guide version', { example: '0.1.65' })
  security_guide_version!: string;

  @Field.Int('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @Field.Array('Minor versions registered in any guide version, greatest first', { example: [2, 1, 0], of: 'integer' })
  os_minor_versions!: number[];

  @Field.Enum('Always `supported_profile`', { example: 'supported_profile', values: ['supported_profile'] })
  type!: 'supported_profile';
}

/** A value that checks read, in responses; keys in the order of rule compliance-17. */
export class ValueDefinitionRecord {
  @Field.Uuid('Id of the value', { example: 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11' })
  id!: string;

  @Field.String('Identifier of the value', { example: 'xccdf_org.ssgproject.content_value_sshd_idle_timeout_value' })
  ref_id!: string;

  @Field.String('Title of the value', { example: 'SSH session Idle time' })
  title!: string;

  @Field.String('Description; may be empty', { example: 'Duration of allowed idle time.' })
  description!: string;

  @Field.String('`string`, `number` or `boolean`', { example: 'number' })
  value_type!: string;

  @Field.String('Default value; profiles may override it', { example: '300', nullable: true })
  default_value!: string | null;

  @Field.Enum('Always `value_definition`', { example: 'value_definition', values: ['value_definition'] })
  type!: 'value_definition';
}
