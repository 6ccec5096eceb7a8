import { randomUUID } from 'node:crypto';
import { sampleGuide } from '../../../../../libs/scap/test/sample-guides';
import { givenGuide, givenProfile, type ProfileSeed } from '../../test/builders';
import { useCompliance } from '../../test/use-compliance';
import { GUIDES, importGuide } from './given-guide-document';

const { db, api } = useCompliance();

interface Listed {
  data: { id: string; ref_id: string; title: string; value_overrides: Record<string, string> }[];
  meta: { total: number };
  links: Record<string, string>;
}

const PREFIX = 'xccdf_org.ssgproject.content_profile_';
const toFilter = (text: string): string => `filter=${encodeURIComponent(text)}`;

let guideId: string;
let profiles: Record<'stig' | 'pci' | 'plain', ProfileSeed>;

beforeAll(async () => {
  guideId = (await givenGuide(db)).id;
  const ofGuide = { security_guide_id: guideId };
  profiles = {
    stig: await givenProfile(db, { ...ofGuide, ref_id: `${PREFIX}stig`, title: 'STIG', value_overrides: { a: '1' } }),
    pci: await givenProfile(db, { ...ofGuide, ref_id: `${PREFIX}pci-dss`, title: 'PCI-DSS', description: null }),
    plain: await givenProfile(db, { ...ofGuide, ref_id: `${PREFIX}plain`, title: '[DRAFT] plain' }),
  };
  await givenProfile(db, { title: 'of another guide' });
});

const list = async (query: string): Promise<Listed> => {
  const { body } = await api.get(`${GUIDES}/${guideId}/profiles?${query}`).expect(200);
  return body as Listed;
};
const titles = async (query: string): Promise<string[]> => (await list(query)).data.map(({ title }) => title);

describe('GET /security_guides/{id}/profiles', () => {
  it('lists only the profiles of the guide, sorted by id', async () => {
    const { data, meta, links } = await list('');
    expect(data.map(({ title }) => title)).toEqual(['STIG', 'PCI-DSS', '[DRAFT] plain']);
    expect(meta).toEqual({ total: 3, limit: 10, offset: 0 });
    const path = `${GUIDES}/${guideId}/profiles?limit=10&offset=0`;
    expect(links).toEqual({ first: path, last: path });
  });

  it('has the fields of the contract, an absent description as empty text', async () => {
    const { data } = await list('');
    expect(data[0]).toEqual({
      id: profiles.stig.id,
      ref_id: `${PREFIX}stig`,
      title: 'STIG',
      description: 'The profile of the benchmark',
      value_overrides: { a: '1' },
      type: 'profile',
    });
    expect(data[1]).toMatchObject({ description: '', value_overrides: {} });
  });

  it.each([
    ['title', ['PCI-DSS', 'STIG', '[DRAFT] plain']],
    ['title:desc', ['[DRAFT] plain', 'STIG', 'PCI-DSS']],
  ])('sorts by %s, by bytes', async (sort, expected) => {
    expect(await titles(`sort_by=${sort}`)).toEqual(expected);
  });

  it.each([
    ['title = STIG', ['STIG']],
    ['title != STIG', ['PCI-DSS', '[DRAFT] plain']],
    ['title <> STIG and title != PCI-DSS', ['[DRAFT] plain']],
    [`ref_id = ${PREFIX}pci-dss`, ['PCI-DSS']],
    [`ref_id = "${PREFIX}pci-dss" or title = STIG`, ['STIG', 'PCI-DSS']],
    ['title = nothing', []],
  ])('filters by %s', async (filter, expected) => {
    expect(await titles(toFilter(filter))).toEqual(expected);
  });

  it.each([
    ['sort_by=ref_id', "Result cannot be sorted by the 'ref_id' column."],
    ['limit=101', 'Invalid parameter: limit must be less than or equal to 100'],
    [toFilter('title ~ s'), "Invalid parameter: the operator 'like' is not supported for field 'title'"],
    [toFilter('os_major_version = 8'), "Invalid parameter: Field 'os_major_version' not recognized for searching!"],
  ])('refuses %s', async (query, text) => {
    const { body } = await api.get(`${GUIDES}/${guideId}/profiles?${query}`).expect(422);
    expect(body).toEqual({ errors: [text] });
  });

  it('returns pages, and only ids on request', async () => {
    const { data, links } = await list('limit=2&ids_only=true');
    expect(data).toEqual([{ id: profiles.stig.id }, { id: profiles.pci.id }]);
    expect(links['next']).toBe(`${GUIDES}/${guideId}/profiles?limit=2&offset=2`);
  });

  it('checks the filter before the guide, and the guide before the order', async () => {
    const unknown = `${GUIDES}/${randomUUID()}/profiles`;
    await api.get(`${unknown}?${toFilter('foo')}&sort_by=foo`).expect(422);
    const { body } = await api.get(`${unknown}?sort_by=foo`).expect(404);
    expect((body as { errors: string[] }).errors[0]).toMatch(/^V2::SecurityGuide not found with ID /);
  });

  it('refuses a guide id that is not a UUID', async () => {
    const { body } = await api.get(`${GUIDES}/rhel8/profiles`).expect(422);
    expect(body).toEqual({ errors: ['Invalid parameter: security_guide_id is not permitted'] });
  });
});

