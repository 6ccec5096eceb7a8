import { randomUUID } from 'node:crypto';
import { versionSortKey } from '../domain/version-sort-key';
import { givenGuide, givenPolicy, givenProfile, type GuideSeed } from '../../test/builders';
import { useCompliance } from '../../test/use-compliance';
import { GUIDES, aGuideDocument, importGuide } from './given-guide-document';

const { db, api } = useCompliance();

interface Listed {
  data: { id: string; title: string; version: string }[];
  meta: { total: number };
  links: Record<string, string>;
}

const aGuide = (over: Partial<GuideSeed> & { version: string }): Promise<GuideSeed> =>
  givenGuide(db, { version_sort_key: versionSortKey(over.version), ...over });

const RHEL8 = 'xccdf_org.ssgproject.content_benchmark_RHEL-8';
const DEBIAN11 = 'xccdf_org.ssgproject.content_benchmark_DEBIAN-11';
const CIS = 'xccdf_org.ssgproject.content_profile_cis';

/** Titles of a list, in its order. */
async function titles(query: string, path = GUIDES): Promise<string[]> {
  const { body } = await api.get(`${path}?limit=100&${query}`).expect(200);
  return (body as Listed).data.map(({ title }) => title);
}

async function refusal(query: string, path = GUIDES): Promise<string> {
  const { body } = await api.get(`${path}?${query}`).expect(422);
  return (body as { errors: string[] }).errors.join();
}

const toFilter = (text: string): string => `filter=${encodeURIComponent(text)}`;

let guides: Record<'old' | 'new' | 'newest' | 'debian', GuideSeed>;

beforeAll(async () => {
  guides = {
    old: await aGuide({ ref_id: RHEL8, version: '0.1.9', title: 'beta' }),
    new: await aGuide({ ref_id: RHEL8, version: '0.1.10', title: 'alpha' }),
    newest: await aGuide({ ref_id: RHEL8, version: '0.1.65', title: 'Gamma' }),
    debian: await aGuide({ ref_id: DEBIAN11, version: '0.1.10', title: 'delta', os_major_version: 11 }),
  };
  const ofFamily = { ref_id: CIS, description: null };
  await givenProfile(db, { ...ofFamily, security_guide_id: guides.old.id, title: 'CIS old', minors: [2, 10] });
  await givenProfile(db, { ...ofFamily, security_guide_id: guides.new.id, title: 'CIS new', minors: [2, 4] });
  await givenProfile(db, { ...ofFamily, security_guide_id: guides.newest.id, title: 'CIS newest' });
  await givenProfile(db, { ref_id: CIS, security_guide_id: guides.debian.id, title: 'CIS Debian', minors: [0] });
  await givenProfile(db, { ref_id: `${CIS}_l1`, security_guide_id: guides.new.id, title: 'CIS level 1', minors: [4] });
});

