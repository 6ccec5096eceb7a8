import { BASE, useCompliance } from '../../test/use-compliance';
import { givenGuide, givenProfile, type GuideSeed, type ProfileSeed } from '../../test/builders';
import { givenRule, givenRuleGroup, givenValue, type RuleGroupSeed, type RuleSeed } from '../../test/content.builders';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let guide: GuideSeed;
let profile: ProfileSeed;
let other: ProfileSeed;
let group: RuleGroupSeed;
let rules: Record<'zulu' | 'alpha' | 'mike' | 'long' | 'longer', RuleSeed>;

const LONG = 'L'.repeat(600);

beforeAll(async () => {
  guide = await givenGuide(db, { version: '0.1.65' });
  profile = await givenProfile(db, {
    security_guide_id: guide.id,
    ref_id: 'xccdf_org.ssgproject.content_profile_PCI-dss',
  });
  other = await givenProfile(db);
  group = await givenRuleGroup(db, { security_guide_id: guide.id });
  const of = { security_guide_id: guide.id };
  const value = await givenValue(db, of);
  rules = {
    zulu: await givenRule(db, {
      ...of,
      profiles: [profile],
      ref_id: 'xccdf_org.ssgproject.content_rule_z-ulu',
      title: 'Zulu',
      severity: 'low',
      precedence: 3,
      rationale: 'Because',
      identifier: { label: 'CCE-1', system: 'https://nvd.nist.gov' },
      reference_links: '[{"href":"https://a.test","label":"1.2"}]',
      value_checks: [value.id],
      remediation_available: true,
      rule_group_id: group.id,
    }),
    alpha: await givenRule(db, { ...of, title: 'alpha', severity: 'high', precedence: 1 }),
    mike: await givenRule(db, {
      ...of,
      profiles: [profile],
      title: 'Mike',
      severity: 'unknown',
      precedence: 2,
      identifier: { label: 'cce-22', system: 'https://nvd.nist.gov' },
    }),
    longer: await givenRule(db, { ...of, title: `${LONG}b`, severity: 'medium', precedence: 5 }),
    long: await givenRule(db, { ...of, title: `${LONG}a`, severity: 'info', precedence: 4 }),
  };
  await givenRule(db, { security_guide_id: other.security_guide_id, profiles: [other], title: 'of another guide' });
});

const RULES = () => `${BASE}/security_guides/${guide.id}/rules`;
const PROFILE_RULES = () => `${BASE}/security_guides/${guide.id}/profiles/${profile.id}/rules`;
const toNames = (body: { data: { id: string }[] }): string[] =>
  body.data.map(({ id }) => Object.entries(rules).find(([, rule]) => rule.id === id)?.[0] ?? id);
const list = async (path: string, query: string): Promise<string[]> =>
  toNames((await api.get(`${path}?${query}`).expect(200)).body);
const withFilter = (filter: string): string => `filter=${encodeURIComponent(filter)}`;

