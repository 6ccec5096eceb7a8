import { BASE, useCompliance } from '../../test/use-compliance';
import { givenPolicy, givenProfile, givenSystem, type PolicySeed } from '../../test/builders';
import { givenTestResult } from '../../test/result.builder';

const { db, api } = useCompliance();
const WEB = { id: 'g-web', name: 'web' };
const DB = { id: 'g-db', name: 'db' };

interface Listed {
  display_name: string;
}
const namesIn = (body: { data: Listed[] }): string[] => body.data.map(({ display_name }) => display_name);
const query = (parameters: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams({ limit: '100', ...parameters }).toString()}`;
const list = async (parameters: Readonly<Record<string, string>> = {}): Promise<string[]> => {
  const { body } = await api.get(`${BASE}/systems${query(parameters)}`).expect(200);
  expect(body.meta.total).toBe(body.data.length);
  return namesIn(body);
};
const filtered = async (filter: string): Promise<string[]> => (await list({ filter })).sort();
const getRefusal = async (path: string): Promise<[number, string]> => {
  const { status, body } = await api.get(`${BASE}${path}`);
  return [status, body.errors[0]];
};

let policy: PolicySeed;
let other: PolicySeed;
let profileRefId: string;

beforeAll(async () => {
  const profile = await givenProfile(db, { minors: [4, 5] });
  profileRefId = profile.ref_id;
  policy = await givenPolicy(db, { profile_id: profile.id, title: 'b policy' });
  other = await givenPolicy(db, { title: 'a policy' });
  await givenSystem(db, {
    display_name: 'alpha',
    os_minor_version: 4,
    groups: [WEB, DB],
    tags: [
      { namespace: 'ops', key: 'stage', value: 'production' },
      { namespace: 'ops', key: 'site a', value: null },
    ],
    policies: [policy, other],
  });
  const beta = await givenSystem(db, {
    display_name: 'Beta',
    os_major_version: 7,
    os_minor_version: 10,
    groups: [DB],
    tags: [{ namespace: 'ops', key: 'stage', value: 'test' }],
  });
  await givenTestResult(db, other, beta);
  await givenSystem(db, {
    display_name: 'gamma',
    os_minor_version: 5,
    tags: [
      { namespace: 'ops', key: 'stage', value: 'a/b=c' },
      { namespace: null, key: 'bare', value: 'x' },
    ],
    policies: [policy],
  });
  await givenSystem(db, { display_name: 'delta', os_major_version: 9, os_minor_version: 0, groups: [WEB] });
  await givenSystem(db, { display_name: 'theirs', org_id: 'umbrella' });
});

describe('GET /systems', () => {
  it('lists the systems of the organisation with all their policies, by title', async () => {
    const { body } = await api.get(`${BASE}/systems?sort_by=display_name:desc&limit=2&offset=2`).expect(200);

    expect(namesIn(body)).toEqual(['alpha', 'Beta']);
    expect(body.data[0].policies).toEqual([
      { id: other.id, title: 'a policy' },
      { id: policy.id, title: 'b policy' },
    ]);
    expect(body.data[1].policies).toEqual([]);
    expect(body.meta).toEqual({ total: 4, tags: [], limit: 2, offset: 2, sort_by: 'display_name:desc' });
    expect(body.links).toEqual({
      first: `${BASE}/systems?limit=2&offset=0&sort_by=display_name%3Adesc`,
      last: `${BASE}/systems?limit=2&offset=2&sort_by=display_name%3Adesc`,
      previous: `${BASE}/systems?limit=2&offset=0&sort_by=display_name%3Adesc`,
    });
  });

  it('returns only ids on request', async () => {
    const { body } = await api.get(`${BASE}/systems?ids_only=true&limit=1`).expect(200);

    expect(Object.keys(body.data[0])).toEqual(['id']);
  });

  it.each([
    ['display_name', ['Beta', 'alpha', 'delta', 'gamma']],
    ['os_major_version,display_name', ['Beta', 'alpha', 'gamma', 'delta']],
    ['os_version', ['Beta', 'alpha', 'gamma', 'delta']],
    ['os_version:desc', ['delta', 'gamma', 'alpha', 'Beta']],
    ['os_minor_version', ['delta', 'alpha', 'gamma', 'Beta']],
    ['osMinorVersion:desc', ['Beta', 'gamma', 'alpha', 'delta']],
  ])('sorts by %s', async (sort_by, expected) => {
    expect(await list({ sort_by })).toEqual(expected);
  });

  it('sorts by the name of the first group, none before all', async () => {
    expect(await list({ sort_by: 'groups,display_name' })).toEqual(['gamma', 'Beta', 'alpha', 'delta']);
    expect(await list({ sort_by: 'groups:desc,display_name' })).toEqual(['alpha', 'delta', 'Beta', 'gamma']);
  });

  it.each([
    ['display_name = alpha', ['alpha']],
    ['display_name != alpha', ['Beta', 'delta', 'gamma']],
    ['display_name ~ ET', ['Beta']],
    ['display_name !~ a*', ['Beta', 'delta', 'gamma']],
    ['os_version ^ (8.4 9.0)', ['alpha', 'delta']],
    ['os_version ^ (8.4, 9.0)', ['alpha', 'delta']],
    ['os_version ^ "8.4,9.0"', ['alpha', 'delta']],
    ['os_version ^ ("8.4, 9.0" 7.10)', ['Beta', 'alpha', 'delta']],
    ['os_version ^ 7.10', ['Beta']],
    ['os_version ^ (7.1 99999999999999999999.4)', []],
    ['os_major_version = 8', ['alpha', 'gamma']],
    ['os_major_version != 8', ['Beta', 'delta']],
    ['os_major_version ^ (7 9)', ['Beta', 'delta']],
    ['os_major_version !^ (7 9)', ['alpha', 'gamma']],
    ['os_minor_version = 10', ['Beta']],
    ['os_minor_version !^ (10)', ['alpha', 'delta', 'gamma']],
    ['assigned_or_scanned = true', ['Beta', 'alpha', 'gamma']],
    ['assigned_or_scanned = anything', ['Beta', 'alpha', 'gamma']],
    ['not assigned_or_scanned = true', ['delta']],
    ['group_name = web', ['alpha', 'delta']],
    ['group_name = We', []],
    ['group_name ^ (web db)', ['Beta', 'alpha', 'delta']],
    ['group_id = g-db', ['Beta', 'alpha']],
    ['group_id ^ (g-db nothing)', ['Beta', 'alpha']],
  ])('filters by %s', async (filter, expected) => {
    expect(await filtered(filter)).toEqual(expected);
  });

  it('filters by policies and by the profiles of policies', async () => {
    expect(await filtered(`policies = ${policy.id}`)).toEqual(['alpha', 'gamma']);
    expect(await filtered(`policies ^ (${other.id}, ${policy.id})`)).toEqual(['alpha', 'gamma']);
    expect(await filtered(`profile_ref_id != ${profileRefId}`)).toEqual(['Beta', 'delta']);
    expect(await filtered(`profile_ref_id !^ (${profileRefId} none)`)).toEqual(['Beta', 'delta']);
    expect(await filtered(`profile_ref_id != none`)).toHaveLength(4);
  });

  it.each([
    [['ops/stage=production'], ['alpha']],
    [
      ['ops/stage=production', 'ops/stage=test'],
      ['Beta', 'alpha'],
    ],
    [['ops/stage=production', 'ops/site%20a'], ['alpha']],
    [['ops/stage=test', 'ops/site%20a'], []],
    [['ops/site%20a=x'], []],
    [['ops/stage=a%2Fb%3Dc'], ['gamma']],
    [['ops/stage'], []],
    [['/bare=x'], ['gamma']],
    [['other/stage=production'], []],
    [['ops/stage=%00'], []],
    [['shapeless'], ['Beta', 'alpha', 'delta', 'gamma']],
  ])('filters by the tags %j', async (tags, expected) => {
    const given = tags.map((tag) => `tags=${encodeURIComponent(tag)}`).join('&');
    const { body } = await api.get(`${BASE}/systems?${given}`).expect(200);

    expect(namesIn(body).sort()).toEqual(expected);
    expect(body.meta.tags).toEqual(tags);
    expect(body.links.first).toBe(`${BASE}/systems?limit=10&offset=0&${given}`);
  });

  it.each([
    ['/systems?tags=ops/a=%25zz', 422, 'Invalid encoding of tag(s)'],
    ['/systems?sort_by=policies', 422, `Result cannot be sorted by the 'policies' column.`],
    [
      '/systems?filter=os_version%3D8.4',
      422,
      `Invalid parameter: the operator 'eq' is not supported for field 'os_version'`,
    ],
    ['/systems?filter=os_version%20%5E%20(8)', 422, `Invalid parameter: Value '8' is not valid for field 'os_version'`],
    ['/systems?filter=policies%3Dx', 422, `Invalid parameter: Value 'x' is not valid for field 'policies'`],
    [
      '/systems?filter=profile_ref_id%3Dx',
      422,
      `Invalid parameter: the operator 'eq' is not supported for field 'profile_ref_id'`,
    ],
    [
      '/systems?filter=never_reported%3Dtrue',
      422,
      `Invalid parameter: Field 'never_reported' is not searchable in this context`,
    ],
    [
      '/systems?filter=group_name%20~%20x',
      422,
      `Invalid parameter: the operator 'like' is not supported for field 'group_name'`,
    ],
    ['/systems/os_versions?limit=1', 422, 'found unpermitted parameter: :limit'],
    ['/systems/os_versions?filter=foo%3D1', 422, `Invalid parameter: Field 'foo' not recognized for searching!`],
    ['/policies?tags=a/b=c', 200, ''],
  ])('%s returns %i', async (path, status, text) => {
    const response = await api.get(`${BASE}${path}`);

    expect(response.status).toBe(status);
    if (status !== 200) expect(response.body).toEqual({ errors: [text] });
  });

  it('hides systems of other inventory groups', async () => {
    const inWeb = await api
      .as({ inventoryGroups: ['g-web'] })
      .get(`${BASE}/systems?sort_by=display_name`)
      .expect(200);
    const ungrouped = await api
      .as({ inventoryGroups: [null] })
      .get(`${BASE}/systems`)
      .expect(200);

    expect(namesIn(inWeb.body)).toEqual(['alpha', 'delta']);
    expect(namesIn(ungrouped.body)).toEqual(['gamma']);
    expect((await api.as({ inventoryGroups: ['g-web'] }).get(`${BASE}/systems/os_versions`)).body).toEqual([
      '8.4',
      '9.0',
    ]);
  });
});

describe('GET /systems/os_versions', () => {
  it('lists versions once, by their numbers', async () => {
    expect((await api.get(`${BASE}/systems/os_versions`).expect(200)).body).toEqual(['7.10', '8.4', '8.5', '9.0']);
    const { body } = await api.get(
      `${BASE}/systems/os_versions${query({ filter: 'group_name = web' }).replace('limit=100&', '')}`,
    );
    expect(body).toEqual(['8.4', '9.0']);
  });
});

describe('GET /policies/{policy_id}/systems', () => {
  const path = (parameters: Readonly<Record<string, string>> = {}) =>
    `${BASE}/policies/${policy.id}/systems${query(parameters)}`;

  it('lists the systems of the policy, without their policies', async () => {
    const { body } = await api.get(path({ sort_by: 'os_version:desc' })).expect(200);

    expect(namesIn(body)).toEqual(['gamma', 'alpha']);
    expect(body.data[0]).not.toHaveProperty('policies');
    expect(body.meta).toEqual({ total: 2, tags: [], limit: 100, offset: 0, sort_by: 'os_version:desc' });
    expect(namesIn((await api.get(path({ tags: 'ops/stage=production' }))).body)).toEqual(['alpha']);
    expect(namesIn((await api.get(path({ filter: 'os_minor_version = 5' }))).body)).toEqual(['gamma']);
    expect(namesIn((await api.get(path({ filter: 'group_id = g-web' }))).body)).toEqual(['alpha']);
  });

  it('lists their versions', async () => {
    expect((await api.get(`${BASE}/policies/${policy.id}/systems/os_versions`).expect(200)).body).toEqual([
      '8.4',
      '8.5',
    ]);
  });

  it.each([
    'os_version ^ (8.4)',
    'os_major_version = 8',
    'assigned_or_scanned = 1',
    'policies = x',
    'profile_ref_id != x',
  ])('refuses the filter %s', async (filter) => {
    const field = filter.split(' ')[0];

    expect(await getRefusal(`/policies/${policy.id}/systems${query({ filter })}`)).toEqual([
      422,
      `Invalid parameter: Field '${field}' is not searchable in this context`,
    ]);
  });

  it.each([
    ['/policies/abc/systems', 422, 'Invalid parameter: policy_id is not permitted'],
    [
      '/policies/11111111-2222-4333-8444-555555555555/systems?sort_by=x',
      404,
      'V2::Policy not found with ID 11111111-2222-4333-8444-555555555555',
    ],
    [
      '/policies/11111111-2222-4333-8444-555555555555/systems/os_versions',
      404,
      'V2::Policy not found with ID 11111111-2222-4333-8444-555555555555',
    ],
    [
      '/policies/11111111-2222-4333-8444-555555555555/systems?filter=x',
      422,
      `Invalid parameter: 'x' is not a valid query string`,
    ],
  ])('%s returns %i', async (where, status, text) => {
    expect(await getRefusal(where)).toEqual([status, text]);
  });

  it('cannot be sorted by a version that is the same for all', async () => {
    expect(await getRefusal(`/policies/${policy.id}/systems?sort_by=os_major_version`)).toEqual([
      422,
      `Result cannot be sorted by the 'os_major_version' column.`,
    ]);
  });
});
