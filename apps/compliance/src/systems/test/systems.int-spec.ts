import { BASE, useCompliance } from '../../test/use-compliance';
import { givenPolicy, givenSystem } from '../../test/builders';

const SYSTEMS = `${BASE}/systems`;
const HOUR = 3_600_000;
const { db, api } = useCompliance();
const NOW = '2026-01-15T12:00:00.000Z';

let lastId = 0;
const aNewId = (): string => `aaaaaaaa-0000-4000-8000-${String(++lastId).padStart(12, '0')}`;
const A_SYSTEM = { display_name: 'web-1', os_major_version: 9, os_minor_version: 4 };

describe('PUT /systems/{id}', () => {
  it('creates a system with its defaults, then finds it unchanged', async () => {
    const id = aNewId();
    const { body, headers } = await api.put(`${SYSTEMS}/${id.toUpperCase()}`).send(A_SYSTEM).expect(201);

    expect(Object.entries(body.data)).toEqual([
      ['id', id],
      ['display_name', 'web-1'],
      ['groups', []],
      ['culled_timestamp', '2026-01-30T17:00:00.000Z'],
      ['last_check_in', '2026-01-24T17:00:00.000Z'],
      ['last_seen', NOW],
      ['stale_timestamp', '2026-01-16T17:00:00.000Z'],
      ['stale_warning_timestamp', '2026-01-23T17:00:00.000Z'],
      ['updated', NOW],
      ['insights_id', null],
      ['tags', []],
      ['type', 'system'],
      ['os_major_version', 9],
      ['os_minor_version', 4],
      ['policies', []],
    ]);
    expect(headers['location']).toBe(`${SYSTEMS}/${id}`);
    const again = await api.put(`${SYSTEMS}/${id}`).send(A_SYSTEM).expect(200);
    expect(again.body).toEqual(body);
    expect((await api.get(`${SYSTEMS}/${id}`).expect(200)).body).toEqual(body);
  });

  it('changes what is given, keeps the rest', async () => {
    const id = aNewId();
    const tags = [
      { namespace: 'ops', key: 'stage', value: 'production' },
      { namespace: null, key: 'bare', value: null },
    ];
    const groups = [{ id: 'g1', name: 'web' }];
    const insights_id = aNewId();
    await api
      .put(`${SYSTEMS}/${id}`)
      .send({ ...A_SYSTEM, tags, groups, insights_id, os_name: 'RHEL' })
      .expect(201);
    const { body } = await api
      .put(`${SYSTEMS}/${id}`)
      .send({ os_minor_version: 5, insights_id: null, stale_timestamp: '2026-02-01T00:00:00+02:00' })
      .expect(200);

    expect(body.data).toMatchObject({
      display_name: 'web-1',
      os_minor_version: 5,
      tags,
      groups,
      insights_id: null,
      stale_timestamp: '2026-01-31T22:00:00.000Z',
    });
    expect(JSON.stringify(body.data.tags[0])).toBe('{"namespace":"ops","key":"stage","value":"production"}');
  });

  it('ignores a report that a newer one has overtaken', async () => {
    const id = aNewId();
    const put = (display_name: string, updated: string) =>
      api.put(`${SYSTEMS}/${id}`).send({ ...A_SYSTEM, display_name, updated });
    await put('second', '2026-01-02T00:00:00Z').expect(201);

    expect((await put('first', '2026-01-01T23:59:59.999Z').expect(200)).body.data).toMatchObject({
      display_name: 'second',
      updated: '2026-01-02T00:00:00.000Z',
    });
    expect((await put('same time', '2026-01-02T00:00:00Z').expect(200)).body.data.display_name).toBe('same time');
    expect((await put('third', '2026-01-02T00:00:00.001').expect(200)).body.data.display_name).toBe('third');
  });

  it('shows when the system was last seen by the clock of the server, not that of the report', async () => {
    const id = aNewId();
    const put = (updated: string) => api.put(`${SYSTEMS}/${id}`).send({ ...A_SYSTEM, updated });

    expect((await put('2026-01-02T00:00:00Z').expect(201)).body.data.last_seen).toBe(NOW);
    const { data } = (await put('2026-01-16T00:00:00Z').expect(200)).body;
    expect(data).toMatchObject({ updated: '2026-01-16T00:00:00.000Z', last_seen: NOW });
    expect(Date.parse(data.last_check_in)).toBeGreaterThan(Date.parse(NOW));
  });

  it('brings a deleted system back with a newer report, without its assignments', async () => {
    const policy = await givenPolicy(db);
    const { id } = await givenSystem(db, { policies: [policy], updated: new Date('2026-01-02T00:00:00Z') });
    await api.delete(`${SYSTEMS}/${id}`).expect(202);
    const put = (updated: string) => api.put(`${SYSTEMS}/${id}`).send({ ...A_SYSTEM, updated });

    expect((await put('2026-01-02T00:00:00Z').expect(404)).body).toEqual({
      errors: [`V2::System not found with ID ${id}`],
    });
    expect((await put('2026-01-02T00:00:01Z').expect(201)).body.data).toMatchObject({ id, policies: [] });
    await api.get(`${SYSTEMS}/${id}`).expect(200);
  });

  it('leaves the id to the organisation that used it first', async () => {
    const { id } = await givenSystem(db);
    const { body } = await api.as({ orgId: 'umbrella' }).put(`${SYSTEMS}/${id}`).send(A_SYSTEM).expect(404);

    expect(body).toEqual({ errors: [`V2::System not found with ID ${id}`] });
  });

  it('creates once when several report the same new system', async () => {
    const id = aNewId();
    const responses = await Promise.all(Array.from({ length: 5 }, () => api.put(`${SYSTEMS}/${id}`).send(A_SYSTEM)));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
  });

  it('does not let a caller write outside of its inventory groups', async () => {
    const limited = api.as({ inventoryGroups: ['g1'] });
    const { id } = await givenSystem(db, { groups: [{ id: 'g2', name: 'db' }] });
    const text = { errors: ['You are not authorized to access this action.'] };
    const inside = { ...A_SYSTEM, groups: [{ id: 'g1', name: 'web' }] };

    expect((await limited.put(`${SYSTEMS}/${id}`).send(inside).expect(403)).body).toEqual(text);
    expect((await limited.put(`${SYSTEMS}/${aNewId()}`).send(A_SYSTEM).expect(403)).body).toEqual(text);
    expect((await limited.post(SYSTEMS).send(A_SYSTEM).expect(403)).body).toEqual(text);
    await limited.put(`${SYSTEMS}/${aNewId()}`).send(inside).expect(201);
  });

  it.each([
    ['abc', {}, 'Invalid parameter: id is not permitted'],
    ['abc', { foo: 1 }, 'Invalid parameter: id is not permitted'],
    ['abc', { os_major_version: '9' }, 'Invalid parameter: os_major_version must be an integer'],
    [aNewId(), { id: 'x', foo: 1 }, 'found unpermitted parameters: :id, :foo'],
    [aNewId(), { display_name: null }, 'Invalid parameter: display_name must be a string'],
    [aNewId(), { display_name: 'a\0' }, 'Invalid parameter: display_name must not contain null bytes'],
    [aNewId(), { os_minor_version: 1.5 }, 'Invalid parameter: os_minor_version must be an integer'],
    [aNewId(), { groups: null }, 'Invalid parameter: groups must be an array'],
    [aNewId(), { groups: [{ id: 1 }] }, 'Invalid parameter: groups must be an array of objects with id and name'],
    [
      aNewId(),
      { tags: [{ key: 'a', extra: 1 }] },
      'Invalid parameter: tags must be an array of objects with namespace, key and value',
    ],
    [aNewId(), { tags: [{ namespace: 'a\0', key: 'b' }] }, 'Invalid parameter: tags must not contain null bytes'],
    [aNewId(), { insights_id: 'x' }, 'Invalid parameter: insights_id must be a UUID'],
    [aNewId(), { owner_id: 7 }, 'Invalid parameter: owner_id must be a UUID'],
    [aNewId(), { os_name: 7 }, 'Invalid parameter: os_name must be a string'],
    [
      aNewId(),
      { stale_timestamp: '2026-02-30T00:00:00Z' },
      'Invalid parameter: stale_timestamp must be an ISO 8601 timestamp',
    ],
    [aNewId(), { updated: null }, 'Invalid parameter: updated must be an ISO 8601 timestamp'],
  ])('returns 422 for %s with %j', async (id, given, text) => {
    expect((await api.put(`${SYSTEMS}/${id}`).send(given).expect(422)).body).toEqual({ errors: [text] });
  });

  it.each([
    [{}, [`display name can't be blank`, `os major version can't be blank`, `os minor version can't be blank`]],
    [{ ...A_SYSTEM, display_name: '' }, [`display name can't be blank`]],
    [{ ...A_SYSTEM, display_name: 'x'.repeat(201) }, ['display name is too long (maximum is 200 characters)']],
    [{ ...A_SYSTEM, os_major_version: -1 }, ['os major version must be greater than or equal to 0']],
    [{ ...A_SYSTEM, os_minor_version: 100000 }, ['os minor version must be less than or equal to 99999']],
    [{ ...A_SYSTEM, os_name: '' }, [`os name can't be blank`]],
    // Every later report would be older, those that correct it too.
    [{ ...A_SYSTEM, updated: '2027-01-01T00:00:00Z' }, ['updated must be at most 24 hours in the future']],
    [{ ...A_SYSTEM, os_name: 'x'.repeat(51) }, ['os name is too long (maximum is 50 characters)']],
  ])('returns 406 for %j', async (given, problems) => {
    const { body } = await api.put(`${SYSTEMS}/${aNewId()}`).send(given).expect(406);

    expect(body).toEqual({ errors: problems.map((problem) => `V2::System ${problem}`) });
  });
});

