import { BASE, useCompliance } from '../../test/use-compliance';
import {
  givenGuide,
  givenPolicy,
  givenProfile,
  type GuideSeed,
  type PolicySeed,
  type ProfileSeed,
} from '../../test/builders';
import { givenRule, givenRuleGroup } from '../../test/content.builders';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let guide: GuideSeed;
let profile: ProfileSeed;
let policy: PolicySeed;

/** Refids of groups and rules instead of ids, as nested arrays: `['group', …]`. */
type Outline = string | [string, ...Outline[]];

const names = new Map<string, string>();
const outline = (nodes: { id: string; type: string; children?: [] }[]): Outline[] =>
  nodes.map(({ id, type, children }) =>
    type === 'rule' ? names.get(id)! : [names.get(id)!, ...outline(children ?? [])],
  );
const treeAt = async (path: string): Promise<Outline[]> => outline((await api.get(`${BASE}${path}`).expect(200)).body);

beforeAll(async () => {
  guide = await givenGuide(db);
  const of = { security_guide_id: guide.id };
  profile = await givenProfile(db, { ...of, ref_id: 'xccdf_org.test_profile_p-1', minors: [4] });
  const remember = <T extends { id: string }>(name: string, item: T): T => {
    names.set(item.id, name);
    return item;
  };
  const system = remember('system', await givenRuleGroup(db, { ...of, precedence: 0 }));
  const ssh = remember('ssh', await givenRuleGroup(db, { ...of, precedence: 3, parent: system }));
  const disks = remember('disks', await givenRuleGroup(db, { ...of, precedence: 1, parent: system }));
  remember('empty', await givenRuleGroup(db, { ...of, precedence: 2, parent: disks }));
  const ruleIn = async (name: string, group: { id: string } | null, precedence: number, profiles: ProfileSeed[]) =>
    remember(name, await givenRule(db, { ...of, precedence, profiles, rule_group_id: group && group.id }));
  await ruleIn('ssh 2', ssh, 2, [profile]);
  await ruleIn('ssh 1', ssh, 1, []);
  await ruleIn('system 0', system, 0, [profile]);
  await ruleIn('homeless', null, 4, [profile]);
  policy = await givenPolicy(db, { profile_id: profile.id });
});

describe('GET /security_guides/{security_guide_id}/rule_tree', () => {
  it('returns the groups by precedence, sub-groups before rules, without rules of no group', async () => {
    expect(await treeAt(`/security_guides/${guide.id}/rule_tree`)).toEqual([
      ['system', ['disks', ['empty']], ['ssh', 'ssh 1', 'ssh 2'], 'system 0'],
    ]);
  });

  it('returns a bare array in the media type of the contract', async () => {
    const { text, headers } = await api.get(`${BASE}/security_guides/${guide.id}/rule_tree`).expect(200);

    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
    expect(text).toMatch(/^\[\{"id":"[^"]+","type":"rule_group","children":\[.*\{"id":"[^"]+","type":"rule"\}\]\}\]$/);
  });

  it.each([UNKNOWN, 'x'])('returns 404 for the guide %s', async (id) => {
    const { body } = await api.get(`${BASE}/security_guides/${id}/rule_tree`).expect(404);

    expect(body).toEqual({ errors: [`V2::SecurityGuide not found with ID ${id}`] });
  });

  it('accepts no parameters', async () => {
    const { body } = await api.get(`${BASE}/security_guides/${guide.id}/rule_tree?limit=1`).expect(422);

    expect(body).toEqual({ errors: ['found unpermitted parameter: :limit'] });
  });
});

describe('GET /security_guides/{security_guide_id}/profiles/{profile_id}/rule_tree', () => {
  it.each([() => profile.id, () => 'xccdf_org-test_profile_p-1'])(
    'returns all groups, but only rules of the profile',
    async (id) => {
      expect(await treeAt(`/security_guides/${guide.id}/profiles/${id()}/rule_tree`)).toEqual([
        ['system', ['disks', ['empty']], ['ssh', 'ssh 2'], 'system 0'],
      ]);
    },
  );

  it('checks the chain of parents', async () => {
    const ask = async (guideId: string, id: string, status: number) =>
      (await api.get(`${BASE}/security_guides/${guideId}/profiles/${id}/rule_tree`).expect(status)).body.errors;

    expect(await ask('x', profile.id, 422)).toEqual(['Invalid parameter: security_guide_id is not permitted']);
    expect(await ask(UNKNOWN, profile.id, 404)).toEqual([`V2::SecurityGuide not found with ID ${UNKNOWN}`]);
    expect(await ask((await givenGuide(db)).id, profile.id, 404)).toEqual([
      `V2::Profile not found with ID ${profile.id}`,
    ]);
    expect(await ask(guide.id, 'x%00', 404)).toEqual(['V2::Profile not found with ID x\0']);
  });
});

describe('GET /policies/{policy_id}/tailorings/{tailoring_id}/rule_tree', () => {
  it('returns all groups, but only rules of the tailoring', async () => {
    const tailorings = `${BASE}/policies/${policy.id}/tailorings`;
    await api.post(tailorings).send({ os_minor_version: 4 }).expect(201);
    const removed = [...names].find(([, name]) => name === 'system 0')![0];
    await api.delete(`${tailorings}/4/rules/${removed}`).expect(202);

    expect(await treeAt(`/policies/${policy.id}/tailorings/4/rule_tree`)).toEqual([
      ['system', ['disks', ['empty']], ['ssh', 'ssh 2']],
    ]);
  });

  it('checks policy and tailoring', async () => {
    const ask = async (policyId: string, id: string, status: number) =>
      (await api.get(`${BASE}/policies/${policyId}/tailorings/${id}/rule_tree`).expect(status)).body.errors;

    expect(await ask('x', '4', 422)).toEqual(['Invalid parameter: policy_id is not permitted']);
    expect(await ask(UNKNOWN, '4', 404)).toEqual([`V2::Policy not found with ID ${UNKNOWN}`]);
    expect(await ask(policy.id, 'x', 404)).toEqual(['V2::Tailoring not found with ID x']);
  });
});
