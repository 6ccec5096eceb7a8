import { useMonitoring } from '../../test/use-monitoring';

describe('GET /rest/status/server', () => {
  const api = useMonitoring();
  const setMode = (mode: string): Promise<object[]> =>
    api.database.query(`UPDATE server_state SET operation_mode = $1`, [mode]);

  beforeEach(() => setMode('NORMAL'));

  it('returns the mode of a server that has started', async () => {
    const { body, headers } = await api
      .as({ roles: ['viewer'] })
      .get('/rest/status/server')
      .expect(200);
    expect(body).toEqual({ value: 'NORMAL' });
    expect(headers['content-type']).toBe('application/json');
  });

  it.each(['MAINTENANCE', 'DOWN', 'INSTALLED'])('returns the mode %s that the database holds', async (mode) => {
    await setMode(mode);
    expect((await api.get('/rest/status/server')).body).toEqual({ value: mode });
  });

  it.each([
    ['application/xml', '.xml', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><value value="NORMAL"/>'],
    ['application/json', '.json', '{"value":"NORMAL"}'],
  ])('writes %s', async (type, suffix, expected) => {
    const byHeader = await api.get('/rest/status/server').set('Accept', type).expect(200);
    const bySuffix = await api.get(`/rest/status/server${suffix}`).set('Accept', 'text/html').expect(200);
    expect([byHeader.text, bySuffix.text]).toEqual([expected, expected]);
    expect(byHeader.headers['content-type']).toBe(type);
  });

  it('is a page that leads back to the root', async () => {
    const { text } = await api.get('/rest/status/server.html').expect(200);
    expect(text).toContain('<a class="brand" href="/rest/.html">');
    expect(text).toContain('<th scope="row">Value</th><td>NORMAL</td>');
  });

  it.each(['.jsonw', '.txt', '.csv'])('has no representation %s', async (suffix) => {
    await api.get(`/rest/status/server${suffix}`).expect(406);
  });

  it('returns 304 while nothing changed, and the new state when it did', async () => {
    const { headers } = await api.get('/rest/status/server').expect(200);
    const ask = () => api.get('/rest/status/server').set('If-None-Match', headers.etag!);
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    expect((await ask().expect(304)).headers.etag).toBe(headers.etag);
    await ask().set('Accept', 'application/xml').expect(200);
    await setMode('MAINTENANCE');
    await ask().expect(200, { value: 'MAINTENANCE' });
  });

  it('sends only the headers of GET to HEAD', async () => {
    const get = await api.get('/rest/status/server');
    const head = await api.head('/rest/status/server').expect(200);
    expect(head.text).toBeUndefined();
    for (const name of ['etag', 'content-length', 'content-type', 'vary']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });
});

describe('the table of the server state', () => {
  const api = useMonitoring();

  it('holds one row with an identity, and accepts no second', async () => {
    const rows = await api.database.query<{ identity: string }>(`SELECT s.identity FROM server_state s`);
    expect(rows).toEqual([{ identity: expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/) }]);
    await expect(api.database.query(`INSERT INTO server_state (id) VALUES (2)`)).rejects.toThrow('ck_server_state_id');
    await expect(api.database.query(`UPDATE server_state SET operation_mode = 'ON'`)).rejects.toThrow(
      'ck_server_state_operation_mode',
    );
  });
});