describe('POST /systems', () => {
  it('creates a system under an id of its own', async () => {
    const { body, headers } = await api.post(SYSTEMS).send(A_SYSTEM).expect(201);

    expect(headers['location']).toBe(`${SYSTEMS}/${body.data.id}`);
    expect((await api.get(headers['location']!).expect(200)).body).toEqual(body);
  });
});

describe('GET and DELETE /systems/{id}', () => {
  it('shows the policies of the system by title', async () => {
    const [b, a] = [await givenPolicy(db, { title: 'b' }), await givenPolicy(db, { title: 'a' })];
    const { id } = await givenSystem(db, { policies: [b, a], stale_timestamp: new Date(HOUR) });
    const { body } = await api.get(`${SYSTEMS}/${id}`).expect(200);

    expect(body.data.policies).toEqual([
      { id: a.id, title: 'a' },
      { id: b.id, title: 'b' },
    ]);
    expect(body.data.last_check_in).toBe('1970-01-09T01:00:00.000Z');
  });

  it('shows no times for a system that never goes stale', async () => {
    const { id } = await givenSystem(db, { stale_timestamp: null });
    const { body } = await api.get(`${SYSTEMS}/${id}`).expect(200);

    expect(body.data).toMatchObject({
      culled_timestamp: null,
      last_check_in: null,
      stale_timestamp: null,
      stale_warning_timestamp: null,
    });
  });

  it('deletes assignments with the system, and updates counts', async () => {
    const policy = await givenPolicy(db);
    const { id } = await givenSystem(db, { policies: [policy] });
    const { body } = await api.delete(`${SYSTEMS}/${id}`).expect(202);

    expect(body.data).toMatchObject({ id, policies: [{ id: policy.id, title: policy.title }] });
    expect((await api.get(`${BASE}/policies/${policy.id}`)).body.data.total_system_count).toBe(0);
    await api.get(`${SYSTEMS}/${id}`).expect(404);
    await api.delete(`${SYSTEMS}/${id}`).expect(404);
  });

  it('returns 404 for a malformed id', async () => {
    const { body, headers } = await api.get(`${SYSTEMS}/abc`).expect(404);

    expect(body).toEqual({ errors: ['V2::System not found with ID abc'] });
    expect(headers['x-error-type']).toBe('system_not_found');
  });
});
