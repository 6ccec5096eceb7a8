import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

/** In the order of rule http-18. */
const TARGETS = [
  ['platforms', 'resource/platforms'],
  ['groups', 'group'],
  ['dynaGroups', 'group/definitions'],
  ['alerts', 'alert'],
  ['status', 'status'],
  ['favoriteResources', 'user/favorites/resource'],
  ['operationHistory', 'operation/history'],
  ['reports', 'reports'],
  ['self', ''],
] as const;
const linksWith = (suffix: string) => TARGETS.map(([rel, target]) => ({ [rel]: { href: target + suffix } }));
const xmlLinks = TARGETS.map(([rel, target]) => `<link rel="${rel}" href="${target}.xml"/>`).join('');

const WRAPPED = 'application/vnd.vendor.wrapped+json';

describe('GET /rest/', () => {
  const api = useMonitoring(() => ({ JSONP: 'on' }));

  it.each(['/rest', '/rest/', '/rest/index', '/rest//index', '/rest/index/', '//rest///index'])(
    'returns the links of the root at %s',
    async (path) => {
      const { body, headers } = await api.get(path).expect(200);
      expect(body).toEqual(linksWith('.json'));
      expect(headers['content-type']).toBe('application/json');
      expect(headers['cache-control']).toBe('private, no-cache');
    },
  );

  it.each(['.json', '.xml', '.html'])('lists the served areas as %s', async (suffix) => {
    const { text } = await api.get(`/rest/${suffix}`).expect(200);
    for (const [, target] of TARGETS) {
      expect(text).toContain(`${target}${suffix}`);
      const { status, headers } = await api.get(`/rest/${target}${suffix}`);
      expect([target, status]).toEqual([target, 200]);
      expect(headers['content-type']).toMatch(suffix.slice(1));
    }
  });

  it.each([
    ['application/json', '.json', JSON.stringify(linksWith('.json'))],
    [
      'application/xml',
      '.xml',
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><collection>${xmlLinks}</collection>`,
    ],
  ])('writes %s, chosen by header or by suffix %s', async (type, suffix, expected) => {
    for (const response of [
      api.get('/rest/').set('Accept', type),
      api.get(`/rest/${suffix}`).set('Accept', 'image/png'),
    ]) {
      const { text, headers } = await response.expect(200);
      expect(text).toBe(expected);
      expect(headers['content-type']).toBe(type);
      expect(headers.vary).toBe('Accept');
    }
  });

  it('is one page under the wrapped type', async () => {
    for (const response of [api.get('/rest/index').set('Accept', WRAPPED), api.get('/rest/index.jsonw')]) {
      const { body, headers } = await response.expect(200);
      expect(headers['content-type']).toBe(WRAPPED);
      expect(headers.link).toBeUndefined();
      expect(headers['x-collection-size']).toBeUndefined();
      expect(body).toMatchObject({
        data: linksWith('.jsonw'),
        pageSize: TARGETS.length,
        currentPage: 0,
        lastPage: 0,
        totalSize: TARGETS.length,
      });
    }
    const { body } = await api.get('/rest//index.jsonw?x=1');
    expect(body.links).toEqual([{ current: { href: `${PUBLIC_URL}/rest//index.jsonw?x=1` } }]);
  });

  it('is a page for browsers', async () => {
    const { text, headers } = await api
      .get('/rest/')
      .set('Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
      .expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toContain('<h1>Monitoring</h1>');
    expect(text).toContain('<li><a href="/rest/.html">self</a></li></ul>');
    expect((await api.get('/rest/.html').expect(200)).text).toBe(text);
  });

  it.each(['text/plain', 'text/csv'])('is not available as %s', async (type) => {
    const { text, headers } = await api.get('/rest/').set('Accept', type).expect(406);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe(`The Accept header must allow one of application/json, application/xml, text/html, ${WRAPPED}\n`);
  });

  it('calls a function for JSONP', async () => {
    const plain = await api.get('/rest/index');
    const script = await api.get('/rest/index?jsonp=show').set('Accept', 'text/html').buffer(true).expect(200);
    expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(script.text).toBe(`show(${plain.text});`);
  });
});

describe('GET /rest/ under another vendor token and JSONP parameter', () => {
  const api = useMonitoring(() => ({ VENDOR_TOKEN: 'acme,vendor', JSONP: 'on', JSONP_PARAMETER: 'callback' }));

  it('names types and elements by the first token, and still accepts the others', async () => {
    await api.get('/rest/.jsonw').expect('Content-Type', 'application/vnd.acme.wrapped+json');
    await api.get('/rest/').set('Accept', WRAPPED).expect('Content-Type', WRAPPED);
    const { text, headers } = await api.anonymous.get('/rest/x').set('Accept', 'application/xml').expect(401);
    expect(headers['www-authenticate']).toBe('Basic realm="Wardstone", Bearer');
    expect(text).toContain('<acmeErrorWrapper><message>');
    expect((await api.get('/rest/?callback=f').buffer(true)).text).toMatch(/^f\(\[/);
    expect((await api.get('/rest/?jsonp=f')).text).toMatch(/^\[/);
  });
});
