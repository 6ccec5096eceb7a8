import { aDescriptor, usePlugins } from './plugin-fixture';

const plugin = (name: string, body = '', version = '1') => aDescriptor(name, body, `version="${version}"`);
const depends = (...names: string[]) => names.map((name) => `<depends plugin="${name}"/>`).join('');
const inside = (name: string, type: string) =>
  `<runs-inside><parent-resource-type name="${type}" plugin="${name}"/></runs-inside>`;

describe('a scan of the drop box', () => {
  const api = usePlugins();
  const wait = (bytes: Buffer, name: string) => api.deploy(bytes, `name=${name}`);
  const scan = () => api.get('/rest/plugins?reload=true').expect(200);
  const toProblem = async (name: string): Promise<string | undefined> => {
    const [row] = await api.database.query<{ problem: string }>(
      `SELECT f.problem FROM plugin_file f WHERE f.name = $1`,
      [name],
    );
    return row?.problem;
  };

  it('keeps the newest of several packages of one plugin and drops the others', async () => {
    await wait(plugin('Many', '', '1.9'), 'm1.xml');
    await wait(plugin('Many', '', '1.10'), 'm2.xml');
    await wait(plugin('Many', '', '1.10-SNAPSHOT'), 'm3.xml');
    await scan();

    expect(await api.versions()).toMatchObject({ Many: '1.10' });
    expect(await api.fileNames()).toEqual([]);
  });

  it('ignores an older package', async () => {
    const { status } = await api.deploy(plugin('Many', '<server name="Old"/>', '1.2'));

    expect(status).toBe(200);
    expect(await api.versions()).toMatchObject({ Many: '1.10' });
    expect(await api.listTypes('Many')).toEqual({});
  });

  it('accepts other bytes of the same version when they come later', async () => {
    await api.deploy(plugin('Many', '<server name="Changed"/>', '1.10'));
    expect(Object.keys(await api.listTypes('Many'))).toEqual(['Changed']);
  });

  it('lets a plugin wait for one it requires, with those that require it, until that one is added', async () => {
    expect((await api.deploy(plugin('Top', depends('Middle')), 'name=top.xml&scan=true')).status).toBe(200);
    expect((await api.deploy(plugin('Middle', depends('Bottom')), 'name=middle.xml&scan=true')).status).toBe(200);
    expect(await api.fileNames()).toEqual(['middle.xml', 'top.xml']);
    expect(await toProblem('middle.xml')).toBe('Requires plugins that are not registered: Bottom');
    const { body } = await api.get('/rest/plugins?name=top').expect(200);
    expect(body).toEqual([]);

    await api.deploy(plugin('Bottom'), 'name=bottom.xml&scan=true');

    expect(await api.fileNames()).toEqual([]);
    expect(await api.versions()).toMatchObject({ Bottom: '1', Middle: '1', Top: '1' });
    const ids = await api.database.query<{ name: string }>(
      `SELECT p.name FROM plugin p WHERE p.name IN ('Bottom', 'Middle', 'Top') ORDER BY p.id`,
    );
    expect(ids.map(({ name }) => name)).toEqual(['Bottom', 'Middle', 'Top']);
  });

  it('lets all plugins on a cycle wait, until one of them leaves it', async () => {
    await wait(plugin('Ring A', depends('Ring B')), 'a.xml');
    await wait(plugin('Ring B', depends('Ring A')), 'b.xml');
    await scan();
    expect(await api.versions()).not.toHaveProperty('Ring A');
    expect(await toProblem('a.xml')).toBe('Circular dependency: Ring A > Ring B > Ring A');

    await api.deploy(plugin('Ring B'), 'name=b.xml&scan=true');
    expect(await api.versions()).toMatchObject({ 'Ring A': '1', 'Ring B': '1' });
  });

  it('does not count a plugin that depends on itself as a cycle', async () => {
    await api.deploy(plugin('Self', depends('Self')));
    expect(await api.versions()).toHaveProperty('Self');
  });

  it('keeps the registered plugin while its upgrade waits', async () => {
    await api.deploy(plugin('Kept', '', '1'));
    await api.deploy(plugin('Kept', depends('Nowhere'), '2'), 'name=kept.xml&scan=true');
    expect(await api.versions()).toMatchObject({ Kept: '1' });
    expect(await api.fileNames()).toEqual(['kept.xml']);

    await api.deploy(plugin('Kept', '', '3'), 'name=kept.xml&scan=true');
    expect(await api.versions()).toMatchObject({ Kept: '3' });
    expect(await api.fileNames()).toEqual([]);
  });

  it('gives types their parents as soon as the plugin of those is added', async () => {
    await api.deploy(plugin('Guest', `<server name="Guest">${inside('Host', 'Box')}</server>`));
    expect((await api.listTypes('Guest'))['Guest']).toMatchObject({ parents: [] });

    await api.deploy(plugin('Host', '<server name="Box"/>'));

    expect((await api.listTypes('Guest'))['Guest']).toMatchObject({ parents: ['{Host}Box'] });
    expect((await api.listTypes('Host'))['Box']!.parents).toContain('{Platforms}Linux');
  });

  it('copies embedded types as soon as their source is added, and again when it changes', async () => {
    const copy = '<server name="Copy" sourcePlugin="Source" sourceType="Original"/>';
    await api.deploy(plugin('Copier', copy));
    await api.deploy(plugin('Second', '<server name="Copied" sourcePlugin="Copier" sourceType="Copy"/>'));
    expect(await api.listTypes('Copier')).toEqual({});

    await api.deploy(plugin('Source', '<server name="Original"><service name="Part"/></server>'));
    expect(Object.keys(await api.listTypes('Copier')).sort()).toEqual(['Copy', 'Part']);
    expect(Object.keys(await api.listTypes('Second')).sort()).toEqual(['Copied', 'Part']);
    const before = await api.listTypes('Copier');

    await api.deploy(plugin('Source', '<server name="Original"><service name="Other"/></server>', '2'));
    const after = await api.listTypes('Copier');
    expect(Object.keys(after).sort()).toEqual(['Copy', 'Other']);
    expect(after['Copy']).toEqual(before['Copy']);
    expect(Object.keys(await api.listTypes('Second')).sort()).toEqual(['Copied', 'Other']);
  });

  it('makes root types children of platforms that are added later', async () => {
    await api.deploy(plugin('Rootless', '<service name="Probe"/>'));
    await api.deploy(plugin('Exotic', '<platform name="Exotic OS"/>'));

    const { Probe } = await api.listTypes('Rootless');
    expect(Probe!.parents).toEqual(expect.arrayContaining(['{Exotic}Exotic OS', '{Platforms}Linux']));
  });

  it('skips a plugin whose types cannot be combined, and continues', async () => {
    await wait(plugin('Twice', '<server name="A"><service name="X"/></server><server name="B"/>'), 'twice.xml');
    await wait(
      plugin('Wrong', '<server name="A" sourcePlugin="Twice" sourceType="A"/><service name="X"/>'),
      'wrong.xml',
    );
    await wait(plugin('Yonder'), 'yonder.xml');
    await scan();

    expect(await api.versions()).toMatchObject({ Twice: '1', Yonder: '1' });
    expect(await api.versions()).not.toHaveProperty('Wrong');
    expect(await api.fileNames()).toEqual([]);
  });

  it('leaves no unused content in the content store', async () => {
    const [unneeded] = await api.database.query<{ count: number }>(
      `SELECT count(*) AS count FROM stored_content s
        WHERE NOT EXISTS (SELECT 1 FROM plugin p WHERE p.content = s.key)
          AND NOT EXISTS (SELECT 1 FROM plugin_file f WHERE f.content = s.key)
          AND NOT EXISTS (SELECT 1 FROM content c WHERE c.content = s.key)`,
    );
    expect(unneeded!.count).toBe(0);
  });
});
