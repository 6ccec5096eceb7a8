import { BASE, useCompliance } from '../../test/use-compliance';
import { givenPolicy, givenProfile, givenSystem, type PolicySeed, type SystemSeed } from '../../test/builders';

describe('GET /systems/{system_id}/policies', () => {
  const { db, api } = useCompliance();
  let system: SystemSeed;
  let policies: PolicySeed[];
  const path = (id: string = system.id): string => `${BASE}/systems/${id}/policies`;
  const UNKNOWN = '11111111-2222-4333-8444-555555555555';

  beforeAll(async () => {
    const supported = await givenProfile(db, { minors: [4] });
    policies = [
      await givenPolicy(db, {
        title: 'b',
        business_objective: 'y',
        compliance_threshold: 10,
        profile_id: supported.id,
      }),
      await givenPolicy(db, { title: 'a', business_objective: 'z', compliance_threshold: 20 }),
    ];
    await givenPolicy(db, { title: 'not assigned' });
    system = await givenSystem(db, { policies });
    await givenSystem(db, { policies: policies.slice(0, 1) });
  });

  it('lists what the system is assigned to, with the counts of all systems', async () => {
    const { body } = await api.get(path()).expect(200);

    expect(
      body.data.map(({ title, total_system_count }: Record<string, unknown>) => [title, total_system_count]),
    ).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
    expect(body.meta).toEqual({ total: 2, limit: 10, offset: 0 });
    expect(body.links).toEqual({ first: `${path()}?limit=10&offset=0`, last: `${path()}?limit=10&offset=0` });
  });

  it.each([
    ['sort_by=title', ['a', 'b']],
    ['sort_by=business_objective:desc', ['a', 'b']],
    ['sort_by=compliance_threshold', ['b', 'a']],
    ['filter=title%3Da', ['a']],
    ['filter=os_minor_version%3D4', ['b']],
    ['filter=os_minor_version!%3D4', ['a']],
    ['limit=1&offset=1', ['a']],
    ['tags=x', ['b', 'a']],
  ])('understands %s', async (query, titles) => {
    const { body } = await api.get(`${path()}?${query}`).expect(200);

    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(titles);
  });

  it('links to the path that was requested', async () => {
    const { body } = await api.get(`${path(system.id.toUpperCase())}/?limit=1`).expect(200);

    expect(body.links.next).toBe(`${path(system.id.toUpperCase())}?limit=1&offset=1`);
  });

  it('is empty for a system without policies', async () => {
    const { id } = await givenSystem(db);
    const { body } = await api.get(path(id)).expect(200);

    expect(body).toEqual({
      data: [],
      meta: { total: 0, limit: 10, offset: 0 },
      links: { first: `${path(id)}?limit=10&offset=0`, last: `${path(id)}?limit=10&offset=0` },
    });
  });

  it.each([
    ['abc?limit=0', 422, 'Invalid parameter: limit must be greater than 0'],
    ['abc?foo=1&filter=x', 422, 'Invalid parameter: system_id is not permitted'],
    [`${UNKNOWN}?foo=1`, 422, 'found unpermitted parameter: :foo'],
    [`${UNKNOWN}?filter=x`, 422, `Invalid parameter: 'x' is not a valid query string`],
    [`${UNKNOWN}?sort_by=nonsense`, 404, `V2::System not found with ID ${UNKNOWN}`],
    [
      `${UNKNOWN.replaceAll('-', '').toUpperCase()}`,
      404,
      `V2::System not found with ID ${UNKNOWN.replaceAll('-', '').toUpperCase()}`,
    ],
  ])('refuses /systems/%s with the first error', async (given, status, text) => {
    const [id, query = ''] = given.split('?');
    const { body } = await api.get(`${path(id)}?${query}`).expect(status);

    expect(body).toEqual({ errors: [text] });
  });

  it.each([
    ['sort_by=os_major_version', `Result cannot be sorted by the 'os_major_version' column.`],
    ['sort_by=total_system_count', `Result cannot be sorted by the 'total_system_count' column.`],
    ['filter=os_major_version%3D8', `Invalid parameter: Field 'os_major_version' is not searchable in this context`],
  ])('refuses %s', async (query, text) => {
    expect((await api.get(`${path()}?${query}`).expect(422)).body).toEqual({ errors: [text] });
  });

  it('returns 404 for a system that was deleted or that the caller cannot see', async () => {
    const grouped = await givenSystem(db, { groups: [{ id: 'g1', name: 'web' }], policies });
    const gone = await givenSystem(db);
    await api.delete(`${BASE}/systems/${gone.id}`).expect(202);

    await api.get(path(gone.id)).expect(404);
    await api
      .as({ inventoryGroups: ['g1'] })
      .get(path(grouped.id))
      .expect(200);
    await api
      .as({ inventoryGroups: ['g2', null] })
      .get(path(grouped.id))
      .expect(404);
    await api
      .as({ inventoryGroups: ['g2', null] })
      .get(path())
      .expect(200);
    await api
      .as({ inventoryGroups: ['g2'] })
      .get(path())
      .expect(404);
    await api.as({ inventoryGroups: [] }).get(path()).expect(404);
  });
});
