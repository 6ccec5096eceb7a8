import { givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

describe('resource types', () => {
  const api = useMonitoring();
  let pool = { id: 0 };

  beforeAll(async () => {
    pool = await givenType(api.database, {
      plugin: 'Acme_Gateway',
      name: 'Thread Pool 100%',
      create_policy: 'BOTH',
      creation_data_type: 'CONTENT',
    });
    for (let index = 1; index <= 4; index++) {
      await givenType(api.database, { plugin: 'AcmeGateway', name: `Route ${index}` });
    }
    await givenType(api.database, { plugin: 'AcmeGateway', name: 'Gone', is_deleted: true });
  });

  const names = async (query: string): Promise<string[]> =>
    ((await api.get(`/rest/resource/type?${query}`).expect(200)).body as { name: string }[]).map(({ name }) => name);

  describe('GET /rest/resource/type/{id}', () => {
    it('returns the record to every authenticated caller, cacheable for ten minutes', async () => {
      const { body, headers } = await api.as({ roles: [] }).get(`/rest/resource/type/${pool.id}`).expect(200);
      expect(body).toEqual({
        id: pool.id,
        name: 'Thread Pool 100%',
        pluginName: 'Acme_Gateway',
        createPolicy: 'BOTH',
        dataType: 'CONTENT',
        links: [{ self: { href: `${PUBLIC_URL}/rest/resource/type/${pool.id}` } }],
      });
      expect(headers['cache-control']).toBe('private, no-cache');
      await api.get(`/rest/resource/type/${pool.id}`).set('If-None-Match', headers.etag!).expect(304);
    });

    it('is written in XML', async () => {
      const { text } = await api.get(`/rest/resource/type/${pool.id}.xml`).expect(200);
      expect(text).toBe(
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><resourceType>' +
          `<id>${pool.id}</id><name>Thread Pool 100%</name><pluginName>Acme_Gateway</pluginName>` +
          '<createPolicy>BOTH</createPolicy><dataType>CONTENT</dataType>' +
          `<links rel="self" href="${PUBLIC_URL}/rest/resource/type/${pool.id}"/></resourceType>`,
      );
    });

    it.each(['123', 'abc', '-1', '2147483648', '1.5'])('returns 404 for %s', async (id) => {
      await api.get(`/rest/resource/type/${id}`).expect(404);
    });

    it('has neither pages nor wrapped JSON', async () => {
      for (const suffix of ['html', 'jsonw']) await api.get(`/rest/resource/type/${pool.id}.${suffix}`).expect(406);
    });
  });

  describe('GET /rest/resource/type', () => {
    it.each([
      ['q=rOuTe', ['Route 1', 'Route 2', 'Route 3', 'Route 4']],
      ['q=route+2&plugin=acme', ['Route 2']],
      ['q=100%25', ['Thread Pool 100%']],
      ['plugin=acme_', ['Thread Pool 100%']],
      ['q=gone', []],
      ['q=no%20such', []],
      ['q=route&ps=3', ['Route 1', 'Route 2', 'Route 3']],
      ['q=route&ps=3&page=1', ['Route 4']],
      ['q=route&ps=3&page=9', []],
    ])('returns the types that match the query "%s"', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    it('ignores empty values', async () => {
      expect(await names('q=&plugin=acme&ps=50')).toHaveLength(5);
    });

    it('has the size of the list and links to its pages', async () => {
      const { headers } = await api.get('/rest/resource/type?q=route&ps=3&page=1').expect(200);
      expect(headers['x-collection-size']).toBe('4');
      const address = `${PUBLIC_URL}/rest/resource/type?q=route&ps=3`;
      expect(headers.link).toBe(
        `<${address}&page=0>; rel="prev", <${address}&page=1>; rel="last", <${address}&page=1>; rel="current"`,
      );
      expect((await api.get('/rest/resource/type?q=nothing')).headers['x-collection-size']).toBe('0');
    });

    it.each(['ps=0', 'ps=-1', 'page=-1', 'ps=x', 'page=1.5', 'page=99999999999'])('refuses %s', async (query) => {
      const { headers, body } = await api.get(`/rest/resource/type?${query}`).expect(406);
      expect(headers['x-error-type']).toBe('invalid_query');
      expect(body.message).toContain(query.split('=')[0]);
    });
  });
});
