import type { RoleName } from '@wardstone/auth';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

describe('GET /rest/resource/{id}, before the framework and within it', () => {
  const api = useMonitoring(() => ({ JSONP: 'on' }));
  const ids = { host: 0, seen: 0 };

  beforeAll(async () => {
    const platform = await givenType(api.database, { plugin: 'Given', name: 'Unix', category: 'PLATFORM' });
    const service = await givenType(api.database, { name: 'Part', category: 'SERVICE' });
    const host = await givenResource(api.database, { name: 'hôst "1"', type: platform, location: '\u2028<b>' });
    const seen = await givenResource(api.database, { name: 'seen', type: service, parent: host });
    await givenGroup(api.database, { members: [seen], roles: ['viewer'] });
    Object.assign(ids, { host: host.id, seen: seen.id });
  });

  it.each<[string, () => string, { role?: RoleName | ''; Authorization?: string }, number]>([
    ['a platform', () => `${ids.host}`, {}, 200],
    ['a resource below it', () => `${ids.seen}`, {}, 200],
    ['a resource that the caller sees', () => `${ids.seen}`, { role: 'viewer' }, 200],
    ['a resource that the caller does not see', () => `${ids.host}`, { role: 'viewer' }, 403],
    ['a number with zeros in front', () => `00${ids.host}`, {}, 200],
    ['an unknown resource', () => '11', {}, 404],
    ['a number that no resource can have', () => '9999999999', {}, 404],
    ['no number', () => 'x', {}, 404],
    ['a stranger', () => `${ids.host}`, { role: '' }, 401],
    ['a wrong password', () => `${ids.host}`, { Authorization: 'Basic !', role: '' }, 401],
  ])('responds alike: %s', async (_what, id, { role = 'admin', ...headers }, status) => {
    const client = role === '' ? api.anonymous : api.as({ roles: [role] });
    const ask = (accept: string) => client.get(`/rest/resource/${id()}`).set({ ...headers, Accept: accept });
    // A type with a weight is looked at by the framework alone.
    const [before, within] = [await ask('application/json'), await ask('application/json;q=0.9')];
    const comparable = (answer: typeof before) => ({
      status: answer.status,
      text: answer.text,
      headers: { ...answer.headers, 'x-request-id': '', date: '' },
    });
    expect(comparable(before)).toEqual(comparable(within));
    expect(before.status).toBe(status);
  });

  it.each([
    ['If-None-Match', 'etag', 304],
    ['If-Modified-Since', 'last-modified', 304],
  ])('leaves %s to the framework', async (condition, header, status) => {
    const { headers } = await api.get(`/rest/resource/${ids.host}`).expect(200);
    await api.get(`/rest/resource/${ids.host}`).set(condition, headers[header]!).expect(status);
  });

  it('leaves other types, suffixes, callbacks, HEAD and bodies to the framework', async () => {
    const path = `/rest/resource/${ids.host}`;
    expect((await api.get(path).set('Accept', 'text/html').expect(200)).type).toBe('text/html');
    expect((await api.get(`${path}.xml`).expect(200)).type).toBe('application/xml');
    expect((await api.get(`${path}?jsonp=show`).buffer(true).expect(200)).text).toMatch(/^show\(/);
    expect((await api.head(path).expect(200)).headers['content-length']).toMatch(/^[1-9]/);
    await api.get(path).type('application/json').send('{').expect(406);
  });

  it('names its route in the metrics, not its path', async () => {
    await api.get(`/rest/resource/${ids.host}`).expect(200);
    const { text } = await api.get('/metrics');
    expect(text).toContain('route="/rest/resource/:id"');
    expect(text).not.toContain(`route="/rest/resource/${ids.host}"`);
  });
});
