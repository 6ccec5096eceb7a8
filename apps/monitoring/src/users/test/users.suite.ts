import { useMonitoring } from '../../test/use-monitoring';

describe('GET /rest/user/{login}', () => {
  const api = useMonitoring();
  const seen = (username: string) =>
    api
      .as({ username, roles: ['viewer'] })
      .get('/rest')
      .expect(200);

  it('lists every user who has sent a request, the first administrator as number 2', async () => {
    await seen('zoe');
    await api.as({ username: 'root' }).get('/rest').expect(200);
    await api.as({ username: 'second admin' }).get('/rest').expect(200);
    await Promise.all([seen('jane'), seen('jane'), seen('jane')]);
    const read = async (login: string) => (await api.get(`/rest/user/${login}`).expect(200)).body;
    expect(await read('root')).toEqual({
      id: 2,
      login: 'root',
      tel: null,
      email: null,
      firstName: null,
      lastName: null,
    });
    expect(await read('zoe')).toMatchObject({ id: 10_001, login: 'zoe' });
    const ids = [await read('second%20admin'), await read('jane')].map(({ id }: { id: number }) => id);
    expect(new Set([...ids, 10_001]).size).toBe(3);
    for (const id of ids) expect(id).toBeGreaterThan(10_001);
    expect(await api.database.query(`SELECT 1 FROM service_user u WHERE u.login = 'jane'`)).toHaveLength(1);
  });

  it('compares letter by letter', async () => {
    await seen('j.doe');
    await seen('a.json');
    expect((await api.get('/rest/user/a.json').set('Accept', 'application/xml').expect(200)).text).toContain(
      '<login>a.json</login>',
    );
    for (const login of ['J.doe', 'j.doe%20', 'nobody', '10001']) {
      const { body } = await api.get(`/rest/user/${login}`).expect(404);
      expect(body.message).toBe(`User with login ${decodeURIComponent(login)} not found`);
    }
    await api.anonymous.get('/rest/user/j.doe').expect(401);
  });

  it('shows people themselves, and others only with MANAGE_SECURITY', async () => {
    await seen('known');
    const viewer = api.as({ username: 'asking', roles: ['viewer'] });
    expect((await viewer.get('/rest/user/asking').expect(200)).body).toMatchObject({ login: 'asking' });
    const [known, unknown] = [await viewer.get('/rest/user/known'), await viewer.get('/rest/user/missing')];
    expect([known.status, unknown.status]).toEqual([404, 404]);
    expect(known.body.message.replace('known', 'missing')).toBe(unknown.body.message);
    await api
      .as({ username: 'olga', roles: ['operator'] })
      .get('/rest/user/known')
      .expect(404);
  });

  it('returns the known fields, in every type of the area', async () => {
    await seen('jdoe');
    await api.database.query(
      `UPDATE service_user SET email = 'jdoe@example.test', first_name = 'Jane', last_name = 'Doe' WHERE login = 'jdoe'`,
    );
    const { body } = await api.get('/rest/user/jdoe');
    const as = async (type: string) => (await api.get('/rest/user/jdoe').set('Accept', type).expect(200)).text;
    expect(body).toMatchObject({ tel: null, email: 'jdoe@example.test', firstName: 'Jane', lastName: 'Doe' });
    const xml = await as('application/xml');
    expect(xml).toContain('<userRest>');
    expect(xml).toContain('<firstName>Jane</firstName>');
    expect(xml).not.toContain('<tel');
    expect(await as('text/plain')).toBe(
      `id: ${body.id}\nlogin: jdoe\nemail: jdoe@example.test\nfirstName: Jane\nlastName: Doe\n`,
    );
    expect(await as('text/html')).toContain('<td>jdoe@example.test</td>');
    await api.get('/rest/user/jdoe').set('Accept', 'text/csv').expect(406);
  });

  it('keeps the claims of the issuer for a person until the name belongs to another account', async () => {
    const read = async () => (await api.get('/rest/user/petra').expect(200)).body as { email: string | null };
    const petra = (over: object) => api.as({ username: 'petra', roles: ['viewer'], ...over }).get('/rest');
    await petra({ email: 'petra@issuer.example.test', firstName: 'Petra' }).expect(200);
    expect(await read()).toMatchObject({ email: 'petra@issuer.example.test', firstName: 'Petra' });
    // A token of the account does not contain the person's details.
    await petra({}).expect(200);
    expect(await read()).toMatchObject({ email: 'petra@issuer.example.test' });
    await petra({ email: 'p.new@issuer.example.test' }).expect(200);
    expect(await read()).toMatchObject({ email: 'p.new@issuer.example.test' });
    await petra({ email: 'a@b.example.test\r\nBcc: c@example.test' }).expect(200);
    expect(await read()).toMatchObject({ email: 'p.new@issuer.example.test' });
    await petra({ subject: 'another petra' }).expect(200);
    expect(await read()).toMatchObject({ email: null, firstName: null });
  });

  it('is cacheable for ten minutes, then revalidated', async () => {
    await seen('kept');
    const { headers } = await api.get('/rest/user/kept').expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    const ask = () => api.get('/rest/user/kept').set('If-None-Match', headers['etag']!);
    const unchanged = await ask().expect(304);
    expect([unchanged.headers['etag'], unchanged.text]).toEqual([headers['etag'], '']);
    await api.get('/rest/user/kept').set('If-None-Match', '*').expect(304);
    await ask().set('Accept', 'text/plain').expect(200);
    await api.database.query(`UPDATE service_user SET tel = '1' WHERE login = 'kept'`);
    await ask().expect(200);
  });
});