describe('GET /security_guides', () => {
  it('lists all guides in the order of their ids, for every organisation', async () => {
    expect(await titles('')).toEqual(['beta', 'alpha', 'Gamma', 'delta']);
    const { body } = await api.as({ orgId: 'another' }).get(GUIDES).expect(200);
    expect((body as Listed).meta).toEqual({ total: 4, limit: 10, offset: 0 });
  });

  it('shows a guide as GET does', async () => {
    const { body } = await api.get(`${GUIDES}?limit=1`).expect(200);
    expect((body as Listed).data[0]).toEqual({
      id: guides.old.id,
      ref_id: RHEL8,
      title: 'beta',
      version: '0.1.9',
      description: 'How to secure it',
      os_major_version: 8,
      type: 'security_guide',
    });
  });

  it.each([
    ['title', ['Gamma', 'alpha', 'beta', 'delta']],
    ['title:desc', ['delta', 'beta', 'alpha', 'Gamma']],
    ['version', ['beta', 'alpha', 'delta', 'Gamma']],
    ['version:desc', ['Gamma', 'alpha', 'delta', 'beta']],
    ['os_major_version:desc,title', ['delta', 'Gamma', 'alpha', 'beta']],
  ])('sorts by %s', async (sort, expected) => {
    expect(await titles(`sort_by=${sort}`)).toEqual(expected);
  });

  it.each([
    ['title = alpha', ['alpha']],
    ['title ~ A', ['beta', 'alpha', 'Gamma', 'delta']],
    ['title !~ "*ta"', ['alpha', 'Gamma']],
    ['version = 0.1.10', ['alpha', 'delta']],
    ['version != 0.1.10', ['beta', 'Gamma']],
    [`ref_id ^ (${DEBIAN11}, nothing)`, ['delta']],
    [`ref_id !^ (${DEBIAN11})`, ['beta', 'alpha', 'Gamma']],
    ['os_major_version = 11', ['delta']],
    [`profile_ref_id = ${CIS}_l1`, ['alpha']],
    [`not profile_ref_id = ${CIS}_l1 and os_major_version = 8`, ['beta', 'Gamma']],
    [`supported_profile = ${CIS}:2`, ['beta', 'alpha']],
    [`supported_profile = ${CIS}:4`, ['alpha']],
    [`supported_profile = ${CIS}:99999999999999999999`, []],
    [`supported_profile = ${CIS}_l1:4 or title = Gamma`, ['alpha', 'Gamma']],
  ])('filters by %s', async (filter, expected) => {
    expect(await titles(toFilter(filter))).toEqual(expected);
  });

  it.each([
    [toFilter('version ~ 1'), "Invalid parameter: the operator 'like' is not supported for field 'version'"],
    [
      toFilter('profile_ref_id != a'),
      "Invalid parameter: the operator 'ne' is not supported for field 'profile_ref_id'",
    ],
    [toFilter('supported_profile = cis'), "Invalid parameter: Value 'cis' is not valid for field 'supported_profile'"],
    [toFilter('description = a'), "Invalid parameter: Field 'description' not recognized for searching!"],
    ['sort_by=ref_id', "Result cannot be sorted by the 'ref_id' column."],
    ['limit=101', 'Invalid parameter: limit must be less than or equal to 100'],
    ['tags=a', 'found unpermitted parameter: :tags'],
  ])('refuses %s', async (query, text) => {
    expect(await refusal(query)).toBe(text);
  });

  it('pages, also beyond the end', async () => {
    const { body } = await api.get(`${GUIDES}?limit=2&offset=2&sort_by=title`).expect(200);
    expect((body as Listed).data.map(({ title }) => title)).toEqual(['beta', 'delta']);
    expect((body as Listed).links).toEqual({
      first: `${GUIDES}?limit=2&offset=0&sort_by=title`,
      last: `${GUIDES}?limit=2&offset=2&sort_by=title`,
      previous: `${GUIDES}?limit=2&offset=0&sort_by=title`,
    });
    const { body: beyond } = await api.get(`${GUIDES}?offset=9223372036854775807`).expect(200);
    expect(beyond).toMatchObject({ data: [], meta: { total: 4 } });
  });

  it('returns only ids on request', async () => {
    const { body } = await api.get(`${GUIDES}?ids_only=true&limit=1`).expect(200);
    expect((body as Listed).data).toEqual([{ id: guides.old.id }]);
  });

  it('needs the permission to read policies', async () => {
    await api.anonymous.get(GUIDES).expect(401);
    await api
      .as({ roles: ['viewer'] })
      .get(GUIDES)
      .expect(200);
  });
});

describe('GET /security_guides/os_versions', () => {
  it.each([
    ['', [8, 11]],
    [toFilter('title = delta'), [11]],
    [toFilter('title = nothing'), []],
  ])('returns the major versions there are guides for: %s', async (query, expected) => {
    const { body } = await api.get(`${GUIDES}/os_versions?${query}`).expect(200);
    expect(body).toEqual(expected);
  });

  it('accepts nothing but a filter', async () => {
    expect(await refusal('limit=1', `${GUIDES}/os_versions`)).toBe('found unpermitted parameter: :limit');
  });
});

