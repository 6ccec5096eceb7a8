import { useMonitoring } from '../../test/use-monitoring';
import { givenHostWithPackages } from './given-packages';

describe('installed packages', () => {
  const api = useMonitoring();
  let hosts: Record<'bookworm' | 'bullseye' | 'el9' | 'gone', { id: number; packages: number }>;

  beforeAll(async () => {
    const given = (name: string, packages: object) => givenHostWithPackages(api.database, name, { ...packages });
    hosts = {
      bookworm: await given('web-10', { openssl: '3.0.15-1~deb12u1', 'libssl3:amd64': '3.0.15-1~deb12u1' }),
      bullseye: await given('web-2', { openssl: '1.1.1w-0+deb11u1', 'python3.11': '3.11.2-6' }),
      el9: await given('db-1', { 'openssl.x86_64': '1:3.0.7-27.el9', 'kernel.x86_64': '5.14.0-1.el9, 5.14.0-70.el9' }),
      gone: await given('old-1', { openssl: '1.0.1-1' }),
    };
    await api.database.query(`UPDATE resource SET inventory_status = 'UNINVENTORIED' WHERE id = $1`, [
      hosts.gone.packages,
    ]);
    await given('odd-1', { openssl: { nested: '1' }, 'openssl:amd64': 7, 'libssl3:amd64': null });
  });

  interface Row {
    hostName: string;
    version: string;
  }
  const find = async (q: string, rest = '') =>
    (await api.get(`/rest/package?q=${encodeURIComponent(q)}${rest}`).expect(200)).body as Row[];
  const foundOn = async (q: string): Promise<string[]> => (await find(q)).map(({ hostName }) => hostName);

  it('are listed by host, with name, architecture and version', async () => {
    expect(await find('openssl')).toEqual([
      {
        hostId: hosts.el9.id,
        hostName: 'db-1',
        name: 'openssl',
        architecture: 'x86_64',
        version: '1:3.0.7-27.el9',
        format: 'rpm',
      },
      {
        hostId: hosts.bullseye.id,
        hostName: 'web-2',
        name: 'openssl',
        architecture: null,
        version: '1.1.1w-0+deb11u1',
        format: 'deb',
      },
      {
        hostId: hosts.bookworm.id,
        hostName: 'web-10',
        name: 'openssl',
        architecture: null,
        version: '3.0.15-1~deb12u1',
        format: 'deb',
      },
    ]);
  });

  it("are compared by the version order of their host's package manager", async () => {
    expect(await foundOn('openssl < 3.0.13')).toEqual(['db-1', 'web-2']);
    expect(await foundOn('openssl < 3.0.15-1')).toEqual(['db-1', 'web-2', 'web-10']);
    expect(await foundOn('openssl>=3.0.15')).toEqual(['web-10']);
    expect(await foundOn('openssl = 1:3.0.7-27.el9')).toEqual(['db-1']);
    expect(await foundOn('libssl3 > 3')).toEqual(['web-10']);
    expect(await foundOn('python3.11 < 3.11.3')).toEqual(['web-2']);
    expect(await foundOn('python3')).toEqual([]);
  });

  it('count once for each installed version', async () => {
    expect((await find('kernel >= 5.14.0-70')).map(({ version }) => version)).toEqual(['5.14.0-70.el9']);
    expect(await find('kernel')).toHaveLength(2);
  });

  it('come page by page', async () => {
    const { body, headers } = await api.get('/rest/package?q=openssl&ps=1&page=1').expect(200);
    expect([(body as Row[]).map(({ hostName }) => hostName), headers['x-collection-size']]).toEqual([['web-2'], '3']);
  });

  it('are shown with CONFIGURE_READ, on visible hosts only', async () => {
    const as = (permissions: 'CONFIGURE_READ'[]) => api.as({ username: 'looks-on', roles: ['viewer'], permissions });
    expect((await as(['CONFIGURE_READ']).get('/rest/package?q=openssl').expect(200)).body).toEqual([]);
    await as([]).get('/rest/package?q=openssl').expect(403);
    await api.anonymous.get('/rest/package?q=openssl').expect(401);
  });

  it.each(['', 'openssl <', '%', "openssl' OR 1=1", 'openssl ?| x', 'a'.repeat(500)])(
    'are not searched by %j',
    async (q) => {
      await api
        .get(`/rest/package?q=${encodeURIComponent(q)}`)
        .expect(406)
        .expect('X-Error-Type', 'invalid_query');
    },
  );
});
