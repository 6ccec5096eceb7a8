import { BASE, useCompliance } from '../../test/use-compliance';
import { givenGuide, type GuideSeed } from '../../test/builders';
import { givenRuleGroup, type RuleGroupSeed } from '../../test/content.builders';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let guide: GuideSeed;
let network: RuleGroupSeed;

const GROUPS = () => `${BASE}/security_guides/${guide.id}/rule_groups`;

beforeAll(async () => {
  guide = await givenGuide(db);
  const of = { security_guide_id: guide.id };
  network = await givenRuleGroup(db, { ...of, title: 'Network', rationale: 'Because', precedence: 2 });
  await givenRuleGroup(db, { ...of, title: 'Accounts', precedence: 1, ref_id: 'xccdf_group_accounts' });
  await givenRuleGroup(db, { ...of, title: 'SSH', precedence: 3, parent: network });
  await givenRuleGroup(db, { security_guide_id: (await givenGuide(db)).id, title: 'of another guide' });
});

describe('GET /security_guides/{security_guide_id}/rule_groups', () => {
  it.each([
    ['', ['Network', 'Accounts', 'SSH']],
    ['sort_by=precedence', ['Accounts', 'Network', 'SSH']],
    ['sort_by=precedence:desc', ['SSH', 'Network', 'Accounts']],
    ['filter=title%3DSSH', ['SSH']],
    ['filter=title+~+s', ['Accounts', 'SSH']],
    ['filter=ref_id%3Dxccdf_group_accounts', ['Accounts']],
    ['filter=ref_id+!~+xccdf_group', ['Network', 'SSH']],
  ])('responds to %j', async (query, titles) => {
    const { body } = await api.get(`${GROUPS()}?${query}`).expect(200);

    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(body.meta.total).toBe(titles.length);
  });

  it.each([
    ['sort_by=title', `Result cannot be sorted by the 'title' column.`],
    ['filter=precedence%3D1', `Invalid parameter: Field 'precedence' not recognized for searching!`],
    ['filter=ref_id+^+(a)', `Invalid parameter: the operator 'in' is not supported for field 'ref_id'`],
  ])('refuses %j', async (query, text) => {
    expect((await api.get(`${GROUPS()}?${query}`).expect(422)).body).toEqual({ errors: [text] });
  });

  it('returns 404 for an unknown guide', async () => {
    const { body } = await api.get(`${BASE}/security_guides/${UNKNOWN}/rule_groups`).expect(404);

    expect(body).toEqual({ errors: [`V2::SecurityGuide not found with ID ${UNKNOWN}`] });
  });
});

describe('GET /security_guides/{security_guide_id}/rule_groups/{rule_group_id}', () => {
  it('returns the record in the order of the specification', async () => {
    const { text } = await api.get(`${GROUPS()}/${network.id}`).expect(200);

    expect(text).toBe(
      `{"data":{"id":"${network.id}","ref_id":"${network.ref_id}","title":"Network","rationale":"Because",` +
        `"description":"What it holds","precedence":2,"type":"rule_group"}}`,
    );
  });

  it.each([UNKNOWN, 'xccdf_group_accounts'])('returns 404 for %s: nothing but the id names a group', async (id) => {
    expect((await api.get(`${GROUPS()}/${id}`).expect(404)).body).toEqual({
      errors: [`V2::RuleGroup not found with ID ${id}`],
    });
  });

  it('looks for the guide first', async () => {
    const { body } = await api.get(`${BASE}/security_guides/${UNKNOWN}/rule_groups/x`).expect(404);

    expect(body).toEqual({ errors: [`V2::SecurityGuide not found with ID ${UNKNOWN}`] });
  });
});
