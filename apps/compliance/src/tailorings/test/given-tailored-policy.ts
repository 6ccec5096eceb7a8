import type { Requests, TestDatabase } from '@wardstone/testing';
import {
  givenGuide,
  givenPolicy,
  givenProfile,
  type GuideSeed,
  type PolicySeed,
  type ProfileSeed,
} from '../../test/builders';
import {
  givenRule,
  givenRuleGroup,
  givenValue,
  type RuleGroupSeed,
  type RuleSeed,
  type ValueSeed,
} from '../../test/content.builders';
import { BASE } from '../../test/use-compliance';

/** A policy on a profile of a small guide. The profile has `kept` and `dropped`, and overrides `timeout` with 300. */
export interface TailoredPolicy {
  guide: GuideSeed;
  profile: ProfileSeed;
  policy: PolicySeed;
  /** `root` holds `branch`, which holds `leaf`; `aside` is another root. */
  groups: Record<'root' | 'branch' | 'leaf' | 'aside', RuleGroupSeed>;
  /** Rules of the profile; `spare` in the leaf, `loose` in no group, `early` in the other root. */
  rules: Record<'kept' | 'dropped' | 'spare' | 'loose' | 'early', RuleSeed>;
  values: Record<'timeout' | 'banner' | 'isOn', ValueSeed>;
  /** Path of the policy's tailorings. */
  path: string;
}

export async function givenTailoredPolicy(db: TestDatabase): Promise<TailoredPolicy> {
  const guide = await givenGuide(db);
  const of = { security_guide_id: guide.id };
  const values = {
    timeout: await givenValue(db, { ...of, ref_id: 'xccdf_value_timeout', value_type: 'number' }),
    banner: await givenValue(db, { ...of, ref_id: 'xccdf_value_banner' }),
    isOn: await givenValue(db, { ...of, ref_id: 'xccdf_value_is_on', value_type: 'boolean' }),
  };
  const profile = await givenProfile(db, {
    ...of,
    title: 'CIS & Co',
    description: 'The profile <of> the benchmark',
    minors: [0, 4],
    value_overrides: { [values.timeout.id]: '300' },
  });
  const root = await givenRuleGroup(db, { ...of, ref_id: 'xccdf_group_root', precedence: 0 });
  const branch = await givenRuleGroup(db, { ...of, ref_id: 'xccdf_group_branch', precedence: 1, parent: root });
  const leaf = await givenRuleGroup(db, { ...of, ref_id: 'xccdf_group_leaf', precedence: 2, parent: branch });
  const aside = await givenRuleGroup(db, { ...of, ref_id: 'xccdf_group_aside', precedence: 3 });
  const rule = (name: string, precedence: number, group: RuleGroupSeed | null, isInProfile = false) =>
    givenRule(db, {
      ...of,
      ref_id: `xccdf_rule_${name}`,
      title: name,
      precedence,
      rule_group_id: group && group.id,
      profiles: isInProfile ? [profile] : [],
      blueprint: `[[packages]]\nname = "${name}"\nversion = "*"\n`,
    });
  const rules = {
    kept: await rule('kept', 2, aside, true),
    dropped: await rule('dropped', 3, aside, true),
    spare: await rule('spare', 5, leaf),
    loose: await rule('loose', 4, null),
    early: await rule('early', 1, aside),
  };
  const policy = await givenPolicy(db, { profile_id: profile.id });
  const groups = { root, branch, leaf, aside };
  return { guide, profile, policy, groups, rules, values, path: `${BASE}/policies/${policy.id}/tailorings` };
}

/** Creates the tailoring for a minor version; returns its id. */
export async function createTailoring(api: Requests, path: string, osMinorVersion: number): Promise<string> {
  const { body } = await api.post(path).send({ os_minor_version: osMinorVersion }).expect(201);
  return (body as { data: { id: string } }).data.id;
}
