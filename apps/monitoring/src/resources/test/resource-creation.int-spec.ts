import type { RoleName } from '@wardstone/auth';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { PendingCreationService } from '../pending-creation.service';

interface Created {
  resourceId: number;
  resourceName: string;
}

describe('creation of resources', () => {
  const api = useMonitoring(() => ({ RESOURCE_CREATION_HOLD_MS: '0' }));
  const db = () => api.database;
  const operator = () => api.as({ roles: ['operator'] });
  const viewer = (...permissions: string[]) => api.as({ roles: ['viewer'], permissions });
  const read = async (id: number) =>
    (await api.get(`/rest/resource/${id}`).expect(200)).body as Record<string, unknown>;
  const getConfiguration = (id: number) =>
    db().query(`SELECT r.plugin_configuration, r.resource_configuration FROM resource r WHERE r.id = $1`, [id]);

  describe('POST /rest/resource/platforms', () => {
    const post = (body: object) => api.post('/rest/resource/platforms').send(body);

    it('creates a platform with availability and schedules', async () => {
      const { body, headers } = await post({ resourceName: 'alpha-host', typeName: 'Linux', extra: 1 }).expect(201);
      const { resourceId } = body as Created;
      expect(resourceId).toBeGreaterThan(10000);
      expect(headers.location).toBe(`${PUBLIC_URL}/rest/resource/${resourceId}`);
      expect(headers.deprecation).toBeUndefined();
      expect(body).toMatchObject({
        resourceName: 'alpha-host',
        typeName: 'Linux',
        pluginName: 'Platforms',
        parentId: null,
        ancestry: null,
        status: 'COMMITTED',
        availability: 'UNKNOWN',
      });
      expect(await read(resourceId)).toEqual(body);
      await api
        .get(`/rest/resource/${resourceId}/availability`)
        .expect(200, { since: 0, type: 'UNKNOWN', until: null, resourceId });
      const { body: all } = await api.get(`/rest/resource/${resourceId}/schedules?enabledOnly=false`).expect(200);
      const free = (all as { scheduleName: string }[]).find((s) => s.scheduleName === 'Native.MemoryInfo.free');
      expect(free).toMatchObject({ enabled: true, collectionInterval: 600000, unit: 'B', type: 'MEASUREMENT' });
    });

    it('returns an existing one unchanged, also after it was renamed', async () => {
      const first = await post({ resourceName: 'once', typeName: 'Linux' }).expect(201);
      const { resourceId } = first.body as Created;
      const again = await post({ resourceName: 'once', typeName: 'Linux', description: 'other' }).expect(201);
      expect(again.body).toEqual(first.body);
      expect(again.headers.location).toBe(first.headers.location);
      await api.put(`/rest/resource/${resourceId}`).send({ resourceName: 'renamed' }).expect(200);
      const renamed = await post({ resourceName: 'once', typeName: 'Linux' }).expect(201);
      expect(renamed.body).toMatchObject({ resourceId, resourceName: 'renamed' });
    });

    it('distinguishes platforms by type and letter case, and creates a new one when the old one was uninventoried', async () => {
      const toId = async (resourceName: string, typeName: string) =>
        ((await post({ resourceName, typeName }).expect(201)).body as Created).resourceId;
      const ids = [await toId('twin', 'Linux'), await toId('twin', 'Windows'), await toId('Twin', 'Linux')];
      await api.delete(`/rest/resource/${ids[0]}`).expect(204);
      ids.push(await toId('twin', 'Linux'));
      expect(new Set(ids).size).toBe(4);
    });

    it('creates one for many concurrent requests', async () => {
      const race = () => post({ resourceName: 'race', typeName: 'Linux' }).expect(201);
      const responses = await Promise.all(Array.from({ length: 8 }, race));
      expect(new Set(responses.map(({ body }) => (body as Created).resourceId)).size).toBe(1);
    });

    it('accepts XML and returns it', async () => {
      const body = '<resource><resourceName>from-xml</resourceName><typeName>Linux</typeName></resource>';
      const { text } = await api.post('/rest/resource/platforms.xml').type('application/xml').send(body).expect(201);
      expect(text).toContain('<resource><resourceName>from-xml</resourceName>');
    });

    it.each([
      ['no name', { typeName: 'Linux' }, 406],
      ['a blank name', { resourceName: ' ', typeName: 'Linux' }, 406],
      ['no type', { resourceName: 'x' }, 406],
      ['a blank type', { resourceName: 'x', typeName: '' }, 406],
      ['a name of 501 characters', { resourceName: 'x'.repeat(501), typeName: 'Linux' }, 406],
      ['a name that is none', { resourceName: {}, typeName: 'Linux' }, 406],
      ['an unknown type', { resourceName: 'x', typeName: 'Amiga' }, 404],
      ['a type of another category', { resourceName: 'x', typeName: 'CPU' }, 404],
      ['a type of another plugin', { resourceName: 'x', typeName: 'Demo Server' }, 404],
    ])('refuses %s', async (_case, body, status) => {
      await post(body).expect(status);
    });

    it('refuses a missing body, and callers without MANAGE_INVENTORY', async () => {
      await api.post('/rest/resource/platforms').expect(406);
      await viewer('CREATE_CHILD_RESOURCES').post('/rest/resource/platforms').send({}).expect(403);
      await operator().post('/rest/resource/platforms').send({ resourceName: 'mine', typeName: 'Linux' }).expect(201);
    });
  });

  describe('POST /rest/resource/platform/{name}', () => {
    it('creates the platform with the name in the path, and names the successor', async () => {
      const post = () => api.post('/rest/resource/platform/caf%C3%A9%2Fnorth').send({ value: 'Linux' });
      const { body, headers } = await post().expect(201);
      expect((body as Created).resourceName).toBe('café/north');
      expect(headers.deprecation).toMatch(/^@\d+$/);
      expect(headers.link).toBe(`<${PUBLIC_URL}/rest/resource/platforms>; rel="successor-version"`);
      expect((await post().expect(201)).body).toEqual(body);
      const xml = await api.post('/rest/resource/platform/other').type('text/xml').send('<value value="Linux"/>');
      expect(xml.status).toBe(201);
      const unknown = await api.post('/rest/resource/platform/x').send({ value: 'Amiga' }).expect(404);
      expect(unknown.headers.deprecation).toMatch(/^@\d+$/);
      await api.post('/rest/resource/platform/x').send({}).expect(406);
      await viewer().post('/rest/resource/platform/x').send({ value: 'Linux' }).expect(403);
    });
  });

  describe('below a platform', () => {
    const host = { id: 0, entry: '' };
    const type = { singleton: '', creatable: '', content: '', manual: 'Directory' };

    beforeAll(async () => {
      const platform = await givenType(db(), { plugin: 'Site', name: 'Host', category: 'PLATFORM' });
      const { id } = await givenResource(db(), { name: 'site', type: platform });
      Object.assign(host, { id, entry: `${platform.id}_:_${id}_:_site` });
      const singleton = { plugin: 'Site', name: 'Only', is_singleton: true, create_policy: 'BOTH' };
      await givenType(db(), singleton);
      await givenType(db(), { plugin: 'Site', name: 'Queue', create_policy: 'CREATE_ONLY' });
      const route = await givenType(db(), {
        plugin: 'Site',
        name: 'Route',
        create_policy: 'BOTH',
        creation_data_type: 'CONTENT',
      });
      await givenType(db(), { plugin: 'Site', name: 'Plain', description: 'Something plain' });
      await db().query(
        `INSERT INTO package_type (resource_type_id, name, display_name, category, discovery_interval_ms, is_creation_type)
         VALUES ($1, 'archive', 'Archive', 'DEPLOYABLE', 0, true)`,
        [route.id],
      );
      await db().query(`INSERT INTO resource_type_parent (type_id, parent_type_id) VALUES ($1, $2)`, [
        route.id,
        platform.id,
      ]);
      Object.assign(type, { singleton: 'Only', creatable: 'Queue', content: 'Route' });
    });
    const order = (over: object = {}) => ({
      resourceName: 'part',
      typeName: 'Plain',
      pluginName: 'Site',
      parentId: host.id,
      ...over,
    });
    const post = (over: object = {}, query = '') => api.post(`/rest/resource${query}`).send(order(over));
    const runCreation = async (id: number): Promise<void> => {
      await api.service.app.get(PendingCreationService).complete(id);
    };
    const ordered = async (over: object, query = ''): Promise<number> => {
      const { headers } = await post(over, query).expect(302);
      expect(headers.location).toMatch(new RegExp(`^${PUBLIC_URL}/rest/resource/creationStatus/\\d+$`));
      return Number(headers.location!.split('/').at(-1));
    };

    it('POST /rest/resource creates synthetic resources with their configurations', async () => {
      const { body, headers } = await post({
        pluginConfig: { url: 'x', port: 80, deep: { list: [1, null] } },
        resourceConfig: { on: true },
      }).expect(201);
      const { resourceId } = body as Created;
      expect(body).toMatchObject({
        parentId: host.id,
        ancestry: host.entry,
        description: 'Something plain',
        status: 'COMMITTED',
      });
      expect(headers.location).toBe(`${PUBLIC_URL}/rest/resource/${resourceId}`);
      expect(await getConfiguration(resourceId)).toEqual([
        {
          plugin_configuration: { url: 'x', port: '80', deep: { list: ['1', null] } },
          resource_configuration: { on: 'true' },
        },
      ]);
      const again = await post({ pluginConfig: {} }).expect(201);
      expect(again.body).toEqual(body);
    });

    it('gives children of one name and different types different ids, and adds them to recursive groups', async () => {
      await givenGroup(db(), { members: [host], isRecursive: true, roles: ['viewer'] });
      const plain = (await post({ resourceName: 'same' }).expect(201)).body as Created;
      const other = await post({ resourceName: 'same', typeName: 'CPU', pluginName: 'Platforms' }).expect(201);
      expect((other.body as Created).resourceId).not.toBe(plain.resourceId);
      await viewer().get(`/rest/resource/${plain.resourceId}`).expect(200);
      const mine = viewer('CREATE_CHILD_RESOURCES')
        .post('/rest/resource')
        .send(order({ resourceName: 'mine' }));
      await mine.expect(201);
      await viewer()
        .post('/rest/resource')
        .send(order({ resourceName: 'not mine' }))
        .expect(403);
    });

    it('adds resources by hand, distinguished by their connection properties', async () => {
      const add = (pluginConfig?: object, over: object = {}) =>
        post({ resourceName: undefined, typeName: 'Directory', pluginName: 'Platforms', pluginConfig, ...over });
      const first = (await add({ path: '/var' }).expect(201)).body as Created;
      expect(first.resourceName).toBe('Directory');
      expect(await getConfiguration(first.resourceId)).toMatchObject([{ plugin_configuration: { path: '/var' } }]);
      const conflict = await add({ path: '/var' }, { resourceName: 'other name' }).expect(409);
      expect(conflict.headers['x-error-type']).toBe('resource_exists');
      const second = (await add({ path: '/tmp' }).expect(201)).body as Created;
      expect(second.resourceId).not.toBe(first.resourceId);
      await add({}).expect(406);
      await add(undefined).expect(406);
    });

    it('lets the agent create creatable types, and reports the progress', async () => {
      const id = await ordered({ resourceName: 'q1', typeName: 'Queue', resourceConfig: { depth: 5 } });
      const ask = () => api.get(`/rest/resource/creationStatus/${id}`);
      const waiting = await ask().expect(302);
      expect(waiting.headers.location).toBe(`${PUBLIC_URL}/rest/resource/creationStatus/${id}`);
      expect(waiting.headers['retry-after']).toBe('2');
      expect(waiting.text).toMatch(/being created/);
      await runCreation(id);
      const done = await ask().expect(200);
      expect(done.headers['cache-control']).toBe('private, no-cache');
      expect(done.body).toMatchObject({ resourceName: 'q1', status: 'COMMITTED', ancestry: host.entry });
      expect(await getConfiguration((done.body as Created).resourceId)).toMatchObject([
        { resource_configuration: { depth: '5' } },
      ]);
      await runCreation(id);
      const found = await api.get(`/rest/resource/${host.id}/children?q=q1`);
      expect(found.body).toHaveLength(1);
    });

    it('shows the progress of a creation only to callers who see the parent', async () => {
      const id = await ordered({ resourceName: 'hidden', typeName: 'Queue' });
      const ask = (role: RoleName) => api.as({ roles: [role] }).get(`/rest/resource/creationStatus/${id}`);
      const { headers } = await ask('agent').expect(404);
      expect(headers['x-error-type']).toBe('resource_creation_not_found');
      await ask('viewer').expect(302);
      await db().query(`UPDATE resource_creation SET status = 'FAILURE', error_message = 'secret' WHERE id = $1`, [id]);
      expect((await ask('agent').expect(404)).text).not.toContain('secret');
      await ask('viewer').expect(500);
    });

    it('reports why a creation failed', async () => {
      const ids = [
        await ordered({ resourceName: 'q2', typeName: 'Queue' }),
        await ordered({ resourceName: 'q2', typeName: 'Queue' }),
      ];
      for (const id of ids) await runCreation(id);
      const { body, headers } = await api.get(`/rest/resource/creationStatus/${ids[1]}`).expect(500);
      expect(body).toEqual({ value: 'Failure: A resource q2 of this type already exists' });
      expect(headers['x-error-type']).toBe('resource_creation_failed');
      expect(headers.link).toContain('rel="help"');
      const xml = await api.get(`/rest/resource/creationStatus/${ids[1]}.xml`).expect(500);
      expect(xml.text).toContain('<value value="Failure: ');
    });

    it.each([
      ['INVALID_CONFIGURATION', 'Invalid Configuration: no'],
      ['INVALID_ARTIFACT', 'Invalid Artifact: no'],
      ['TIMED_OUT', 'Timed Out: no'],
    ])('reports %s', async (status, value) => {
      const id = await ordered({ resourceName: status, typeName: 'Queue' });
      await db().query(`UPDATE resource_creation SET status = $2, error_message = 'no' WHERE id = $1`, [id, status]);
      await api.get(`/rest/resource/creationStatus/${id}`).expect(500, { value });
    });

    it('times out after an hour', async () => {
      const [late, young] = [
        await ordered({ resourceName: 'late', typeName: 'Queue' }),
        await ordered({ resourceName: 'young', typeName: 'Queue' }),
      ];
      await db().query(`UPDATE resource_creation SET created_at = created_at - interval '61 minutes' WHERE id = $1`, [
        late,
      ]);
      await api.service.app.get(PendingCreationService).timeOut();
      await runCreation(late);
      await api.get(`/rest/resource/creationStatus/${late}`).expect(500);
      await api.get(`/rest/resource/creationStatus/${young}`).expect(302);
    });

    it.each(['42', 'x', '2147483648'])('returns 404 for the creation %s', async (id) => {
      await api.get(`/rest/resource/creationStatus/${id}`).expect(404);
    });

    it('creates a resource from content, which is kept', async () => {
      const upload = await api.post('/rest/content/fresh').type('application/octet-stream').send('bytes').expect(201);
      const handle = (upload.body as { value: string }).value;
      const body = { resourceName: 'route', typeName: 'Route', resourceConfig: { overwrite: true } };
      const id = await ordered(body, `?handle=${handle}`);
      const [row] = await db().query<Record<string, unknown>>(
        `SELECT c.content, c.content_version, c.resource_configuration FROM resource_creation c WHERE c.id = $1`,
        [id],
      );
      expect(row).toEqual({
        content: expect.any(String),
        content_version: expect.stringMatching(/^\d{13}$/),
        resource_configuration: { overwrite: 'true' },
      });
      await runCreation(id);
      const done = await api.get(`/rest/resource/creationStatus/${id}`).expect(200);
      expect(await getConfiguration((done.body as Created).resourceId)).toMatchObject([{ resource_configuration: {} }]);
      await api.get(`/rest/content/${handle}/info`).expect(200);
      await post({ ...body, typeName: 'Queue' }, `?handle=${handle}`).expect(406);
      await post({ ...body, typeName: 'Plain' }, `?handle=${handle}`).expect(406);
      await post({ ...body, resourceName: '' }, `?handle=${handle}`).expect(406);
    });

    it('checks content, parent, type, permission and rules in this order', async () => {
      const wrong = { parentId: 42, typeName: 'None', resourceName: null };
      const toType = async (over: object, query = '', status = 404) =>
        (await post(over, query).expect(status)).headers['x-error-type'];
      expect(await toType(wrong, '?handle=rhq-rest-none.bin')).toBe('content_not_found');
      expect(await toType(wrong)).toBe('resource_not_found');
      expect(await toType({ ...wrong, parentId: undefined })).toBe('resource_not_found');
      expect(await toType({ ...wrong, parentId: host.id })).toBe('resource_type_not_found');
      expect(await toType({ pluginName: 'Platforms' })).toBe('resource_type_not_found');
      const stranger = api.as({ roles: ['agent'], permissions: ['CREATE_CHILD_RESOURCES'] });
      await stranger
        .post('/rest/resource')
        .send(order({ resourceName: null }))
        .expect(403);
      expect(await toType({ resourceName: null }, '', 406)).toBe('invalid_content');
    });

    it.each([
      ['a platform', { typeName: 'Host' }],
      ['no name', { resourceName: undefined }],
      ['a blank name', { resourceName: ' ', typeName: 'Queue' }],
      ['a long name', { resourceName: 'n'.repeat(501) }],
      ['a type that needs content', { typeName: 'Route' }],
      ['a configuration that is a list', { pluginConfig: [] }],
      ['a configuration with half of a surrogate pair', { pluginConfig: { path: '\udfff' } }],
      ['a configuration with a NUL character', { pluginConfig: { path: 'a\u0000b' } }],
      ['a parent that is no number', { parentId: 'x' }],
    ])('refuses %s', async (_case, over) => {
      await post(over).expect(406);
    });

    it('refuses a second singleton, and a parent that is not in inventory', async () => {
      const id = await ordered({ resourceName: 'one', typeName: 'Only' });
      const second = await ordered({ resourceName: 'two', typeName: 'Only' });
      await runCreation(id);
      await post({ resourceName: 'three', typeName: 'Only' }).expect(409);
      await runCreation(second);
      const { body } = await api.get(`/rest/resource/creationStatus/${second}`).expect(500);
      expect((body as { value: string }).value).toMatch(/^Failure: The parent already has a child of type/);
      const young = await givenResource(db(), { status: 'NEW' });
      const { headers } = await post({ parentId: young.id }).expect(406);
      expect(headers['x-error-type']).toBe('resource_not_in_inventory');
    });

    it('POST /rest/resource/{name} creates any type, whatever its policies', async () => {
      const create = (name: string, query = `?plugin=Site&parentId=${host.id}`, value: string | null = 'Queue') =>
        api.post(`/rest/resource/${name}${query}`).send({ value });
      const { body, headers } = await create('my.queue').expect(201);
      expect(body).toMatchObject({ resourceName: 'my.queue', typeName: 'Queue', parentId: host.id });
      expect(headers.link).toContain(`<${PUBLIC_URL}/rest/resource>; rel="successor-version"`);
      expect((await create('my.queue').expect(201)).body).toEqual(body);
      await create('x', '').expect(404);
      await create('x', `?plugin=Site`).expect(404);
      await create('x', `?parentId=${host.id}`).expect(404);
      await create('x', undefined, 'None').expect(404);
      await create('x', undefined, 'Host').expect(406);
      await create('n'.repeat(501)).expect(406);
      await create('x', `?plugin=Site&parentId=y`).expect(406);
      for (const literal of ['creationStatus', 'platform', 'type']) await create(literal).expect(404);
      await api.post(`/rest/resource/x?plugin=Site&parentId=${host.id}`).expect(406);
      const stranger = api.as({ roles: ['agent'], permissions: ['CREATE_CHILD_RESOURCES'] });
      await stranger.post(`/rest/resource/x?plugin=Site&parentId=${host.id}`).send({ value: 'Plain' }).expect(403);
    });

    it('accepts XML', async () => {
      const xml =
        `<resource><resourceName>from xml</resourceName><typeName>Plain</typeName><pluginName>Site</pluginName>` +
        `<parentId>${host.id}</parentId><pluginConfig><entry><key>a</key><value>b</value></entry></pluginConfig></resource>`;
      const { body } = await api.post('/rest/resource').type('application/xml').send(xml).expect(201);
      expect(await getConfiguration((body as Created).resourceId)).toMatchObject([
        { plugin_configuration: { a: 'b' } },
      ]);
    });
  });
});

describe('creation of resources while jobs run', () => {
  const api = useMonitoring(() => ({ JOBS_PER_PROCESS: '1', RESOURCE_CREATION_DELAY_MS: '0' }));

  it('returns the resource when it exists before the request times out', async () => {
    const type = await givenType(api.database, { plugin: 'Quick', name: 'Queue', create_policy: 'BOTH' });
    const parent = await givenResource(api.database, { type: await givenType(api.database, { category: 'PLATFORM' }) });
    const { body } = await api
      .post('/rest/resource')
      .send({ resourceName: 'quick', typeName: 'Queue', pluginName: 'Quick', parentId: parent.id })
      .expect(200);
    expect(body).toMatchObject({ resourceName: 'quick', typeId: type.id, status: 'COMMITTED' });
  });
});
