import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

const WRAPPED = 'application/vnd.vendor.wrapped+json';
type Named = { resourceName: string }[];

describe('reads of resources', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const ids = {
    host: 0,
    other: 0,
    app: 0,
    cpu: 0,
    young: 0,
    pool: 0,
    gone: 0,
    types: { platform: 0, server: 0, cpu: 0 },
  };

  /** alpha-host > (App One > pool), cpu-0, a NEW server; beta-host; an uninventoried resource. */
  beforeAll(async () => {
    const platform = await givenType(db(), { plugin: 'Given', name: 'Unix', category: 'PLATFORM' });
    const server = await givenType(db(), { name: 'App', category: 'SERVER' });
    const service = await givenType(db(), { name: 'Part', category: 'SERVICE' });
    const host = await givenResource(db(), { name: 'alpha-host', type: platform });
    const other = await givenResource(db(), { name: 'Beta_host', type: platform, location: 'cellar <2>' });
    const app = await givenResource(db(), { name: 'App One', type: server, parent: host, availability: 'UP' });
    const cpu = await givenResource(db(), { name: 'cpu-0', type: service, parent: host, description: 'A processor' });
    const pool = await givenResource(db(), { name: 'pool 100%', type: service, parent: app });
    const young = await givenResource(db(), { name: 'found', type: server, parent: host, status: 'NEW' });
    await givenResource(db(), { name: 'below found', type: service, parent: young });
    const gone = await givenResource(db(), { name: 'gone', type: service, status: 'UNINVENTORIED' });
    Object.assign(ids, { host: host.id, other: other.id, app: app.id, cpu: cpu.id, young: young.id, pool: pool.id });
    Object.assign(ids, { gone: gone.id, types: { platform: platform.id, server: server.id, cpu: service.id } });
    await givenGroup(db(), { members: [app, pool], roles: ['viewer'] });
  });
  const viewer = () => api.as({ roles: ['viewer'] });
  const names = (body: unknown): string[] => (body as Named).map(({ resourceName }) => resourceName);
  const list = async (address: string): Promise<string[]> => names((await api.get(address).expect(200)).body);

  describe('GET /rest/resource/{id}', () => {
    it('returns the record with its links', async () => {
      const { body, headers } = await api.get(`/rest/resource/${ids.cpu}`).expect(200);
      const at = (path: string) => ({ href: `${PUBLIC_URL}/rest/${path}` });
      expect(body).toEqual({
        resourceName: 'cpu-0',
        resourceId: ids.cpu,
        typeName: 'Part',
        typeId: ids.types.cpu,
        pluginName: 'Given',
        parentId: ids.host,
        status: 'COMMITTED',
        availability: 'UNKNOWN',
        ancestry: `${ids.types.platform}_:_${ids.host}_:_alpha-host`,
        location: null,
        description: 'A processor',
        links: [
          { operationDefinitions: at(`operation/definitions?resourceId=${ids.cpu}`) },
          { self: at(`resource/${ids.cpu}`) },
          { schedules: at(`resource/${ids.cpu}/schedules`) },
          { availability: at(`resource/${ids.cpu}/availability`) },
          { children: at(`resource/${ids.cpu}/children`) },
          { alerts: at(`resource/${ids.cpu}/alerts`) },
          { alertDefinitions: at(`alert/definitions?resourceId=${ids.cpu}`) },
          { parent: at(`resource/${ids.host}`) },
          { coregui: { href: `${PUBLIC_URL}/console/inventory/${ids.cpu}` } },
        ],
      });
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['last-modified']).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
    });

    it('has no parent and no ancestry for a platform, and the nearest ancestor first for others', async () => {
      const { body } = await api.get(`/rest/resource/${ids.host}`).expect(200);
      expect(body).toMatchObject({ parentId: null, ancestry: null });
      expect((body as { links: object[] }).links.flatMap(Object.keys)).not.toContain('parent');
      expect((await api.get(`/rest/resource/${ids.pool}`)).body.ancestry).toBe(
        `${ids.types.server}_:_${ids.app}_:_App One_::_${ids.types.platform}_:_${ids.host}_:_alpha-host`,
      );
    });

    it('returns the resource with any inventory status', async () => {
      expect((await api.get(`/rest/resource/${ids.young}`).expect(200)).body.status).toBe('NEW');
      expect((await api.get(`/rest/resource/${ids.gone}`).expect(200)).body.status).toBe('UNINVENTORIED');
    });

    it('returns 304 while nothing has changed, by tag and by time', async () => {
      const { headers } = await api.get(`/rest/resource/${ids.app}`).expect(200);
      const ask = (header: string, value: string) => api.get(`/rest/resource/${ids.app}`).set(header, value);
      await ask('If-None-Match', headers.etag!).expect(304);
      await ask('If-Modified-Since', headers['last-modified']!).expect(304);
      await ask('If-Modified-Since', 'Tue, 14 Nov 2023 22:13:19 GMT').expect(200);
      await db().query(`UPDATE resource SET availability = 'DOWN', changed_ms = $2 WHERE id = $1`, [
        ids.app,
        Date.UTC(2025),
      ]);
      await ask('If-None-Match', headers.etag!).expect(200);
      await ask('If-Modified-Since', headers['last-modified']!).expect(200);
      await db().query(`UPDATE resource SET availability = 'UP', changed_ms = 0 WHERE id = $1`, [ids.app]);
    });

    it('is written in XML', async () => {
      const { text } = await api.get(`/rest/resource/${ids.cpu}.xml`).expect(200);
      const link = (rel: string, path: string) => `<links rel="${rel}" href="${PUBLIC_URL}${path}"/>`;
      expect(text).toBe(
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><resource><resourceName>cpu-0</resourceName>' +
          `<resourceId>${ids.cpu}</resourceId><typeName>Part</typeName><typeId>${ids.types.cpu}</typeId>` +
          `<pluginName>Given</pluginName><parentId>${ids.host}</parentId><status>COMMITTED</status>` +
          `<availability>UNKNOWN</availability><ancestry>${ids.types.platform}_:_${ids.host}_:_alpha-host</ancestry>` +
          '<description>A processor</description>' +
          link('operationDefinitions', `/rest/operation/definitions?resourceId=${ids.cpu}`) +
          link('self', `/rest/resource/${ids.cpu}`) +
          link('schedules', `/rest/resource/${ids.cpu}/schedules`) +
          link('availability', `/rest/resource/${ids.cpu}/availability`) +
          link('children', `/rest/resource/${ids.cpu}/children`) +
          link('alerts', `/rest/resource/${ids.cpu}/alerts`) +
          link('alertDefinitions', `/rest/alert/definitions?resourceId=${ids.cpu}`) +
          link('parent', `/rest/resource/${ids.host}`) +
          link('coregui', `/console/inventory/${ids.cpu}`) +
          '</resource>',
      );
    });

    it('is not wrapped under the wrapped type', async () => {
      const { body, headers } = await api.get(`/rest/resource/${ids.cpu}`).set('Accept', WRAPPED).expect(200);
      expect(headers['content-type']).toBe(WRAPPED);
      expect(body.resourceId).toBe(ids.cpu);
    });

    it('is a page with links to others and to the console, escaped', async () => {
      const { text } = await api.get(`/rest/resource/${ids.pool}.html`).expect(200);
      expect(text).toContain('<tr><th scope="row">Resource name</th><td>pool 100%</td></tr>');
      expect(text).toContain(`<a href="/rest/resource/${ids.pool}/children.html">children</a>`);
      expect(text).toContain(`<a href="${PUBLIC_URL}/console/inventory/${ids.pool}">Console</a>`);
      expect((await api.get(`/rest/resource/${ids.other}.html`)).text).toContain('<td>cellar &lt;2&gt;</td>');
    });

    it.each(['42', '2147483647', '2147483648', 'abc', '10001x', '-1', '%2B1', '1e4'])(
      'returns 404 for %s',
      async (id) => {
        await api.get(`/rest/resource/${id}`).expect(404);
      },
    );

    it('is 403, not 404, for callers who do not see the resource', async () => {
      await viewer().get(`/rest/resource/${ids.app}`).expect(200);
      const { headers } = await viewer().get(`/rest/resource/${ids.host}`).expect(403);
      expect(headers['x-error-type']).toBe('resource_forbidden');
      await viewer().get('/rest/resource/42').expect(404);
      await api.as({ roles: [] }).get(`/rest/resource/${ids.app}`).expect(403);
    });
  });

  describe('GET /rest/resource', () => {
    const EVERYTHING = ['alpha-host', 'App One', 'below found', 'Beta_host', 'cpu-0', 'pool 100%'];

    it.each([
      ['', EVERYTHING],
      ['?status=', EVERYTHING],
      ['?status=committed', EVERYTHING],
      ['?category=PlAtForM', ['alpha-host', 'Beta_host']],
      ['?category=service', ['below found', 'cpu-0', 'pool 100%']],
      ['?status=nEw', ['found']],
      ['?status=IGNORED', []],
      ['?status=DELETED', []],
      ['?status=UNINVENTORIED', ['gone']],
      ['?status=ALL&category=SERVER', ['App One', 'found']],
      ['?status=all&q=oun', ['below found', 'found']],
      ['?q=HOST', ['alpha-host', 'Beta_host']],
      ['?q=_', ['Beta_host']],
      ['?q=100%25', ['pool 100%']],
      ['?q=%5C', []],
      ['?q=', EVERYTHING],
      ['?ps=4&page=2', []],
    ])('lists what %s selects', async (query, expected) => {
      const found = await list(`/rest/resource${query}`);
      expect([...found].sort()).toEqual([...expected].sort());
      const sorted = await db().query<{ name: string }>(`SELECT name FROM unnest($1::text[]) AS name ORDER BY name`, [
        expected,
      ]);
      expect(found).toEqual(sorted.map(({ name }) => name));
    });

    it('is the same list page by page', async () => {
      const pages = await Promise.all([0, 1, 2].map((page) => list(`/rest/resource?ps=2&page=${page}`)));
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
      expect(pages.flat()).toEqual(await list('/rest/resource'));
    });

    it.each([
      ['', 6],
      ['?ps=2&page=1', 6],
      ['?ps=6', 6],
      ['?ps=2&page=9', 6],
      ['?ps=1&category=SERVER', 1],
      ['?ps=1&status=ALL', 8],
      ['?ps=1&status=ALL&category=SERVICE', 4],
      ['?ps=1&q=o', 5],
      ['?q=nothing', 0],
    ])('counts the matches of %s', async (query, total) => {
      const { headers } = await api.get(`/rest/resource${query}`).expect(200);
      expect(headers['x-collection-size']).toBe(String(total));
    });

    it('keeps counts right when resources are added, changed and removed', async () => {
      const size = async () => (await api.get('/rest/resource?ps=1')).headers['x-collection-size'];
      const extra = await givenResource(db());
      expect(await size()).toBe('7');
      await db().query(`UPDATE resource SET inventory_status = 'IGNORED' WHERE id = $1`, [extra.id]);
      expect(await size()).toBe('6');
      await db().query(`UPDATE resource SET inventory_status = 'COMMITTED' WHERE id = $1`, [extra.id]);
      await db().query(`DELETE FROM resource WHERE id = $1`, [extra.id]);
      expect(await size()).toBe('6');
    });

    it('is wrapped with its page', async () => {
      const { body, headers } = await api.get('/rest/resource.jsonw?ps=4&page=1').expect(200);
      expect(body).toMatchObject({ pageSize: 4, currentPage: 1, lastPage: 1, totalSize: 6 });
      expect(names((body as { data: unknown }).data)).toHaveLength(2);
      expect(headers['x-collection-size']).toBeUndefined();
    });

    it('may be compressed', async () => {
      const { headers } = await api.get('/rest/resource').set('Accept-Encoding', 'gzip').expect(200);
      expect(headers['content-encoding']).toBe('gzip');
    });

    it.each(['status=GONE', 'category=HOST', 'ps=0', 'page=-1', 'ps=two'])('refuses %s', async (query) => {
      const { headers } = await api.get(`/rest/resource?${query}`).expect(406);
      expect(headers['x-error-type']).toBe('invalid_query');
    });

    it('leaves out what the caller does not see, also from the total', async () => {
      const { body, headers } = await viewer().get('/rest/resource?ps=1').expect(200);
      expect(names(body)).toEqual(['App One']);
      expect(headers['x-collection-size']).toBe('2');
      const nothing = await api
        .as({ roles: ['agent'], permissions: [] })
        .get('/rest/resource')
        .expect(200);
      expect(nothing.body).toEqual([]);
    });
  });

  it('GET /rest/resource/platforms lists platforms by id', async () => {
    const { body, headers } = await api.get('/rest/resource/platforms').expect(200);
    expect(names(body)).toEqual(['alpha-host', 'Beta_host']);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['x-collection-size']).toBe('2');
    expect(await list('/rest/resource/platforms?ps=1&page=1')).toEqual(['Beta_host']);
    await api.get('/rest/resource/platforms?ps=0').expect(406);
    expect((await viewer().get('/rest/resource/platforms')).body).toEqual([]);
  });

  describe('GET /rest/resource/{id}/children', () => {
    it('lists all direct children in inventory, unpaged', async () => {
      const { body, headers } = await api.get(`/rest/resource/${ids.host}/children`).expect(200);
      expect(names(body)).toEqual(['App One', 'cpu-0']);
      expect([headers.link, headers['x-collection-size']]).toEqual([undefined, undefined]);
    });

    it.each([
      ['?ps=1', ['App One']],
      ['?ps=1&page=1', ['cpu-0']],
      ['?page=1', []],
      ['?q=CPU', ['cpu-0']],
      ['?category=server&status=all', ['App One', 'found']],
    ])('accepts %s', async (query, expected) => {
      expect(await list(`/rest/resource/${ids.host}/children${query}`)).toEqual(expected);
    });

    it('returns the total when a page is requested', async () => {
      const { headers } = await api.get(`/rest/resource/${ids.host}/children?ps=1`).expect(200);
      expect(headers['x-collection-size']).toBe('2');
      expect(headers.link).toContain(`/rest/resource/${ids.host}/children?ps=1&page=1>; rel="next"`);
      expect((await viewer().get(`/rest/resource/${ids.app}/children?ps=5`)).headers['x-collection-size']).toBe('1');
    });

    it('is refused and restricted like other reads', async () => {
      await api.get('/rest/resource/42/children').expect(404);
      await api.get(`/rest/resource/${ids.host}/children?ps=0`).expect(406);
      await viewer().get(`/rest/resource/${ids.host}/children`).expect(403);
      expect(names((await viewer().get(`/rest/resource/${ids.app}/children`).expect(200)).body)).toEqual(['pool 100%']);
      expect((await api.get(`/rest/resource/${ids.cpu}/children`).expect(200)).body).toEqual([]);
    });
  });

  describe('GET /rest/resource/{id}/hierarchy', () => {
    it('lists the resource and its descendants in inventory, parents first', async () => {
      expect(await list(`/rest/resource/${ids.host}/hierarchy`)).toEqual([
        'alpha-host',
        'App One',
        'pool 100%',
        'cpu-0',
      ]);
    });

    it('starts with the resource in any status', async () => {
      expect(await list(`/rest/resource/${ids.young}/hierarchy`)).toEqual(['found', 'below found']);
    });

    it('may be nested', async () => {
      const { body } = await api.get(`/rest/resource/${ids.host}/hierarchy?tree=true`).expect(200);
      expect(body).toEqual({
        id: String(ids.host),
        name: 'alpha-host',
        children: [
          {
            id: String(ids.app),
            name: 'App One',
            children: [{ id: String(ids.pool), name: 'pool 100%', children: null }],
          },
          { id: String(ids.cpu), name: 'cpu-0', children: null },
        ],
      });
      const xml = await api.get(`/rest/resource/${ids.app}/hierarchy.xml?tree=true`).expect(200);
      expect(xml.text).toBe(
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><resourceWithChildren>' +
          `<id>${ids.app}</id><name>App One</name><children><id>${ids.pool}</id><name>pool 100%</name></children>` +
          '</resourceWithChildren>',
      );
      const page = await api.get(`/rest/resource/${ids.app}/hierarchy.html?tree=true`).expect(200);
      expect(page.text).toContain('<tr><th scope="row">Name</th><td>pool 100%</td></tr>');
    });

    it('leaves out what the caller does not see', async () => {
      await viewer().get(`/rest/resource/${ids.host}/hierarchy`).expect(403);
      await api.get('/rest/resource/42/hierarchy').expect(404);
      const { body } = await viewer().get(`/rest/resource/${ids.app}/hierarchy`).expect(200);
      expect(names(body)).toEqual(['App One', 'pool 100%']);
    });
  });

  it('GET /rest/resource/{id}/alerts lists no links while no alert has fired', async () => {
    await api.get(`/rest/resource/${ids.host}/alerts`).expect(200, []);
    await api.get('/rest/resource/42/alerts').expect(404);
    await viewer().get(`/rest/resource/${ids.host}/alerts`).expect(403);
  });

  it('is linked at the root, and every page has links to others', async () => {
    expect((await api.get('/rest/')).body).toContainEqual({ platforms: { href: 'resource/platforms.json' } });
    const { text } = await api.get('/rest/resource/platforms.html').expect(200);
    const targets = [...text.matchAll(/href="(\/rest\/[^"]*)"/g)].map(([, target]) => target!);
    expect(targets).toContain(`/rest/resource/${ids.host}.html`);
    for (const target of new Set(targets)) await api.get(target).expect(200);
  });

  describe('GET /rest/resource/search', () => {
    it('finds resources created with its name, and uses ids for existing resources', async () => {
      const { headers } = await api.post('/rest/resource/search').send({ value: 'none' });
      expect(headers['x-error-type']).not.toBe('method_not_allowed');
      await api.get('/rest/resource/99999').expect(404).expect('X-Error-Type', 'resource_not_found');
      expect((await api.delete('/rest/resource/search')).status).toBe(405);
    });
  });
});
