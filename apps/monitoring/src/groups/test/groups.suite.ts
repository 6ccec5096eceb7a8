import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

interface Group {
  id: number;
  name: string;
}

describe('groups', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const operator = () => api.as({ roles: ['operator'] });
  const viewer = () => api.as({ roles: ['viewer'] });
  const post = (body: object) => api.post('/rest/group').send(body);
  const namesAt = async (address: string, as: Pick<typeof api, 'get'> = api): Promise<string[]> =>
    ((await as.get(address).expect(200)).body as Group[]).map(({ name }) => name);

  describe('POST /rest/group', () => {
    it('creates a group and returns its location', async () => {
      const { body, headers } = await operator().post('/rest/group').send({ name: '  web tier ' }).expect(201);
      const at = (path: string) => ({ href: `${PUBLIC_URL}/rest/${path}` });
      expect(body).toEqual({
        id: expect.any(Number),
        name: 'web tier',
        resourceTypeId: null,
        recursive: false,
        category: 'MIXED',
        dynaGroupDefinitionId: 0,
        explicitCount: 0,
        implicitCount: 0,
        links: [
          { edit: at(`group/${body.id}`) },
          { self: at(`group/${body.id}`) },
          { metricDefinitions: at(`group/${body.id}/metricDefinitions`) },
          { coregui: { href: `${PUBLIC_URL}/console/groups/${body.id}` } },
        ],
      });
      expect(body.id).toBeGreaterThan(10_000);
      expect(headers['location']).toBe(`${PUBLIC_URL}/rest/group/${body.id}`);
      expect((await api.get(`/rest/group/${body.id}`).expect(200)).body).toEqual(body);
    });

    it('accepts a type and recursion, and ignores derived fields', async () => {
      const type = await givenType(db());
      const { body } = await post({
        name: 'typed',
        resourceTypeId: type.id,
        recursive: true,
        category: 'MIXED',
        id: 7,
        explicitCount: 9,
        dynaGroupDefinitionId: 3,
        links: [],
        unknown: 1,
      }).expect(201);
      expect(body).toMatchObject({
        resourceTypeId: type.id,
        recursive: true,
        category: 'COMPATIBLE',
        explicitCount: 0,
      });
      expect(body).toMatchObject({ dynaGroupDefinitionId: 0 });
      expect(body.id).not.toBe(7);
    });

    it('returns 200 with the existing group of that name, in any letter case', async () => {
      const { body: first } = await post({ name: 'Existing', recursive: true }).expect(201);
      const { body, headers } = await post({ name: ' eXISTING ', recursive: false }).expect(200);
      expect(body).toEqual(first);
      expect(headers['location']).toBeUndefined();
    });

    it('accepts and returns XML', async () => {
      const { text } = await api
        .post('/rest/group')
        .set('Content-Type', 'application/xml')
        .set('Accept', 'application/xml')
        .send('<groupRest><name>from xml</name><recursive>true</recursive></groupRest>')
        .expect(201);
      expect(text).toMatch(/<groupRest>.*<name>from xml<\/name>/s);
      expect(text).toContain('<recursive>true</recursive>');
    });

    it.each([
      ['without body', undefined],
      ['without name', {}],
      ['with a null name', { name: null }],
      ['with a blank name', { name: '  ' }],
      ['with a number for a name', { name: 7 }],
      ['with a list for a body', []],
      ['with a name of 4001 characters', { name: 'n'.repeat(4001) }],
    ])('returns 406 %s', async (_case, body) => {
      const { headers } = await api.post('/rest/group').send(body).expect(406);
      expect(headers['x-error-type']).toBe('invalid_content');
    });

    it('accepts a name of 4000 characters of any kind', async () => {
      const name = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
        '',
      );
      expect((await post({ name }).expect(201)).body.name).toBe(name);
      await post({ name }).expect(200);
    });

    it('returns 404 for an unknown type before it checks the name', async () => {
      await post({ name: 'clash' }).expect(201);
      const { headers } = await post({ name: 'clash', resourceTypeId: 42 }).expect(404);
      expect(headers['x-error-type']).toBe('resource_type_not_found');
      const gone = await givenType(db(), { is_deleted: true });
      await post({ name: 'of a gone type', resourceTypeId: gone.id }).expect(404);
      await post({ name: 'of no type', resourceTypeId: -2_147_483_649 }).expect(404);
    });

    it('needs MANAGE_INVENTORY', async () => {
      await viewer().post('/rest/group').send({ name: 'x' }).expect(403);
      await api.anonymous.post('/rest/group').send({ name: 'x' }).expect(401);
    });

    it('creates one group for concurrent requests', async () => {
      const responses = await Promise.all(Array.from({ length: 5 }, () => post({ name: 'at once' })));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
      expect(new Set(responses.map(({ body }) => (body as Group).id)).size).toBe(1);
    });
  });

  describe('GET /rest/group', () => {
    beforeAll(async () => {
      for (const name of ['list a', 'LIST 50%', 'list_c']) await givenGroup(db(), { name });
      await givenGroup(db(), { name: 'list seen', roles: ['viewer'] });
    });

    it('lists by id, pages, and reports how many there are', async () => {
      expect(await namesAt('/rest/group?q=LIST')).toEqual(['list a', 'LIST 50%', 'list_c', 'list seen']);
      const { body, headers } = await api.get('/rest/group?q=list&ps=3&page=1').expect(200);
      expect((body as Group[]).map(({ name }) => name)).toEqual(['list seen']);
      expect(headers['x-collection-size']).toBe('4');
      expect(headers['link']).toContain('page=0');
      expect(await namesAt('/rest/group?q=list&ps=3&page=9')).toEqual([]);
    });

    it('escapes wildcards in q', async () => {
      expect(await namesAt('/rest/group?q=0%25')).toEqual(['LIST 50%']);
      expect(await namesAt('/rest/group?q=t_c')).toEqual(['list_c']);
    });

    it('shows only those of the roles of the caller', async () => {
      expect(await namesAt('/rest/group', viewer())).toEqual(['list seen']);
      const { headers } = await viewer().get('/rest/group').expect(200);
      expect(headers['x-collection-size']).toBe('1');
      expect(await namesAt('/rest/group', api.as({ roles: [] }))).toEqual([]);
      expect((await namesAt('/rest/group?q=list', operator())).length).toBe(4);
    });

    it.each(['ps=0', 'page=-1', 'ps=x'])('returns 406 for %s', async (query) => {
      await api.get(`/rest/group?${query}`).expect(406);
    });

    it.each([
      ['application/xml', /<collection>.*<groupRest>/s],
      ['text/html', /list seen/],
      ['application/vnd.vendor.wrapped+json', /"list seen"/],
    ])('accepts and returns %s', async (type, pattern) => {
      const { text, headers } = await api.get('/rest/group?q=list%20seen').set('Accept', type).expect(200);
      expect(headers['content-type']).toContain(type);
      expect(text).toMatch(pattern);
    });
  });

  describe('GET /rest/group/{id}', () => {
    it('is cacheable with revalidation', async () => {
      const { id } = await givenGroup(db());
      const { headers } = await api.get(`/rest/group/${id}`).expect(200);
      expect(headers['cache-control']).toBe('private, no-cache');
      const again = () => api.get(`/rest/group/${id}`).set('If-None-Match', headers['etag']!);
      await again().expect(304);
      await api.put(`/rest/group/${id}`).send({ name: 'another name' }).expect(200);
      await again().expect(200);
    });

    it('returns 404 for an unknown group and 403 for a hidden one', async () => {
      const { id } = await givenGroup(db());
      await api.get('/rest/group/42').expect(404);
      await api.get('/rest/group/abc').expect(404);
      const { headers } = await viewer().get(`/rest/group/${id}`).expect(403);
      expect(headers['x-error-type']).toBe('group_forbidden');
      await api.anonymous.get(`/rest/group/${id}`).expect(401);
    });
  });

  describe('PUT /rest/group/{id}', () => {
    it('changes only the name', async () => {
      const type = await givenType(db());
      const { id } = await givenGroup(db(), { name: 'old name' });
      const sent = { name: ' new name ', recursive: true, resourceTypeId: type.id, category: 'COMPATIBLE', id: 3 };
      const { body } = await operator().put(`/rest/group/${id}`).send(sent).expect(200);
      expect(body).toMatchObject({ id, name: 'new name', recursive: false, resourceTypeId: null, category: 'MIXED' });
      expect((await api.get(`/rest/group/${id}`)).body).toEqual(body);
    });

    it('accepts its own name, in other letter case too', async () => {
      const { id } = await givenGroup(db(), { name: 'mine' });
      await api.put(`/rest/group/${id}`).send({ name: 'mine' }).expect(200);
      expect((await api.put(`/rest/group/${id}`).send({ name: 'MINE' }).expect(200)).body.name).toBe('MINE');
    });

    it('returns 406 for the name of another, in any letter case', async () => {
      const { id } = await givenGroup(db(), { name: 'one of two' });
      await givenGroup(db(), { name: 'Two of two' });
      const { headers } = await api.put(`/rest/group/${id}`).send({ name: 'two OF two' }).expect(406);
      expect(headers['x-error-type']).toBe('group_name_taken');
    });

    it('checks the group first, then the permission, then the body', async () => {
      const { id } = await givenGroup(db(), { roles: ['viewer'] });
      await viewer().put('/rest/group/42').send({}).expect(404);
      await viewer().put(`/rest/group/${id}`).send({}).expect(403);
      for (const body of [{}, { name: '' }, { name: null }]) await api.put(`/rest/group/${id}`).send(body).expect(406);
      await api.put(`/rest/group/${id}`).expect(406);
    });
  });

  describe('DELETE /rest/group/{id}', () => {
    it('deletes the group, keeps its members, and is idempotent', async () => {
      const member = await givenResource(db());
      const { id } = await givenGroup(db(), { members: [member], roles: ['viewer'] });
      await api.put(`/rest/user/favorites/group/${id}`).expect(204);
      await operator().delete(`/rest/group/${id}`).expect(204);
      await api.get(`/rest/group/${id}`).expect(404);
      await api.get(`/rest/resource/${member.id}`).expect(200);
      expect((await api.get('/rest/user/favorites/group')).body).toEqual([]);
      await viewer().get(`/rest/resource/${member.id}`).expect(403);
      await api.delete(`/rest/group/${id}`).expect(204);
      await api.delete(`/rest/group/${id}?validate=true`).expect(404);
    });

    it('needs MANAGE_INVENTORY', async () => {
      const { id } = await givenGroup(db(), { roles: ['viewer'] });
      await viewer().delete(`/rest/group/${id}`).expect(403);
      await api.anonymous.delete(`/rest/group/${id}`).expect(401);
      await api.get(`/rest/group/${id}`).expect(200);
    });
  });
});
