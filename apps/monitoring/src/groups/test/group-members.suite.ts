import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

interface Member {
  resourceId: number;
}

describe('members of groups', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const viewer = () => api.as({ roles: ['viewer'] });
  const create = async (body: object): Promise<number> =>
    (
      (
        await api
          .post('/rest/group')
          .send({ name: `made ${++serial}`, ...body })
          .expect(201)
      ).body as { id: number }
    ).id;
  let serial = 0;
  const add = (group: number, { id }: { id: number }) => api.put(`/rest/group/${group}/resource/${id}`);
  const remove = (group: number, { id }: { id: number }) => api.delete(`/rest/group/${group}/resource/${id}`);
  const read = async (group: number): Promise<object> =>
    (await api.get(`/rest/group/${group}`).expect(200)).body as object;
  const members = async (group: number): Promise<number[]> =>
    ((await api.get(`/rest/group/${group}/resources`).expect(200)).body as Member[]).map(
      ({ resourceId }) => resourceId,
    );
  const implicit = async (group: number): Promise<number[]> => {
    const rows = await db().query<{ resource_id: number }>(
      `SELECT m.resource_id FROM resource_group_member m WHERE m.resource_group_id = $1 ORDER BY m.resource_id`,
      [group],
    );
    return rows.map(({ resource_id }) => resource_id);
  };
  /** host > app > (part > leaf), other; a discovered server with a service. */
  const aTree = async () => {
    const host = await givenResource(db());
    const app = await givenResource(db(), { parent: host });
    const part = await givenResource(db(), { parent: app });
    const leaf = await givenResource(db(), { parent: part });
    const other = await givenResource(db(), { parent: host });
    const server = await givenType(db(), { category: 'SERVER' });
    const found = await givenResource(db(), { parent: host, status: 'NEW', type: server });
    const below = await givenResource(db(), { parent: found, status: 'NEW' });
    return { host, app, part, leaf, other, found, below };
  };
  const toIds = (...resources: { id: number }[]): number[] => resources.map(({ id }) => id);

  describe('PUT /rest/group/{id}/resource/{resourceId}', () => {
    it('adds a member, has no effect the second time, and returns the group', async () => {
      const type = await givenType(db());
      const first = await givenResource(db(), { type });
      const group = await create({});
      const { body } = await add(group, first).expect(200);
      expect(body).toMatchObject({ id: group, category: 'COMPATIBLE', resourceTypeId: type.id, explicitCount: 1 });
      expect((await add(group, first).send({ anything: true }).expect(200)).body).toEqual(body);
      expect(await read(group)).toEqual(body);
    });

    it('makes a group without a type compatible or mixed, depending on its members', async () => {
      const type = await givenType(db());
      const [first, second] = [await givenResource(db(), { type }), await givenResource(db(), { type })];
      const other = await givenResource(db());
      const group = await create({});
      expect(await read(group)).toMatchObject({ category: 'MIXED', resourceTypeId: null });
      await add(group, first).expect(200);
      expect((await add(group, second)).body).toMatchObject({ category: 'COMPATIBLE', resourceTypeId: type.id });
      expect((await add(group, other)).body).toMatchObject({ category: 'MIXED', resourceTypeId: null });
      await remove(group, other).expect(204);
      expect(await read(group)).toMatchObject({ category: 'COMPATIBLE', resourceTypeId: type.id, explicitCount: 2 });
      await api.delete(`/rest/resource/${first.id}`).expect(204);
      await api.delete(`/rest/resource/${second.id}`).expect(204);
      expect(await read(group)).toMatchObject({ category: 'MIXED', resourceTypeId: null, explicitCount: 0 });
    });

    it('returns 409 for another type than the group was created for', async () => {
      const type = await givenType(db());
      const group = await create({ resourceTypeId: type.id });
      const { headers } = await add(group, await givenResource(db())).expect(409);
      expect(headers['x-error-type']).toBe('group_type_mismatch');
      expect((await add(group, await givenResource(db(), { type })).expect(200)).body.explicitCount).toBe(1);
    });

    it.each(['NEW', 'IGNORED', 'UNINVENTORIED'] as const)('returns 406 for a %s resource', async (status) => {
      const group = await create({});
      await add(group, await givenResource(db(), { status })).expect(406);
      expect(await implicit(group)).toEqual([]);
    });

    it('returns 404 for an unknown group, then 403 without the permission', async () => {
      const { id: group } = await givenGroup(db(), { roles: ['viewer'] });
      const resource = await givenResource(db());
      await add(42, resource).expect(404);
      await add(group, { id: 42 }).expect(404);
      await api.put(`/rest/group/${group}/resource/x`).expect(404);
      await viewer().put(`/rest/group/${group}/resource/42`).expect(404);
      await viewer().put(`/rest/group/${group}/resource/${resource.id}`).expect(403);
      await api.anonymous.put(`/rest/group/${group}/resource/${resource.id}`).expect(401);
    });

    it('makes all committed descendants of a member implicit members of a recursive group, however deep', async () => {
      const { host, app, part, leaf, other, found } = await aTree();
      const group = await create({ recursive: true });
      const { body } = await add(group, host).expect(200);
      expect(body).toMatchObject({ explicitCount: 1, implicitCount: 5 });
      expect(await implicit(group)).toEqual(toIds(host, app, part, leaf, other));
      expect(await members(group)).toEqual([host.id]);
      expect((await add(group, app).expect(200)).body).toMatchObject({ explicitCount: 2, implicitCount: 5 });
      expect(await implicit(group)).not.toContain(found.id);
    });
  });

  describe('DELETE /rest/group/{id}/resource/{resourceId}', () => {
    it('removes a member; a resource that is not a member is an error only with validate', async () => {
      const resource = await givenResource(db());
      const { id: group } = await givenGroup(db(), { members: [resource] });
      await remove(group, resource).expect(204);
      expect(await members(group)).toEqual([]);
      await remove(group, resource).expect(204);
      const { headers } = await api.delete(`/rest/group/${group}/resource/${resource.id}?validate=true`).expect(404);
      expect(headers['x-error-type']).toBe('group_member_not_found');
    });

    it('returns 404 for an unknown group or resource, validate or not', async () => {
      const { id: group } = await givenGroup(db(), { roles: ['viewer'] });
      const resource = await givenResource(db());
      expect((await remove(group, { id: 42 }).expect(404)).headers['x-error-type']).toBe('resource_not_found');
      expect((await remove(42, resource).expect(404)).headers['x-error-type']).toBe('group_not_found');
      await viewer().delete(`/rest/group/${group}/resource/${resource.id}`).expect(403);
    });

    it('keeps descendants of another explicit member', async () => {
      const { host, app, part, leaf, other } = await aTree();
      const group = await create({ recursive: true });
      for (const resource of [host, app, leaf]) await add(group, resource).expect(200);
      await remove(group, app).expect(204);
      expect(await implicit(group)).toEqual(toIds(host, app, part, leaf, other));
      expect(await members(group)).toEqual(toIds(host, leaf));
      await add(group, part).expect(200);
      await remove(group, host).expect(204);
      expect(await implicit(group)).toEqual(toIds(part, leaf));
      await api.delete(`/rest/group/${group}/resource/${app.id}?validate=true`).expect(404);
      await remove(group, part).expect(204);
      expect(await implicit(group)).toEqual([leaf.id]);
      expect(await read(group)).toMatchObject({ explicitCount: 1, implicitCount: 1 });
    });

    it('leaves no implicit member behind in a group that is not recursive', async () => {
      const { host, app } = await aTree();
      const group = await create({});
      await add(group, host).expect(200);
      await add(group, app).expect(200);
      await remove(group, app).expect(204);
      expect(await implicit(group)).toEqual([host.id]);
    });
  });

  describe('the tree', () => {
    it('adds created and imported resources to the recursive groups of their ancestors', async () => {
      const { host, found, below } = await aTree();
      const [all, flat] = [await create({ recursive: true }), await create({})];
      for (const group of [all, flat]) await add(group, host).expect(200);
      const before = await implicit(all);
      const { body } = await api
        .post(`/rest/resource/young?plugin=Given&parentId=${host.id}`)
        .send({ value: (await childType()).name })
        .expect(201);
      expect(await implicit(all)).toEqual([...before, (body as Member).resourceId]);
      await api.put(`/rest/resource/${found.id}`).send({ status: 'COMMITTED' }).expect(200);
      expect(await implicit(all)).toEqual(
        [...before, (body as Member).resourceId, found.id, below.id].sort((a, b) => a - b),
      );
      expect(await implicit(flat)).toEqual([host.id]);
      expect(await members(all)).toEqual([host.id]);
    });

    it('removes what leaves the inventory from every group', async () => {
      const { host, app, other } = await aTree();
      const group = await create({ recursive: true });
      await add(group, host).expect(200);
      await add(group, app).expect(200);
      await api.delete(`/rest/resource/${app.id}`).expect(204);
      expect(await implicit(group)).toEqual(toIds(host, other));
      await api.delete(`/rest/resource/${host.id}`).expect(204);
      expect(await read(group)).toMatchObject({ explicitCount: 0, implicitCount: 0 });
      expect(await implicit(group)).toEqual([]);
    });

    it('and its groups stay consistent under concurrent changes', async () => {
      const type = await childType();
      for (let round = 0; round < 5; round += 1) {
        const host = await givenResource(db());
        const group = await create({ recursive: true });
        const born = Array.from({ length: 4 }, (_, at) =>
          api.post(`/rest/resource/child-${round}-${at}?plugin=Given&parentId=${host.id}`).send({ value: type.name }),
        );
        const responses = await Promise.all([add(group, host), ...born]);
        expect(responses.map(({ status }) => status)).toEqual([200, 201, 201, 201, 201]);
        expect(await read(group)).toMatchObject({ explicitCount: 1, implicitCount: 5 });
      }
    });

    const childType = async (): Promise<{ name: string }> => {
      const name = `Child ${++serial}`;
      await givenType(db(), { name, create_policy: 'BOTH' });
      return { name };
    };
  });

  describe('GET /rest/group/{id}/resources', () => {
    it('lists the explicit members by id', async () => {
      const { host, app, other } = await aTree();
      const group = await create({ recursive: true });
      for (const resource of [other, host, app]) await add(group, resource).expect(200);
      const { body, headers } = await api.get(`/rest/group/${group}/resources`).expect(200);
      expect((body as Member[]).map(({ resourceId }) => resourceId)).toEqual(toIds(host, app, other));
      expect(body[0]).toEqual((await api.get(`/rest/resource/${host.id}`)).body);
      expect(headers['cache-control']).toBe('private, no-cache');
      const { text } = await api.get(`/rest/group/${group}/resources`).set('Accept', 'application/xml').expect(200);
      expect(text.match(/<resource>/g)).toHaveLength(3);
    });

    it('returns 404 for an unknown group and 403 for a hidden one', async () => {
      const { id } = await givenGroup(db());
      await api.get('/rest/group/42/resources').expect(404);
      await viewer().get(`/rest/group/${id}/resources`).expect(403);
    });
  });

  describe('GET /rest/group/{id}/metricDefinitions', () => {
    it('lists the metrics of the type as declared, under ids of their definitions', async () => {
      const type = await givenType(db());
      const metrics = await db().query<{ id: number }>(
        `INSERT INTO metric_definition (resource_type_id, name, position, display_name, unit, data_type, is_on_by_default,
                                        default_interval_ms)
         VALUES ($1, 'load', 2, 'Load', 'BYTES', 'MEASUREMENT', true, 60000),
                ($1, 'os', 1, 'System', 'NONE', 'TRAIT', false, 30000)
         RETURNING id`,
        [type.id],
      );
      const group = await create({ resourceTypeId: type.id });
      const { body } = await api.get(`/rest/group/${group}/metricDefinitions`).expect(200);
      const [load, os] = metrics as [{ id: number }, { id: number }];
      expect(body).toEqual([
        {
          scheduleId: os.id,
          definitionId: os.id,
          scheduleName: 'os',
          displayName: 'System',
          enabled: false,
          collectionInterval: 30_000,
          unit: 'NONE',
          type: 'TRAIT',
          mtime: 0,
          links: [],
        },
        {
          scheduleId: load.id,
          definitionId: load.id,
          scheduleName: 'load',
          displayName: 'Load',
          enabled: true,
          collectionInterval: 60_000,
          unit: 'BYTES',
          type: 'MEASUREMENT',
          mtime: 0,
          links: [{ metric: { href: `${PUBLIC_URL}/rest/metric/data/group/${group}/${load.id}` } }],
        },
      ]);
    });

    it('returns 406 for a mixed group, 404 for none, 403 for a hidden one', async () => {
      const group = await create({});
      const { headers } = await api.get(`/rest/group/${group}/metricDefinitions`).expect(406);
      expect(headers['x-error-type']).toBe('group_not_compatible');
      await add(group, await givenResource(db())).expect(200);
      expect((await api.get(`/rest/group/${group}/metricDefinitions`).expect(200)).body).toEqual([]);
      await api.get('/rest/group/42/metricDefinitions').expect(404);
      await viewer().get(`/rest/group/${group}/metricDefinitions`).expect(403);
    });
  });

  describe('roles tied to a group', () => {
    const asRole = { admin: () => api, viewer, operator: () => api.as({ roles: ['operator'] }) };

    it('let their holders see its implicit members, and nothing else', async () => {
      const { host, leaf } = await aTree();
      const hidden = await givenResource(db());
      const group = await create({ recursive: true });
      await add(group, host).expect(200);
      await viewer().get(`/rest/resource/${leaf.id}`).expect(403);
      await viewer().get(`/rest/group/${group}`).expect(403);
      await api.put(`/rest/group/${group}/roles/viewer`).expect(204);
      await api.put(`/rest/group/${group}/roles/viewer`).expect(204);
      expect((await api.get(`/rest/group/${group}/roles`).expect(200)).body).toEqual(['viewer']);
      await viewer().get(`/rest/resource/${leaf.id}`).expect(200);
      await viewer().get(`/rest/group/${group}`).expect(200);
      await viewer().get(`/rest/resource/${hidden.id}`).expect(403);
      await api.delete(`/rest/group/${group}/roles/viewer`).expect(204);
      await viewer().get(`/rest/resource/${leaf.id}`).expect(403);
      await api.delete(`/rest/group/${group}/roles/viewer`).expect(204);
      await api.delete(`/rest/group/${group}/roles/viewer?validate=true`).expect(404);
    });

    it('exist, and their groups exist', async () => {
      const group = await create({});
      const { headers } = await api.put(`/rest/group/${group}/roles/Viewer`).expect(404);
      expect(headers['x-error-type']).toBe('role_not_found');
      await api.put('/rest/group/42/roles/viewer').expect(404);
      await api.delete('/rest/group/42/roles/viewer').expect(404);
      await api.get('/rest/group/42/roles').expect(404);
    });

    it.each([
      ['admin', 'get', 200],
      ['operator', 'get', 403],
      ['viewer', 'get', 403],
      ['admin', 'put', 204],
      ['operator', 'put', 403],
      ['viewer', 'put', 403],
      ['admin', 'delete', 204],
      ['operator', 'delete', 403],
      ['viewer', 'delete', 403],
    ] as const)('as %s, %s returns %d', async (role, method, status) => {
      const { id } = await givenGroup(db(), { roles: ['viewer', 'operator'] });
      const path = `/rest/group/${id}/roles${method === 'get' ? '' : '/agent'}`;
      await asRole[role]()[method](path).expect(status);
    });
  });
});