describe('GET /security_guides/supported_profiles', () => {
  const path = `${GUIDES}/supported_profiles`;

  it('returns one record per family with the union of its minor versions', async () => {
    const { body } = await api.get(`${path}?sort_by=title`).expect(200);
    expect((body as Listed).data).toEqual([
      expect.objectContaining({ title: 'CIS Debian', os_major_version: 11, os_minor_versions: [0] }),
      expect.objectContaining({ title: 'CIS level 1', os_minor_versions: [4] }),
      {
        id: expect.any(String) as string,
        title: 'CIS new',
        description: '',
        ref_id: CIS,
        security_guide_id: guides.new.id,
        security_guide_version: '0.1.10',
        os_major_version: 8,
        os_minor_versions: [10, 4, 2],
        type: 'supported_profile',
      },
    ]);
  });

  it.each([
    ['sort_by=os_minor_versions', ['CIS Debian', 'CIS level 1', 'CIS new']],
    ['sort_by=os_major_version:desc,title:desc', ['CIS Debian', 'CIS new', 'CIS level 1']],
    [`sort_by=title&${toFilter('os_major_version != 11')}`, ['CIS level 1', 'CIS new']],
    [toFilter('title ~ debian'), ['CIS Debian']],
    [toFilter(`ref_id = ${CIS}_l1`), ['CIS level 1']],
  ])('sorts and filters: %s', async (query, expected) => {
    expect(await titles(query, path)).toEqual(expected);
  });

  it.each([
    [toFilter('title != a'), "Invalid parameter: the operator 'ne' is not supported for field 'title'"],
    ['sort_by=ref_id', "Result cannot be sorted by the 'ref_id' column."],
  ])('refuses %s', async (query, text) => {
    expect(await refusal(query, path)).toBe(text);
  });
});

describe('GET /security_guides/{id}', () => {
  it('reads a guide by its id in any spelling', async () => {
    const { body } = await api.get(`${GUIDES}/${guides.new.id.toUpperCase().replaceAll('-', '')}`).expect(200);
    expect(body).toMatchObject({ data: { id: guides.new.id, title: 'alpha' } });
  });

  it.each(['nothing', '00000000-0000-4000-9000-000000000000', RHEL8])('returns 404 for %s', async (id) => {
    const { body } = await api.get(`${GUIDES}/${id}`).expect(404);
    expect(body).toEqual({ errors: [`V2::SecurityGuide not found with ID ${id}`] });
  });

  it('accepts no parameter', async () => {
    expect(await refusal('limit=1', `${GUIDES}/${guides.new.id}`)).toBe('found unpermitted parameter: :limit');
  });
});

describe('DELETE /security_guides/{id}', () => {
  it('removes a guide with all its content, once', async () => {
    const id = await importGuide(api, aGuideDocument({ version: '4.1' }), 'os_minor_versions=1');
    const { body } = await api.delete(`${GUIDES}/${id}`).expect(202);
    expect(body).toMatchObject({ data: { id, version: '4.1', type: 'security_guide' } });
    for (const table of ['profile', 'rule', 'rule_group', 'value_definition']) {
      expect(await db.query(`SELECT 1 FROM ${table} WHERE security_guide_id = $1`, [id])).toEqual([]);
    }
    await api.delete(`${GUIDES}/${id}`).expect(404);
  });

  it('is refused while a policy of any organisation is based on the guide', async () => {
    const profile = await givenProfile(db, { security_guide_id: (await aGuide({ version: '4.2' })).id });
    await givenPolicy(db, { org_id: 'another', profile_id: profile.id });
    const { body } = await api.delete(`${GUIDES}/${profile.security_guide_id}`).expect(409);
    expect(body).toEqual({ errors: ['Security guide is in use'] });
    await api.get(`${GUIDES}/${profile.security_guide_id}`).expect(200);
  });

  it('returns 404 for an unknown guide, and 403 without the permission', async () => {
    await api.delete(`${GUIDES}/${randomUUID()}`).expect(404);
    await api
      .as({ roles: ['operator'] })
      .delete(`${GUIDES}/${guides.old.id}`)
      .expect(403);
  });
});
