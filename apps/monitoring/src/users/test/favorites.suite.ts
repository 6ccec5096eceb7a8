import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

describe('favorites', () => {
  const api = useMonitoring();
  const viewer = () => api.as({ username: 'vic', roles: ['viewer'] });
  const resources = { first: 0, second: 0, hidden: 0 };
  const groups = { open: 0, closed: 0, mixed: 0 };
  let type = 0;

  beforeAll(async () => {
    const db = api.database;
    const common = await givenType(db, { category: 'PLATFORM' });
    type = common.id;
    const first = await givenResource(db, { name: 'first', type: common });
    const second = await givenResource(db, { name: 'second', type: common });
    const hidden = await givenResource(db, { name: 'hidden' });
    Object.assign(resources, { first: first.id, second: second.id, hidden: hidden.id });
    const gone = await givenResource(db, { status: 'UNINVENTORIED' });
    groups.open = (await givenGroup(db, { name: 'open', members: [first, second, gone], roles: ['viewer'] })).id;
    groups.closed = (await givenGroup(db, { name: 'closed', members: [hidden] })).id;
    groups.mixed = (await givenGroup(db, { name: 'mixed', members: [first, hidden], isRecursive: true })).id;
  });

  beforeEach(async () => {
    await api.database.query(`DELETE FROM marked_resource`);
    await api.database.query(`DELETE FROM marked_group`);
  });

  const toNames = async (requests = api as Pick<typeof api, 'get'>): Promise<string[]> => {
    const { body } = await requests.get('/rest/user/favorites/resource').expect(200);
    return (body as { resourceName: string }[]).map(({ resourceName }) => resourceName);
  };

  it('are the resources that the caller chose, by id, whatever the order', async () => {
    for (const id of [resources.second, resources.first, resources.second]) {
      const response = await viewer().put(`/rest/user/favorites/resource/${id}`).expect(204);
      expect(response.text).toBe('');
    }
    expect(await toNames(viewer())).toEqual(['first', 'second']);
    expect(await toNames()).toEqual([]);
    const { body } = await viewer().get('/rest/user/favorites/resource');
    expect(body[0]).toMatchObject({ resourceId: resources.first, typeId: type, status: 'COMMITTED' });
    await viewer().delete(`/rest/user/favorites/resource/${resources.first}`).expect(204);
    expect(await toNames(viewer())).toEqual(['second']);
  });

  it('accept a content type without a body, and any Accept', async () => {
    await api
      .put(`/rest/user/favorites/resource/${resources.first}`)
      .set('Content-Type', 'application/xml')
      .set('Accept', 'image/png')
      .expect(204);
    await api.delete(`/rest/user/favorites/resource/${resources.first}`).set('Accept', 'image/png').expect(204);
  });

  it('are resources that exist and that the caller sees', async () => {
    const unknown = await api.put('/rest/user/favorites/resource/43').expect(404);
    expect(unknown.body.message).toBe('Resource with id 43 not found');
    await viewer().put(`/rest/user/favorites/resource/${resources.hidden}`).expect(403);
    await api.put('/rest/user/favorites/resource/abc').expect(404);
    await api.put('/rest/user/favorites/resource/99999999999').expect(404);
    await api.anonymous.put(`/rest/user/favorites/resource/${resources.first}`).expect(401);
    expect(await toNames()).toEqual([]);
  });

  it('leave out resources that are gone or no longer visible, and show them again once visible', async () => {
    await viewer().put(`/rest/user/favorites/resource/${resources.first}`).expect(204);
    const setRole = (role: string) => api.database.query(`UPDATE role_resource_group SET role_name = $1`, [role]);
    await setRole('operator');
    expect(await toNames(viewer())).toEqual([]);
    await setRole('viewer');
    expect(await toNames(viewer())).toEqual(['first']);
    const setStatus = (status: string) =>
      api.database.query(`UPDATE resource SET inventory_status = $1 WHERE id = $2`, [status, resources.first]);
    await setStatus('UNINVENTORIED');
    expect(await toNames(viewer())).toEqual([]);
    await setStatus('COMMITTED');
  });

  it.each(['resource', 'group'] as const)('are removed silently, unless validate is set: %s', async (kind) => {
    const id = kind === 'resource' ? resources.first : groups.open;
    const address = `/rest/user/favorites/${kind}/${id}`;
    await api.put(address).expect(204);
    await viewer().delete(`${address}?validate=true`).expect(404);
    await api.delete(`${address}?validate=true`).expect(204);
    await api.delete(address).expect(204);
    const { body } = await api.delete(`${address}?validate=true`).expect(404);
    expect(body.message).toBe(`The ${kind} with id ${id} is not among your favorites`);
    await api.delete(`/rest/user/favorites/${kind}/15`).expect(204);
    await api.delete(`/rest/user/favorites/${kind}/15?validate=TRUE`).expect(404);
  });

  it('are groups too, with their category and members', async () => {
    for (const id of Object.values(groups)) await api.put(`/rest/user/favorites/group/${id}`).expect(204);
    const { body } = await api.get('/rest/user/favorites/group').expect(200);
    expect(body).toHaveLength(3);
    expect(body[0]).toEqual({
      id: groups.open,
      name: 'open',
      resourceTypeId: type,
      recursive: false,
      category: 'COMPATIBLE',
      dynaGroupDefinitionId: 0,
      explicitCount: 2,
      implicitCount: 2,
      links: expect.arrayContaining([{ self: { href: `${PUBLIC_URL}/rest/group/${groups.open}` } }]),
    });
    expect(body[2]).toMatchObject({ name: 'mixed', category: 'MIXED', resourceTypeId: null, recursive: true });
    const xml = await api.get('/rest/user/favorites/group.xml').expect(200);
    expect(xml.text).toMatch(
      /^<\?xml[^>]*\?><collection><groupRest>.*<link rel="self" href=".*<\/groupRest><\/collection>$/s,
    );
  });

  it('are groups that exist and that the caller sees', async () => {
    await viewer().put(`/rest/user/favorites/group/${groups.open}`).expect(204);
    await viewer().put(`/rest/user/favorites/group/${groups.closed}`).expect(403);
    await viewer().put('/rest/user/favorites/group/13').expect(404);
    expect((await viewer().get('/rest/user/favorites/group')).body).toHaveLength(1);
  });

  it('are written as lines of id and name, and as pages', async () => {
    await api.put(`/rest/user/favorites/resource/${resources.first}`).expect(204);
    await api.put(`/rest/user/favorites/group/${groups.open}`).expect(204);
    const lines = async (kind: string) => (await api.get(`/rest/user/favorites/${kind}.txt`).expect(200)).text;
    expect(await lines('resource')).toBe(`${resources.first}\tfirst\n`);
    expect(await lines('group')).toBe(`${groups.open}\topen\n`);
    for (const kind of ['resource', 'group']) {
      expect((await api.get(`/rest/user/favorites/${kind}.html`).expect(200)).text).toContain('<ul');
    }
    await api.get('/rest/user/favorites/resource').set('Accept', 'text/csv').expect(406);
  });

  it('are linked from the root', async () => {
    const { body } = await api.get('/rest').expect(200);
    expect(body).toContainEqual({ favoriteResources: { href: 'user/favorites/resource.json' } });
    expect(body).toContainEqual({ status: { href: 'status.json' } });
  });
});
