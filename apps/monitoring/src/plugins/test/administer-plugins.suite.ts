import { gzipSync } from 'node:zlib';
import { aDescriptor, BUILT_IN_NAMES, usePlugins } from './plugin-fixture';

const plugin = (name: string, body = '', version = '1') => aDescriptor(name, body, `version="${version}"`);
const depends = (name: string) => `<depends plugin="${name}"/>`;
const inside = (name: string) =>
  `<server name="${name} guest"><runs-inside><parent-resource-type name="x" plugin="${name}"/></runs-inside></server>`;

describe('/plugins', () => {
  const api = usePlugins();
  const ids: Record<string, number> = {};
  const toId = async (name: string): Promise<number> => {
    const [row] = await api.database.query<{ id: number }>(`SELECT p.id FROM plugin p WHERE p.name = $1`, [name]);
    return row!.id;
  };
  const toNames = (body: { name: string }[]): string[] => body.map(({ name }) => name);

  beforeAll(async () => {
    await api.deploy(plugin('Base', '<server name="Base server"><service name="Base service"/></server>', '1.2.3'));
    await api.deploy(plugin('Lone', '', '2.0-RC1'));
    await api.deploy(plugin('Above', depends('Base'), '3'));
    await api.deploy(plugin('Topmost', inside('Above'), '4'));
    for (const name of ['Platforms', 'Demo', 'Base', 'Lone', 'Above', 'Topmost']) ids[name] = await toId(name);
  });

  describe('the list', () => {
    it('shows all plugins in the order of ids, the built-in ones first', async () => {
      const { body, headers } = await api.get('/rest/plugins').expect(200);

      expect(toNames(body)).toEqual([...BUILT_IN_NAMES, 'Base', 'Lone', 'Above', 'Topmost']);
      expect(headers['x-collection-size']).toBe(`${BUILT_IN_NAMES.length + 4}`);
      expect(body[BUILT_IN_NAMES.length]).toEqual({
        id: ids['Base'],
        name: 'Base',
        displayName: 'Base',
        version: '1.2.3',
        enabled: true,
        status: 'INSTALLED',
        links: [],
      });
    });

    it.each([
      ['name=BA', ['Base']],
      ['name=%25', []],
      ['version=rc', ['Lone']],
      ['name=o&version=4', ['Topmost']],
      ['enabled=false', []],
      ['enabled=TRUE&name=lone', ['Lone']],
      ['deleted=true', []],
      ['deleted=All&name=base', ['Base']],
      ['ps=2&page=1&name=', BUILT_IN_NAMES.slice(2, 4)],
      ['ps=2&page=9', []],
    ])('filters by %s', async (query, names) => {
      const { body } = await api.get(`/rest/plugins?${query}`).expect(200);
      expect(toNames(body)).toEqual(names);
    });

    it.each(['ps=0', 'page=-1', 'page=x', 'enabled=perhaps', 'deleted=some', 'reload=2'])('refuses %s', (query) =>
      api.get(`/rest/plugins?${query}`).expect(406),
    );

    it('is also written in XML', async () => {
      const { text } = await api.get('/rest/plugins.xml?name=lone').expect(200);
      expect(text).toBe(
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
          `<collection><plugin><id>${ids['Lone']}</id><name>Lone</name><displayName>Lone</displayName>` +
          '<version>2.0-RC1</version><enabled>true</enabled><status>INSTALLED</status></plugin></collection>',
      );
      await api.get('/rest/plugins').set('Accept', 'text/html').expect(406);
    });
  });

  it('shows one plugin, and 404 for an unknown one', async () => {
    const { body } = await api.get(`/rest/plugins/${ids['Lone']}`).expect(200);
    expect(body).toMatchObject({ name: 'Lone' });
    for (const id of ['1', 'x', '99999999999']) await api.get(`/rest/plugins/${id}`).expect(404);
  });

  it('requires MANAGE_SETTINGS', async () => {
    const operator = api.as({ roles: ['operator'] });
    await operator.get('/rest/plugins').expect(403);
    await operator.get('/rest/plugins/1').expect(403);
    await operator.put('/rest/plugins/1').expect(403);
    await operator.post('/rest/plugins/1').expect(403);
    await operator.delete('/rest/plugins/1').expect(403);
    await operator.post('/rest/plugins').expect(403);
    await operator.put('/rest/plugins').expect(403);
    await operator.post('/rest/plugins/deploy').expect(403);
    await operator.get('/rest/plugins/deploy/x').expect(403);
    await api.anonymous.get('/rest/plugins').expect(401);
  });

  describe('enabling and disabling', () => {
    const set = (name: string, enabled: string) => api.put(`/rest/plugins/${ids[name]}?${enabled}`);

    it('is refused while an enabled plugin depends on it, directly or through others, required or not', async () => {
      const { body } = await set('Base', 'enabled=false').expect(406);
      expect(body.message).toContain('Above, Topmost');
      await set('Above', '').expect(406);
    });

    it('is refused while a required plugin is disabled', async () => {
      const { body } = await set('Topmost', '').expect(200);
      expect(body).toMatchObject({ name: 'Topmost', enabled: false });
      await set('Above', 'enabled=false').expect(200);
      await set('Base', 'enabled=false').expect(200);
      await set('Base', 'enabled=false').expect(200);

      expect((await set('Topmost', 'enabled=true').expect(406)).body.message).toContain('Above');
      await set('Above', 'enabled=true').expect(406);
      await set('Base', 'enabled=true').expect(200);
      await set('Above', 'enabled=true').expect(200);
      await set('Topmost', 'enabled=true').expect(200);
    });

    it('accepts POST and form parameters, too', async () => {
      await api.post(`/rest/plugins/${ids['Lone']}`).type('form').send('enabled=false').expect(200);
      await api.post(`/rest/plugins/${ids['Lone']}?enabled=true`).expect(200);
      await api.put(`/rest/plugins/${ids['Lone']}`).type('form').send('enabled=true').expect(200);
      const { body } = await api.get(`/rest/plugins/${ids['Lone']}`).expect(200);
      expect(body).toMatchObject({ enabled: true });
      await api.put(`/rest/plugins/${ids['Lone']}`).type('text/plain').send('enabled=true').expect(415);
    });

    it('accepts forms within the limits of all bodies', async () => {
      const send = (form: string) =>
        api
          .put(`/rest/plugins/${ids['Lone']}`)
          .type('form')
          .set('Content-Encoding', 'gzip')
          .serialize((sent: unknown) => sent as string)
          .send(gzipSync(form));
      await send('enabled=true').expect(200);
      await send('x=1&'.repeat(1_000)).expect(413);
      expect((await send(`x=${'1'.repeat(64 * 1024)}`).expect(413)).headers['x-error-type']).toBe('payload_too_large');
      await api.put(`/rest/plugins/${ids['Lone']}`).type('form').set('Content-Encoding', 'zstd').send('x').expect(415);
    });

    it('requires the current ETag when If-Match is given', async () => {
      const path = `/rest/plugins/${ids['Lone']}`;
      const { headers } = await api.get(path).expect(200);
      await api.put(path).set('If-Match', '"other"').expect(412);
      await api.put(`${path}?enabled=false`).set('If-Match', headers['etag']!).expect(200);
      await api.put(`${path}?enabled=true`).set('If-Match', headers['etag']!).expect(412);
      await api.put(`${path}?enabled=true`).expect(200);
    });

    it('rejects an unknown plugin and an invalid flag', async () => {
      await api.put('/rest/plugins/42?enabled=true').expect(404);
      await api.put(`/rest/plugins/${ids['Lone']}?enabled=maybe`).expect(406);
    });
  });

  describe('adding', () => {
    const add = async (bytes: Buffer, name = 'added.xml') => {
      const handle = await api.upload(bytes);
      return api.post(`/rest/plugins?handle=${handle}&name=${name}`);
    };

    it('returns 201, the address and the new plugins, other waiting ones too', async () => {
      await api.deploy(plugin('Waiter'), 'name=waiter.xml');
      const { status, body, headers } = await add(plugin('Added', depends('Waiter')));

      expect(status).toBe(201);
      expect(toNames(body)).toEqual(['Waiter', 'Added']);
      expect(headers['location']).toBe(`https://mon.example.test/rest/plugins/${await toId('Added')}`);
    });

    it('returns 200 and an empty list for a repeat, an upgrade, and one that waits', async () => {
      for (const bytes of [
        plugin('Added', depends('Waiter')),
        plugin('Added', '', '2'),
        plugin('Patient', depends('None')),
      ]) {
        const { status, body, headers } = await add(bytes, 'again.xml');
        expect({ status, body }).toEqual({ status: 200, body: [] });
        expect(headers).not.toHaveProperty('location');
      }
    });

    it('responds to PUT with 200 and the plugin of the call, new or not', async () => {
      const bytes = plugin('Aliased');
      for (const _time of [1, 2]) {
        const handle = await api.upload(bytes);
        const { body } = await api.put(`/rest/plugins`).type('form').send({ handle, name: 'a.xml' }).expect(200);
        expect(toNames(body)).toEqual(['Aliased']);
      }
    });

    it('refuses missing parameters, unknown content and invalid plugins, in this order', async () => {
      await api.post('/rest/plugins?name=a.jar').expect(406);
      await api.post('/rest/plugins?handle=rhq-rest-0.bin').expect(406);
      await api.post('/rest/plugins?handle=rhq-rest-0.bin&name=a.jar').expect(404);
      expect((await add(Buffer.from('nothing'))).status).toBe(406);
      expect((await add(plugin('Named'), '..')).status).toBe(406);
    });
  });

  describe('deleting', () => {
    it.each(BUILT_IN_NAMES)('is refused for %s, which is built in', async (name) => {
      const [{ id }] = (await api.get(`/rest/plugins?name=${encodeURIComponent(name)}`).expect(200)).body as [
        { id: number },
      ];
      const { headers, body } = await api.delete(`/rest/plugins/${id}`).expect(409);
      expect(headers['x-error-type']).toBe('plugin_built_in');
      expect(body.message).toContain('enabled=false');
      expect((await api.get(`/rest/plugins/${id}`).expect(200)).body).toMatchObject({ name, status: 'INSTALLED' });
    });

    it('is refused while an enabled plugin depends on it', async () => {
      const { body } = await api.delete(`/rest/plugins/${ids['Base']}`).expect(406);
      expect(body.message).toContain('Above, Topmost');
      await api.delete('/rest/plugins/42').expect(404);
    });

    it('deletes a plugin without resources at once, with its content', async () => {
      const { body } = await api.delete(`/rest/plugins/${ids['Topmost']}?purge=true`).expect(200);
      expect(body).toMatchObject({ name: 'Topmost', status: 'DELETED' });
      await api.get(`/rest/plugins/${ids['Topmost']}`).expect(404);
      expect(await api.listTypes('Topmost')).toEqual({});
    });

    it('uninventories the resources with all below them, and keeps the record until they are deleted', async () => {
      await api.delete(`/rest/plugins/${ids['Above']}`).expect(200);
      const server = await api.addResource('Base', 'Base server');
      const service = await api.addResource('Base', 'Base service', { parent_id: server });

      const { body } = await api.delete(`/rest/plugins/${ids['Base']}`).expect(200);

      expect(body).toMatchObject({ status: 'DELETED' });
      for (const id of [server, service]) {
        expect(await api.resource(id)).toMatchObject({ inventory_status: 'UNINVENTORIED', parent_id: null });
      }
      expect((await api.listTypes('Base'))['Base server']).toMatchObject({ is_deleted: true });
      expect((await api.get(`/rest/plugins/${ids['Base']}`).expect(200)).body).toEqual(body);
      expect(toNames((await api.get('/rest/plugins?name=base').expect(200)).body)).toEqual([]);
      expect(toNames((await api.get('/rest/plugins?deleted=true').expect(200)).body)).toEqual(['Base']);
      expect(toNames((await api.get('/rest/plugins?deleted=all&name=base').expect(200)).body)).toEqual(['Base']);
      await api.delete(`/rest/plugins/${ids['Base']}`).expect(200);
      await api.put(`/rest/plugins/${ids['Base']}?enabled=true`).expect(404);
    });

    it('refuses to deploy the plugin again until its resources are erased', async () => {
      const { status, body } = await api.deploy(plugin('Base', '', '9'));
      expect(status).toBe(409);
      expect(body.message).toContain('been erased yet');
      expect(await api.fileNames()).not.toContain('a.jar');
    });

    it('keeps a package waiting that was put in the drop box meanwhile', async () => {
      await api.deploy(plugin('Base', '<server name="Back"/>', '9'), 'name=back.xml');
      await api.get('/rest/plugins?reload=true').expect(200);
      expect(await api.fileNames()).toContain('back.xml');

      await api.database.query(`DELETE FROM resource r WHERE r.inventory_status = 'UNINVENTORIED'`);
      await api.get('/rest/plugins?reload=true').expect(200);

      expect(await api.versions()).toMatchObject({ Base: '9' });
      expect(Object.keys(await api.listTypes('Base'))).toEqual(['Back']);
      expect(await toId('Base')).not.toBe(ids['Base']);
      await api.get(`/rest/plugins/${ids['Base']}`).expect(404);
    });
  });

  describe('notifying agents', () => {
    it('ends at once without a delay, and otherwise when the delay has passed', async () => {
      const { body: now } = await api.post('/rest/plugins/deploy').expect(200);
      expect((await api.get(`/rest/plugins/deploy/${now.value}`).expect(200)).body).toEqual({ value: true });

      const { body: later } = await api.post('/rest/plugins/deploy?delay=5000').expect(200);
      const status = async () => (await api.get(`/rest/plugins/deploy/${later.value}`).expect(200)).body as unknown;
      expect(await status()).toEqual({ value: false });
      await api.post('/rest/plugins/deploy').expect(409);
      api.clock.advance(5000);
      expect(await status()).toEqual({ value: true });
      const { text } = await api.get(`/rest/plugins/deploy/unknown`).set('Accept', 'application/xml').expect(200);
      expect(text).toContain('<value value="true"/>');
    });

    it.each(['-1', 'soon', '99999999999999999'])('refuses a delay of %s', (delay) =>
      api.post('/rest/plugins/deploy').type('form').send({ delay }).expect(406),
    );
  });
});
