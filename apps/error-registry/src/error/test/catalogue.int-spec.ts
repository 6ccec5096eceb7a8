import { ALL_ERROR_TYPES } from '@wardstone/errors';
import { aCustomError, useRegistry } from './use-registry';

const registry = useRegistry();
const PATH = '/api/v1/error';

const toTitles = (body: { data: { title: string }[] }): string[] => body.data.map(({ title }) => title);

describe('GET /error', () => {
  it('lists the first twenty by title, in an envelope', async () => {
    const { body, headers } = await registry.send('get', PATH).expect(200);

    expect(toTitles(body)).toEqual(ALL_ERROR_TYPES.slice(0, 20).map(({ type }) => type));
    expect(Object.keys(body)).toEqual(['data', 'meta', 'links']);
    expect(body.meta).toEqual({ total: ALL_ERROR_TYPES.length, limit: 20, offset: 0 });
    expect(body.links).toMatchObject({
      first: '/api/v1/error?limit=20&offset=0',
      next: '/api/v1/error?limit=20&offset=20',
    });
    expect(headers).toMatchObject({ vary: 'Accept', 'content-language': 'en', 'cache-control': 'private, no-cache' });
  });

  it('can be walked by its links, every type once', async () => {
    const seen: string[] = [];
    for (let next: string | undefined = `${PATH}?limit=7&sort_by=status:desc,title`; next !== undefined;) {
      const { text } = await registry.send('get', next).expect(200);
      const page = JSON.parse(text) as { data: { title: string }[]; links: { next?: string } };
      seen.push(...toTitles(page));
      next = page.links.next;
    }

    expect(seen.toSorted()).toEqual(ALL_ERROR_TYPES.map(({ type }) => type));
  });

  it('sorts by status, service and title, either way', async () => {
    const { body } = await registry.send('get', `${PATH}?limit=100&sort_by=service,status:desc`).expect(200);

    const expected = ALL_ERROR_TYPES.toSorted(
      (a, b) => (a.service < b.service ? -1 : a.service > b.service ? 1 : 0) || b.status - a.status,
    );
    expect(toTitles(body)).toEqual(expected.slice(0, 100).map(({ type }) => type));
    expect(body.meta.sort_by).toBe('service,status:desc');
    expect(body.links.first).toBe('/api/v1/error?limit=100&offset=0&sort_by=service%2Cstatus%3Adesc');
  });

  it('filters by service and status, and keeps that in its links', async () => {
    const { body } = await registry.send('get', `${PATH}?service=common&status=401&limit=1`).expect(200);

    const matching = ALL_ERROR_TYPES.filter(({ service, status }) => service === 'common' && status === 401);
    expect(body.meta.total).toBe(matching.length);
    expect(body.links.next).toBe('/api/v1/error?limit=1&offset=1&service=common&status=401');
  });

  it.each([
    ['a word of the title', 'method_not'],
    ['a word of the description in other letters', 'ALLOW HEADER lists'],
    ['words of a cause', 'wrong  method'],
  ])('searches for %s', async (_name, q) => {
    const { body } = await registry.send('get', `${PATH}?limit=100&q=${q.replaceAll(' ', '+')}`).expect(200);

    const matching = ALL_ERROR_TYPES.filter(({ type, description, causes }) => {
      const text = [type, description, ...causes].join(' ').toLowerCase();
      return q.split(/ +/).every((word) => text.includes(word.toLowerCase()));
    });
    expect(matching.length).toBeGreaterThan(0);
    expect(toTitles(body)).toEqual(matching.map(({ type }) => type));
  });

  it.each([
    ['percent signs, which are no wildcards', '%25%25'],
    ['several words, one of them unknown', 'allow+zebra'],
  ])('finds nothing for %s', async (_name, q) => {
    const { body } = await registry.send('get', `${PATH}?q=${q}`).expect(200);

    expect(body.data).toEqual([]);
  });

  it('treats empty fields of the search form as absent', async () => {
    const { body } = await registry.send('get', `${PATH}?q=&service=&status=`).expect(200);

    expect(body.meta.total).toBe(ALL_ERROR_TYPES.length);
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=ten'],
    ['offset', 'offset=-1'],
    ['service', 'service=toaster'],
    ['status', 'status=200'],
    ['sort_by', 'sort_by=colour'],
    ['sort_by', 'sort_by=title:sideways'],
    ['q', `q=${'a'.repeat(201)}`],
    ['q', 'q=%00'],
  ])('refuses a bad %s and names it', async (field, query) => {
    const { body } = await registry.send('get', `${PATH}?${query}`).expect(400);

    expect(body.title).toBe('invalid_request');
    expect(body.fields.map((problem: { field: string }) => problem.field)).toEqual([field]);
  });

  it('is empty beyond its last page', async () => {
    const { body } = await registry.send('get', `${PATH}?offset=5000`).expect(200);

    expect(body.data).toEqual([]);
    expect(body.links.next).toBeUndefined();
  });

  it('is a page with a search box for a browser, whatever is searched for', async () => {
    const evil = '"><script>alert(1)</script>';
    const { text, headers } = await registry
      .send('get', `${PATH}?q=${encodeURIComponent(evil)}&service=common`)
      .set('Accept', 'text/html')
      .expect(200);

    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(text).not.toContain('<script');
    expect(text).toContain('<option selected>common</option>');
    expect(text).toContain('No matching error types.');
  });

  it('leads on to further pages and to the explanations', async () => {
    const { text } = await registry.send('get', `${PATH}?limit=5&offset=5`).set('Accept', 'text/html').expect(200);

    expect(text).toContain(`<a href="/api/v1/error/${ALL_ERROR_TYPES[5]!.type}">`);
    expect(text).toContain('<a rel="prev" href="/api/v1/error?limit=5&amp;offset=0">');
    expect(text).toContain('<a rel="next" href="/api/v1/error?limit=5&amp;offset=10">');
    expect(text).toContain(`6 to 10 of ${ALL_ERROR_TYPES.length}`);
  });

  it('returns 304 until something in it changes', async () => {
    const path = `${PATH}?q=toaster`;
    const { headers } = await registry.send('get', path).expect(200);
    await registry.send('get', path).set('If-None-Match', headers.etag!).expect(304);

    await registry.send('put', `${PATH}/toaster_on_fire`, 'admin').send(aCustomError()).expect(201);

    await registry.send('get', path).set('If-None-Match', headers.etag!).expect(200);
  });

  it('requires authentication', async () => {
    await registry.send('get', PATH, null).expect(401);
    await registry.send('get', PATH, []).expect(403);
  });
});