describe('GET /security_guides/{security_guide_id}/rules', () => {
  it('returns a record in the order of the specification', async () => {
    const { text, headers } = await api.get(`${RULES()}?${withFilter('title = Zulu')}`).expect(200);
    const { id, value_checks } = rules.zulu;

    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
    expect(text).toContain(
      `{"data":[{"id":"${id}","ref_id":"xccdf_org.ssgproject.content_rule_z-ulu","title":"Zulu","rationale":"Because",` +
        `"description":"What to do","severity":"low","precedence":3,` +
        `"identifier":{"label":"CCE-1","system":"https://nvd.nist.gov"},` +
        `"references":[{"href":"https://a.test","label":"1.2"}],"value_checks":["${value_checks[0]}"],` +
        `"remediation_available":true,"rule_group_id":"${group.id}","type":"rule","controls":[]}],"meta":{"total":1,`,
    );
  });

  it.each([
    ['', ['zulu', 'alpha', 'mike', 'longer', 'long']],
    ['sort_by=title', ['long', 'longer', 'mike', 'zulu', 'alpha']],
    ['sort_by=title:desc', ['alpha', 'zulu', 'mike', 'longer', 'long']],
    ['sort_by=severity', ['mike', 'long', 'zulu', 'longer', 'alpha']],
    ['sort_by=severity:desc', ['alpha', 'longer', 'zulu', 'mike', 'long']],
    ['sort_by=precedence', ['alpha', 'mike', 'zulu', 'long', 'longer']],
    ['sort_by=precedence:desc', ['longer', 'long', 'zulu', 'mike', 'alpha']],
    ['sort_by=remediation_available', ['alpha', 'mike', 'longer', 'long', 'zulu']],
    ['sort_by=remediationAvailable:desc', ['zulu', 'alpha', 'mike', 'longer', 'long']],
    ['sort_by=severity,precedence:desc', ['long', 'mike', 'zulu', 'longer', 'alpha']],
  ])('sorts by %j', async (query, names) => expect(await list(RULES(), query)).toEqual(names));

  it.each([
    ['title = alpha', ['alpha']],
    ['title != alpha', ['zulu', 'mike', 'longer', 'long']],
    ['title ~ U*U', []],
    ['title ~ ul', ['zulu']],
    ['title !~ L*', ['zulu', 'alpha', 'mike']],
    ['severity = high', ['alpha']],
    ['severity != high', ['zulu', 'mike', 'longer', 'long']],
    ['severity ^ (high low)', ['zulu', 'alpha']],
    ['severity !^ (high low info)', ['mike', 'longer']],
    ['severity = urgent', []],
    ['remediation_available = YES', ['zulu']],
    ['remediation_available = 0', ['alpha', 'mike', 'longer', 'long']],
    ['identifier_label = CCE-1', ['zulu']],
    ['identifier_label ~ cce', ['zulu', 'mike']],
    ['identifier_label != CCE-1', ['mike']],
    ['not identifier_label ~ cce', ['alpha', 'longer', 'long']],
  ])('filters by %j', async (filter, names) => expect(await list(RULES(), withFilter(filter))).toEqual(names));

  it('filters by the group that holds the rule', async () => {
    const digits = group.id.replaceAll('-', '').toUpperCase();

    expect(await list(RULES(), withFilter(`rule_group_id = ${digits}`))).toEqual(['zulu']);
    expect(await list(RULES(), withFilter(`rule_group_id = ${UNKNOWN}`))).toEqual([]);
  });

  it.each([
    ['remediation_available = maybe', `Value 'maybe' is not valid for field 'remediation_available'`],
    ['rule_group_id = 12', `Value '12' is not valid for field 'rule_group_id'`],
    ['rule_group_id != 12', `the operator 'ne' is not supported for field 'rule_group_id'`],
    ['remediation_available != true', `the operator 'ne' is not supported for field 'remediation_available'`],
    ['severity ~ high', `the operator 'like' is not supported for field 'severity'`],
    ['title ^ (a b)', `the operator 'in' is not supported for field 'title'`],
    ['ref_id = x', `Field 'ref_id' not recognized for searching!`],
  ])('refuses the filter %j', async (filter, text) => {
    const { body } = await api.get(`${RULES()}?${withFilter(filter)}`).expect(422);

    expect(body).toEqual({ errors: [`Invalid parameter: ${text}`] });
  });

  it('returns pages with links to the others', async () => {
    const { body } = await api.get(`${RULES()}?sort_by=precedence&limit=2&offset=2&ids_only=true`).expect(200);

    expect(body.data).toEqual([{ id: rules.zulu.id }, { id: rules.long.id }]);
    expect(body.meta).toEqual({ total: 5, limit: 2, offset: 2, sort_by: 'precedence' });
    expect(body.links.next).toBe(`${RULES()}?limit=2&offset=4&sort_by=precedence`);
  });

  it('checks filter, parent and sorting in this order', async () => {
    const ask = async (id: string, query: string, status: number) =>
      (await api.get(`${BASE}/security_guides/${id}/rules?${query}`).expect(status)).body;
    const unknown = { errors: [`V2::SecurityGuide not found with ID ${UNKNOWN}`] };

    expect(await ask(UNKNOWN, 'filter=x%3D1&sort_by=x', 422)).toEqual({
      errors: [`Invalid parameter: Field 'x' not recognized for searching!`],
    });
    expect(await ask(UNKNOWN, 'sort_by=x', 404)).toEqual(unknown);
    expect(await ask(guide.id, 'sort_by=ref_id', 422)).toEqual({
      errors: [`Result cannot be sorted by the 'ref_id' column.`],
    });
    expect(await ask('x', '', 422)).toEqual({ errors: ['Invalid parameter: security_guide_id is not permitted'] });
  });
});