describe('GET /security_guides/{id}/profiles with all operators allowed', () => {
  const extended = useCompliance({ FILTER_OPERATORS: 'extended' });

  it('accepts the operators for patterns, lists and presence', async () => {
    const guide = await givenGuide(extended.db);
    await givenProfile(extended.db, { security_guide_id: guide.id, title: 'STIG', ref_id: 'stig' });
    await givenProfile(extended.db, { security_guide_id: guide.id, title: 'CIS', ref_id: 'cis' });
    const filtered = async (filter: string): Promise<number> => {
      const { body } = await extended.api.get(`${GUIDES}/${guide.id}/profiles?${toFilter(filter)}`).expect(200);
      return (body as Listed).meta.total;
    };
    expect([await filtered('title ~ st*'), await filtered('ref_id !^ (cis)'), await filtered('has title')]).toEqual([
      1, 1, 2,
    ]);
  });
});

describe('GET /security_guides/{id}/profiles/{id}', () => {
  it.each([
    ['its id', () => profiles.pci.id],
    ['its ref_id with dashes for dots', () => 'xccdf_org-ssgproject-content_profile_pci-dss'],
    ['its ref_id as it is', () => `${PREFIX}pci-dss`],
  ])('reads a profile by %s', async (_name, id) => {
    const { body } = await api.get(`${GUIDES}/${guideId}/profiles/${id()}`).expect(200);
    expect(body).toMatchObject({ data: { id: profiles.pci.id, title: 'PCI-DSS', description: '', type: 'profile' } });
  });

  it('does not find a profile of another guide', async () => {
    const other = await givenProfile(db, {});
    const { body } = await api.get(`${GUIDES}/${guideId}/profiles/${other.id}`).expect(404);
    expect(body).toEqual({ errors: [`V2::Profile not found with ID ${other.id}`] });
  });

  it('names the guide when that is unknown', async () => {
    const unknown = randomUUID();
    const { body } = await api.get(`${GUIDES}/${unknown}/profiles/x`).expect(404);
    expect(body).toEqual({ errors: [`V2::SecurityGuide not found with ID ${unknown}`] });
  });
});

describe('PUT /security_guides/{id}/profiles/{id}/os_minor_versions', () => {
  const put = (id: string, body: object) =>
    api
      .put(`${GUIDES}/${guideId}/profiles/${id}/os_minor_versions`)
      .set('Content-Type', 'application/vnd.api+json')
      .send(JSON.stringify(body));
  const getMinors = async (profileId: string): Promise<number[]> => {
    const rows = await db.query<{ os_minor_version: number }>(
      'SELECT os_minor_version FROM profile_os_minor_version WHERE profile_id = $1 ORDER BY 1',
      [profileId],
    );
    return rows.map((row) => row.os_minor_version);
  };

  it('replaces what is registered for that profile', async () => {
    const { body } = await put(profiles.stig.id, { os_minor_versions: [4, 0, 4] }).expect(202);
    expect(body).toMatchObject({ data: { id: profiles.stig.id, type: 'profile' } });
    expect(await getMinors(profiles.stig.id)).toEqual([0, 4]);
    await put(profiles.stig.id, { os_minor_versions: [4, 5] }).expect(202);
    expect(await getMinors(profiles.stig.id)).toEqual([4, 5]);
    await put(profiles.stig.id, { os_minor_versions: [] }).expect(202);
    expect(await getMinors(profiles.stig.id)).toEqual([]);
    expect(await getMinors(profiles.pci.id)).toEqual([]);
  });

  it('accepts registrations of one profile at once', async () => {
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => put(profiles.plain.id, { os_minor_versions: [n, n + 1] })),
    );
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const [first, second] = await getMinors(profiles.plain.id);
    expect(second).toBe(first! + 1);
  });

  it.each([
    [{}, 'Invalid parameter: os_minor_versions must be an array'],
    [{ os_minor_versions: '1' }, 'Invalid parameter: os_minor_versions must be an array'],
    [{ os_minor_versions: ['1'] }, 'Invalid parameter: os_minor_versions must be an integer'],
    [{ os_minor_versions: [100_000] }, 'Invalid parameter: os_minor_versions must be less than or equal to 99999'],
    [{ os_minor_versions: [], title: 'x' }, 'found unpermitted parameter: :title'],
  ])('refuses %j', async (given, text) => {
    const { body } = await put(randomUUID(), given).expect(422);
    expect(body).toEqual({ errors: [text] });
  });

  it('returns 404 for an unknown profile, and 403 without the permission', async () => {
    await put(randomUUID(), { os_minor_versions: [] }).expect(404);
    await api
      .as({ roles: ['operator'] })
      .put(`${GUIDES}/${guideId}/profiles/${profiles.pci.id}/os_minor_versions`)
      .expect(403);
  });
});

it('lists the profiles of a real guide with values that are defined in it', async () => {
  const id = await importGuide(api, sampleGuide('debian11'));
  const { body } = await api.get(`${GUIDES}/${id}/profiles?sort_by=title`).expect(200);
  const { data, meta } = body as Listed;
  expect(meta.total).toBe(5);
  expect(
    data.map(({ ref_id, value_overrides }) => [ref_id.replace(PREFIX, ''), Object.keys(value_overrides).length]),
  ).toEqual([
    ['anssi_np_nt28_average', 4],
    ['anssi_np_nt28_high', 4],
    ['anssi_np_nt28_minimal', 0],
    ['anssi_np_nt28_restrictive', 4],
    ['standard', 4],
  ]);
  const ids = data.flatMap(({ value_overrides }) => Object.keys(value_overrides));
  const known = await db.query(
    'SELECT 1 FROM value_definition v WHERE v.security_guide_id = $1 AND v.id = ANY($2::uuid[])',
    [id, ids],
  );
  expect(known).toHaveLength(new Set(ids).size);
});
