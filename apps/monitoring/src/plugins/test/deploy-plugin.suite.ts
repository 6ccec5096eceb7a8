import { aDescriptor, aJar, usePlugins } from './plugin-fixture';

const ONE_TYPE = '<server name="Gateway"><metric property="free" displayType="summary"/></server>';
const acme = (version: string, name = 'Acme') => aDescriptor(name, ONE_TYPE, `version="${version}"`);
const makeJar = (descriptor: Buffer, manifest?: string) =>
  aJar({
    ...(manifest === undefined ? {} : { 'meta-inf/manifest.mf': manifest }),
    'META-INF/rhq-plugin.xml': descriptor,
    'com/acme/Gateway.class': 'whatever',
  });

describe('PUT /content/{handle}/plugins', () => {
  const api = usePlugins();
  const put = (handle: string, query: string) => api.put(`/rest/content/${handle}/plugins?${query}`);
  const toMessage = ({ body }: { body: { message?: string } }) => body.message;

  it('registers a JAR at once when it scans, and returns nothing', async () => {
    const handle = await api.upload(await makeJar(acme('1.4.0')));

    const { text } = await put(handle, 'name=acme.jar&scan=true').expect(200);

    expect(text).toBe('');
    expect(await api.versions()).toEqual({ Acme: '1.4.0' });
    expect(Object.keys(await api.listTypes('Acme'))).toEqual(['Gateway']);
    expect(await api.fileNames()).toEqual([]);
    const contents = await api.database.query(`SELECT 1 FROM content c WHERE c.handle = $1`, [handle]);
    expect(contents).toHaveLength(1);
  });

  it('registers a bare descriptor, kept as an archive', async () => {
    expect((await api.deploy(aDescriptor('Bare', ONE_TYPE), 'name=bare-rhq-plugin.xml&scan=true')).status).toBe(200);

    const [row] = await api.database.query<{ version: string; file_name: string; md5: string; stored: string }>(
      `SELECT p.version, p.file_name, p.md5, o.md5 AS stored
         FROM plugin p JOIN stored_content c ON c.key = p.content JOIN stored_object o ON o.id = c.object_id
        WHERE p.name = 'Bare'`,
    );
    expect(row).toMatchObject({ version: '0', file_name: '__from-jarless__-Bare.jar' });
    expect(row!.md5).toBe(row!.stored);
  });

  it('takes the version of the manifest when the descriptor has none', async () => {
    const jar = await makeJar(
      aDescriptor('Manifested'),
      'Manifest-Version: 1.0\r\nImplementation-Version: 7.1\r\n\r\n',
    );
    await api.deploy(jar);
    expect(await api.versions()).toMatchObject({ Manifested: '7.1' });
  });

  it('leaves a package in the drop box until the next scan', async () => {
    await api.deploy(acme('1', 'Waiting'), 'name=waiting.xml');
    expect(await api.fileNames()).toEqual(['waiting.xml']);
    expect(await api.versions()).not.toHaveProperty('Waiting');

    await api.deploy(acme('1', 'Scanning'));

    expect(await api.fileNames()).toEqual([]);
    expect(await api.versions()).toMatchObject({ Waiting: '1', Scanning: '1' });
  });

  it('replaces a waiting file of the same name', async () => {
    await api.deploy(acme('1', 'First'), 'name=same.xml');
    await api.deploy(acme('1', 'Second'), 'name=same.xml');
    await api.get('/rest/plugins?reload=true').expect(200);

    expect(await api.versions()).toHaveProperty('Second');
    expect(await api.versions()).not.toHaveProperty('First');
  });

  it('changes nothing when the same bytes are uploaded again', async () => {
    const before = await api.listTypes('Acme');
    const again = await makeJar(acme('1.4.0'));
    expect((await api.deploy(again)).status).toBe(200);
    expect(await api.listTypes('Acme')).toEqual(before);
  });

  it.each([
    ['no name', '', 'name'],
    ['an empty name', 'name=&scan=true', 'name'],
    ['a flag that is none', 'name=a.jar&scan=perhaps', 'scan'],
    ['a delay that is no number', 'name=a.jar&scan=true&pushOutDelay=soon', 'pushOutDelay'],
    ['a delay without a scan', 'name=a.jar&pushOutDelay=0', 'pushOutDelay'],
    ['a path as the name', 'name=..%2Fa.jar&scan=true', 'name'],
    ['a name that leads up', 'name=..', 'name'],
    ['a name with a backslash', 'name=a%5Cb.jar', 'name'],
    ['a name with NUL', 'name=a%00.jar', 'name'],
    ['a name of 256 characters', `name=${'a'.repeat(256)}`, 'name'],
  ])('refuses %s', async (_what, query, parameter) => {
    const handle = await api.upload(acme('1'));
    const { body } = await put(handle, query).expect(406);
    expect(body.message).toContain(`Parameter ${parameter} `);
    expect(await api.fileNames()).toEqual([]);
  });

  it('checks the name first, then the content, then the permission, then the rest', async () => {
    const handle = await api.upload(Buffer.from('no plugin'));
    const viewer = api.as({ roles: ['viewer'] });
    const unknown = 'rhq-rest-00000000000000000000.bin';
    const ask = (of: string, query: string) => viewer.put(`/rest/content/${of}/plugins?${query}`);

    await ask(unknown, '').expect(406);
    await ask(unknown, 'name=a.jar').expect(404);
    await ask('..%2Fetc', 'name=a.jar').expect(404);
    await ask(handle, 'name=..&pushOutDelay=1').expect(403);
    expect(toMessage(await put(handle, 'name=..&pushOutDelay=1').expect(406))).toContain('pushOutDelay');
    expect(toMessage(await put(handle, 'name=..').expect(406))).toContain('name');
    await api.anonymous.put(`/rest/content/${handle}/plugins`).expect(401);
  });

  it('lets a later call detect a broken package that was not scanned', async () => {
    const { status } = await api.deploy(Buffer.from('no plugin'), 'name=broken.jar');
    expect(status).toBe(200);
    expect(await api.fileNames()).toEqual(['broken.jar']);

    await api.get('/rest/plugins?reload=true').expect(200);
    expect(await api.fileNames()).toEqual([]);
  });

  it('accepts its parameters from a form, too', async () => {
    const handle = await api.upload(acme('1', 'Formed'));
    await api.put(`/rest/content/${handle}/plugins`).type('form').send({ name: 'f.xml', scan: 'true' }).expect(200);
    expect(await api.versions()).toHaveProperty('Formed');
  });

  it('makes agents fetch plugins when that is requested', async () => {
    await api.deploy(acme('1', 'Pushed'), 'name=p.xml&scan=true&pushOutDelay=5000');
    const pushes = await api.database.query<{ due_ms: number }>(`SELECT p.due_ms FROM plugin_push p`);
    expect(pushes).toEqual([{ due_ms: api.clock.now() + 5000 }]);
  });
});
