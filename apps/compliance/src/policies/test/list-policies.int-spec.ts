import { BASE, useCompliance } from '../../test/use-compliance';
import { givenGuide, givenPolicy, givenProfile, givenSystem } from '../../test/builders';

const POLICIES = `${BASE}/policies`;

describe('GET /policies', () => {
  const { db, api } = useCompliance();
  const toTitles = (body: { data: { title: string }[] }): string[] => body.data.map(({ title }) => title);
  const list = async (query: string): Promise<string[]> => {
    const { body } = await api.get(`${POLICIES}?${query}`).expect(200);
    return toTitles(body);
  };

  beforeAll(async () => {
    const nine = await givenGuide(db, { ref_id: 'xccdf_org.ssgproject.content_benchmark_RHEL-9', os_major_version: 9 });
    const cis = await givenProfile(db, { ref_id: 'xccdf_profile_cis', title: 'CIS' });
    const pci = await givenProfile(db, { ref_id: 'xccdf_profile_pci', title: 'PCI', security_guide_id: nine.id });
    const bravo = await givenPolicy(db, {
      profile_id: cis.id,
      title: 'bravo',
      business_objective: 'safety',
      compliance_threshold: 33.3,
    });
    const alpha = await givenPolicy(db, { profile_id: pci.id, title: 'Alpha', compliance_threshold: 90 });
    await givenPolicy(db, { profile_id: pci.id, title: '[DRAFT] x', business_objective: 'audit' });
    await givenPolicy(db, { profile_id: cis.id, title: 'Zulu', description: '' });
    await givenSystem(db, { policies: [bravo, alpha] });
    await givenSystem(db, { policies: [alpha] });
    await givenPolicy(db, { org_id: 'umbrella', title: 'of another organisation' });
  });

  it('returns a record in the order of the contract, unrounded', async () => {
    const { text, headers } = await api.get(`${POLICIES}?filter=title%3Dbravo`).expect(200);

    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
    expect(text).toMatch(
      /^\{"data":\[\{"id":"[0-9a-f-]{36}","title":"bravo","description":"What it is about","business_objective":"safety","compliance_threshold":33\.3,"total_system_count":1,"type":"policy","os_major_version":8,"profile_title":"CIS","ref_id":"xccdf_profile_cis"\}\],"meta":\{"total":1,"filter":"title=bravo","limit":10,"offset":0\},"links":\{"first":"\/api\/compliance\/v2\/policies\?filter=title%3Dbravo&limit=10&offset=0","last":"[^"]*"\}\}$/,
    );
  });

  it.each([
    ['', ['bravo', 'Alpha', '[DRAFT] x', 'Zulu']],
    ['sort_by=title', ['Alpha', 'Zulu', '[DRAFT] x', 'bravo']],
    ['sort_by=title:desc', ['bravo', '[DRAFT] x', 'Zulu', 'Alpha']],
    ['sort_by=TITLE:DESC', ['bravo', '[DRAFT] x', 'Zulu', 'Alpha']],
    ['sort_by=os_major_version', ['bravo', 'Zulu', 'Alpha', '[DRAFT] x']],
    ['sort_by=os_major_version:desc', ['Alpha', '[DRAFT] x', 'bravo', 'Zulu']],
    ['sort_by=total_system_count', ['[DRAFT] x', 'Zulu', 'bravo', 'Alpha']],
    ['sort_by=totalSystemCount:desc', ['Alpha', 'bravo', '[DRAFT] x', 'Zulu']],
    ['sort_by=business_objective', ['[DRAFT] x', 'bravo', 'Alpha', 'Zulu']],
    ['sort_by=business_objective:desc', ['Alpha', 'Zulu', 'bravo', '[DRAFT] x']],
    ['sort_by=compliance_threshold', ['bravo', 'Alpha', '[DRAFT] x', 'Zulu']],
    ['sort_by=compliance_threshold:desc', ['[DRAFT] x', 'Zulu', 'Alpha', 'bravo']],
    ['sort_by=os_major_version:desc&sort_by=title:desc', ['[DRAFT] x', 'Alpha', 'bravo', 'Zulu']],
    ['sort_by[]=os_major_version&sort_by[]=title:desc', ['bravo', 'Zulu', '[DRAFT] x', 'Alpha']],
    ['sort_by=os_major_version,title', ['Zulu', 'bravo', 'Alpha', '[DRAFT] x']],
  ])('sorts by %j', async (query, titles) => {
    expect(await list(query)).toEqual(titles);
  });

  it.each([
    ['title = Alpha', ['Alpha']],
    ['title != Alpha', ['bravo', '[DRAFT] x', 'Zulu']],
    ['title <> "[DRAFT] x"', ['bravo', 'Alpha', 'Zulu']],
    ['os_major_version = 9 AND title != Alpha', ['[DRAFT] x']],
    ['os_major_version = 8 OR (title = Alpha)', ['bravo', 'Alpha', 'Zulu']],
    ['os_major_version = 99999999999999999999', []],
    ['os_minor_version = 4', []],
    ['os_minor_version != 4', ['bravo', 'Alpha', '[DRAFT] x', 'Zulu']],
    ['   ', ['bravo', 'Alpha', '[DRAFT] x', 'Zulu']],
  ])('filters by %j', async (filter, titles) => {
    expect(await list(`filter=${encodeURIComponent(filter)}`)).toEqual(titles);
  });

  it('returns pages with links to the others', async () => {
    const { body } = await api.get(`${POLICIES}/?sort_by=title&limit=1&offset=1&ids_only=false`).expect(200);

    expect(toTitles(body)).toEqual(['Zulu']);
    expect(body.meta).toEqual({ total: 4, limit: 1, offset: 1, sort_by: 'title' });
    expect(body.links).toEqual({
      first: `${POLICIES}?limit=1&offset=0&sort_by=title`,
      last: `${POLICIES}?limit=1&offset=3&sort_by=title`,
      previous: `${POLICIES}?limit=1&offset=0&sort_by=title`,
      next: `${POLICIES}?limit=1&offset=2&sort_by=title`,
    });
  });

  it.each(['4', '9007199254740993', '9223372036854775807'])('is empty at offset %s, with the total', async (offset) => {
    const { text } = await api.get(`${POLICIES}?offset=${offset}&filter=`).expect(200);

    expect(text).toContain(`{"data":[],"meta":{"total":4,"limit":10,"offset":${offset}},`);
    expect(JSON.parse(text).links.next).toBeUndefined();
  });

  it('returns nothing but ids with ids_only', async () => {
    const { body } = await api.get(`${POLICIES}?ids_only=true&limit=2`).expect(200);

    expect(body.data).toEqual([{ id: expect.any(String) }, { id: expect.any(String) }]);
    expect(body.meta.total).toBe(4);
  });

  it('tolerates format and tags', async () => {
    expect(await list('format=json&tags=a/b%3Dc&tags[]=x')).toHaveLength(4);
  });

  it('is empty for an organisation that was never seen', async () => {
    const { body } = await api.as({ orgId: 'newcomer' }).get(POLICIES).expect(200);

    expect(body).toMatchObject({ data: [], meta: { total: 0 } });
    expect(Object.keys(body.links)).toEqual(['first', 'last']);
  });

  it.each([
    ['limit=101', 'Invalid parameter: limit must be less than or equal to 100'],
    ['limit=0', 'Invalid parameter: limit must be greater than 0'],
    ['limit=ten', 'Invalid parameter: limit must be an integer'],
    ['limit', 'Invalid parameter: limit must be an integer'],
    ['offset=-1', 'Invalid parameter: offset must be greater than or equal to 0'],
    ['offset=9223372036854775808', 'Number is not in the supported range'],
    ['sort_by[x]=title', 'Invalid parameter: sort_by must be an array'],
    ['filter[]=x', 'Invalid parameter: filter must be a string'],
    ['filter=%ff', 'Invalid parameter: filter must have valid encoding'],
    ['filter=a%00b', 'Invalid parameter: filter must not contain null bytes'],
    ['ids_only=maybe', 'Invalid parameter: ids_only must be either true or false'],
    ['foo=1', 'found unpermitted parameter: :foo'],
    ['bar=1&foo[x]=1', 'found unpermitted parameters: :bar, :foo'],
    ['foo=1&offset=x&limit=101', 'Invalid parameter: limit must be less than or equal to 100'],
    ['foo=1&filter=color%3D1&sort_by=color', 'found unpermitted parameter: :foo'],
    ['filter=color%3D1&sort_by=color', `Invalid parameter: Field 'color' not recognized for searching!`],
    ['filter=foo', `Invalid parameter: 'foo' is not a valid query string`],
    ['filter=os_major_version%3Dx', `Invalid parameter: Value 'x' is not valid for field 'os_major_version'`],
    ['filter=title~a', `Invalid parameter: the operator 'like' is not supported for field 'title'`],
    ['filter=has%20title', `Invalid parameter: the operator 'notnull' is not supported for field 'title'`],
    ['sort_by=description', `Result cannot be sorted by the 'description' column.`],
    ['sort_by=', `Result cannot be sorted by the '' column.`],
    ['sort_by=title:up', `Sorting direction up is invalid. Valid directions are 'asc' or 'desc'.`],
  ])('returns 422 for %s', async (query, text) => {
    const { body, headers } = await api.get(`${POLICIES}?${query}`).expect(422);

    expect(body).toEqual({ errors: [text] });
    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
  });

  it('returns 400 for a percent escape that cannot be decoded', async () => {
    const { body, headers } = await api.get(`${POLICIES}?filter=%zz`).expect(400);

    expect(body).toEqual({ errors: ['Invalid query string'] });
    expect(headers['x-error-type']).toBe('invalid_query_string');
  });

  it('counts and sorts by whole texts, however alike they begin', async () => {
    const org = api.as({ orgId: 'long-texts' });
    const start = 'x'.repeat(600);
    for (const [title, business_objective] of [
      [`${start}b`, `${start}1`],
      [`${start}a`, `${start}2`],
      [start, null],
    ] as const) {
      await givenPolicy(db, { org_id: 'long-texts', title, business_objective });
    }
    const ends = async (query: string): Promise<string[]> => {
      const { body } = await org.get(`${POLICIES}?${query}`).expect(200);
      return toTitles(body).map((title) => title.slice(600));
    };

    expect(await ends('sort_by=title')).toEqual(['', 'a', 'b']);
    expect(await ends('sort_by=business_objective')).toEqual(['b', 'a', '']);
    expect(await ends('sort_by=business_objective:desc')).toEqual(['', 'a', 'b']);
    expect(await ends(`filter=title%3D${start}a`)).toEqual(['a']);
  });

  it.each([
    ['short', '', ''],
    ['long and alike', 'y'.repeat(600), 'z'],
  ])('reads a page far into the list when titles are %s', async (name, start, end) => {
    const org_id = `many-${name.length}`;
    const { profile_id } = await givenPolicy(db, { org_id, title: `${start}0000${end}` });
    await db.asOrg(org_id).query(
      `INSERT INTO policy (org_id, profile_id, security_guide_id, os_major_version, title, description)
       SELECT $1, pr.id, pr.security_guide_id, 8, $3 || lpad((1020 - n)::text, 4, '0') || $4, ''
         FROM profile pr, generate_series(1, 1019) n WHERE pr.id = $2`,
      [org_id, profile_id, start, end],
    );
    const { body } = await api.as({ orgId: org_id }).get(`${POLICIES}?sort_by=title&limit=2&offset=1010`).expect(200);

    expect(toTitles(body)).toEqual([`${start}1010${end}`, `${start}1011${end}`]);
    expect(body.meta.total).toBe(1020);
  });

  it('handles HEAD like GET, and 304 when nothing has changed', async () => {
    const { headers } = await api.get(POLICIES).expect(200);
    const head = await api.head(POLICIES).expect(200);

    expect(headers.etag).toMatch(/^"/);
    expect(head.headers.etag).toBe(headers.etag);
    expect(head.text).toBeUndefined();
    await api.get(POLICIES).set('If-None-Match', headers.etag!).expect(304);
  });
});

describe('GET /policies with FILTER_OPERATORS=extended', () => {
  const { db, api } = useCompliance({ FILTER_OPERATORS: 'extended' });

  beforeAll(async () => {
    for (const title of ['Alpha', 'alpha', '100% sure_thing']) await givenPolicy(db, { title });
  });

  it.each([
    ['title ~ alpha', ['Alpha', 'alpha']],
    ['title !~ alpha', ['100% sure_thing']],
    ['title ~ "100%"', ['100% sure_thing']],
    ['os_major_version ^ (7 8)', ['Alpha', 'alpha', '100% sure_thing']],
    ['os_major_version !^ (7 8)', []],
    ['has title', ['Alpha', 'alpha', '100% sure_thing']],
  ])('accepts more operators: %s', async (filter, titles) => {
    const { body } = await api.get(`${POLICIES}?filter=${encodeURIComponent(filter)}`).expect(200);

    expect(body.data.map((policy: { title: string }) => policy.title)).toEqual(titles);
  });
});