describe('GET /security_guides/{security_guide_id}/rules/{rule_id}', () => {
  it.each([
    ['its id', () => rules.zulu.id],
    ['its id in another notation', () => rules.zulu.id.replaceAll('-', '').toUpperCase()],
    ['its ref_id with dashes for dots', () => 'xccdf_org-ssgproject-content_rule_z-ulu'],
    ['its ref_id', () => 'xccdf_org.ssgproject.content_rule_z-ulu'],
  ])('finds a rule by %s', async (_what, id) => {
    const { body } = await api.get(`${RULES()}/${id()}`).expect(200);

    expect(body.data).toMatchObject({ id: rules.zulu.id, type: 'rule' });
    expect(body.data).not.toHaveProperty('remediation_issue_id');
  });

  it.each([UNKNOWN, 'xccdf_org-ssgproject-content_rule_nothing', 'a%00b', 'x'.repeat(300)])(
    'returns 404 for %j',
    async (id) => {
      const { body } = await api.get(`${RULES()}/${id}`).expect(404);

      expect(body).toEqual({ errors: [`V2::Rule not found with ID ${decodeURIComponent(id).slice(0, 256)}`] });
    },
  );

  it('does not find the rules of another guide', async () => {
    const path = `${BASE}/security_guides/${other.security_guide_id}/rules/${rules.zulu.id}`;

    expect((await api.get(path).expect(404)).body).toEqual({
      errors: [`V2::Rule not found with ID ${rules.zulu.id}`],
    });
  });

  it('checks parameters before parents, and parents before the rule', async () => {
    const ask = async (guideId: string, query: string, status: number) =>
      (await api.get(`${BASE}/security_guides/${guideId}/rules/${UNKNOWN}${query}`).expect(status)).body.errors;

    expect(await ask('x', '?foo=1', 422)).toEqual(['Invalid parameter: security_guide_id is not permitted']);
    expect(await ask(UNKNOWN, '?foo=1', 422)).toEqual(['found unpermitted parameter: :foo']);
    expect(await ask(UNKNOWN, '?format=json', 404)).toEqual([`V2::SecurityGuide not found with ID ${UNKNOWN}`]);
  });
});

describe('GET /security_guides/{security_guide_id}/profiles/{profile_id}/rules', () => {
  it('lists the rules of the profile, with the id of the issue last', async () => {
    const { body, text } = await api.get(`${PROFILE_RULES()}?sort_by=title`).expect(200);

    expect(toNames(body)).toEqual(['mike', 'zulu']);
    expect(body.meta.total).toBe(2);
    expect(body.data.map((rule: { remediation_issue_id: string }) => rule.remediation_issue_id)).toEqual([
      null,
      `ssg:${guide.ref_id}|0.1.65|pci-dss|xccdf_org.ssgproject.content_rule_z-ulu`,
    ]);
    expect(text).toContain('"type":"rule","remediation_issue_id":"ssg:');
  });

  it.each([
    ['severity = low', ['zulu']],
    ['title = alpha', []],
  ])('filters by %j', async (filter, names) => expect(await list(PROFILE_RULES(), withFilter(filter))).toEqual(names));

  it('finds one rule of the profile, and none that is only in the guide', async () => {
    const { body } = await api.get(`${PROFILE_RULES()}/xccdf_org-ssgproject-content_rule_z-ulu`).expect(200);

    expect(body.data).toMatchObject({ id: rules.zulu.id, remediation_issue_id: expect.stringContaining('|pci-dss|') });
    const { id } = rules.alpha;
    expect((await api.get(`${PROFILE_RULES()}/${id}`).expect(404)).body.errors).toEqual([
      `V2::Rule not found with ID ${id}`,
    ]);
  });

  it.each(['', `/${UNKNOWN}`])('checks the chain of parents for rules%s', async (rest) => {
    const ask = async (guideId: string, profileId: string, status: number) =>
      (await api.get(`${BASE}/security_guides/${guideId}/profiles/${profileId}/rules${rest}`).expect(status)).body
        .errors;

    expect(await ask(UNKNOWN, profile.id, 404)).toEqual([`V2::SecurityGuide not found with ID ${UNKNOWN}`]);
    expect(await ask(guide.id, other.id, 404)).toEqual([`V2::Profile not found with ID ${other.id}`]);
    expect(await ask('x', 'y', 422)).toEqual(['Invalid parameter: security_guide_id is not permitted']);
    expect(await ask(guide.id, 'xccdf_org-ssgproject-content_profile_PCI-dss', 422)).toEqual([
      'Invalid parameter: profile_id is not permitted',
    ]);
  });
});
