import { deflateRawSync } from 'node:zlib';
import { aDescriptor, aJar, usePlugins } from './plugin-fixture';

const MIB = 1024 * 1024;
const NAMESPACES = 'xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration"';
const DESCRIPTOR = aDescriptor('Fine', '<server name="S"/>');
const inside = (text: string) => aDescriptor('Bad', text);

/** Entities that unfold to 2^24 copies of a text. */
const ENTITY_BOMB = Buffer.from(
  `<!DOCTYPE plugin [<!ENTITY e0 "${'x'.repeat(64)}">${Array.from(
    { length: 6 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(16)}">`,
  ).join('')}]><plugin name="Bomb" description="&e6;" ${NAMESPACES}/>`,
);

/** Built once, because compressing it takes longest. */
let madeBomb: Promise<Buffer> | undefined;

/** An archive whose descriptor unfolds to 64 MiB. */
async function zipBomb(): Promise<Buffer> {
  madeBomb ??= aJar({ 'META-INF/rhq-plugin.xml': Buffer.alloc(64 * MIB, ' ') });
  return Buffer.from(await madeBomb);
}

/** An archive whose descriptor claims to be small and unfolds to 64 MiB. */
async function lyingBomb(): Promise<Buffer> {
  const jar = await zipBomb();
  for (const [signature, sizeAt] of [
    [0x04034b50, 22],
    [0x02014b50, 24],
  ] as const) {
    for (let at = 0; at < jar.length - 4; at++) {
      if (jar.readUInt32LE(at) === signature) jar.writeUInt32LE(1000, at + sizeAt);
    }
  }
  return jar;
}

describe('an invalid plugin', () => {
  const api = usePlugins();
  const everything = () =>
    api.database.query(
      `SELECT (SELECT count(*) FROM plugin) AS plugins, (SELECT count(*) FROM plugin_file) AS files,
              (SELECT count(*) FROM resource_type) AS types, (SELECT count(*) FROM stored_content) AS contents,
              (SELECT count(*) FROM stored_object) AS objects`,
    );

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing at all', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('hello')],
    ['an archive without a descriptor', () => aJar({ 'META-INF/RHQ-PLUGIN.XML': DESCRIPTOR })],
    ['an empty archive', () => aJar({})],
    ['a signature alone', () => Buffer.from('PK\x03\x04')],
    ['an archive that was cut', async () => (await aJar({ 'META-INF/rhq-plugin.xml': DESCRIPTOR })).subarray(0, -30)],
    [
      'an archive with a damaged entry',
      async () => {
        const jar = await aJar({ 'META-INF/rhq-plugin.xml': DESCRIPTOR });
        jar.fill(0xff, 60, 100);
        return jar;
      },
    ],
    ['a zip bomb', zipBomb],
    ['a zip bomb that lies about its size', lyingBomb],
    ['deflated bytes', () => deflateRawSync(DESCRIPTOR)],
    ['an entity bomb', () => ENTITY_BOMB],
    [
      'an external entity',
      () =>
        Buffer.from(
          `<!DOCTYPE plugin [<!ENTITY x SYSTEM "file:///etc/passwd">]><plugin name="X" description="&x;" ${NAMESPACES}/>`,
        ),
    ],
    ['XML that is not well-formed', () => Buffer.from(`<plugin name="X" ${NAMESPACES}>`)],
    ['another document', () => Buffer.from('<project/>')],
    ['a plugin without a name', () => Buffer.from(`<plugin ${NAMESPACES}/>`)],
    ['a type without a name', () => inside('<server/>')],
    ['two types of one name', () => inside('<server name="A"><service name="A"/></server>')],
    ['a type name of 101 characters', () => inside(`<server name="${'n'.repeat(101)}"/>`)],
    ['a metric without a name', () => inside('<server name="A"><metric/></server>')],
    ['half an embedding', () => inside('<server name="A" sourceType="B"/>')],
  ])('is refused with 406 and leaves nothing behind: %s', async (_what, make) => {
    const handle = await api.upload(await make());
    const before = await everything();

    const { body } = await api.put(`/rest/content/${handle}/plugins?name=bad.jar&scan=true`).expect(406);
    expect(body.message).toMatch(/\S/);
    await api.post(`/rest/plugins?handle=${handle}&name=bad.jar`).expect(406);

    expect(await everything()).toEqual(before);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a zip bomb', zipBomb],
    ['a zip bomb that lies about its size', lyingBomb],
    ['an entity bomb', () => Promise.resolve(ENTITY_BOMB)],
    ['an entity bomb in an archive', () => aJar({ 'META-INF/rhq-plugin.xml': ENTITY_BOMB })],
  ])('takes no memory, however often it is uploaded: %s', async (_what, make) => {
    const handle = await api.upload(await make());
    const attempt = () => api.put(`/rest/content/${handle}/plugins?name=bad.jar&scan=true`).expect(406);
    await attempt();
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    for (let times = 0; times < 10; times++) await attempt();
    clearInterval(watch);
    expect(most - before).toBeLessThan(100 * MIB);
  });

  it('is dropped by the next scan when it was only put in the drop box', async () => {
    await api.deploy(ENTITY_BOMB, 'name=bomb.xml');
    await api.deploy(await lyingBomb(), 'name=bomb.jar');
    expect(await api.fileNames()).toEqual(['bomb.jar', 'bomb.xml']);
    await api.get('/rest/plugins?reload=true').expect(200);
    expect(await api.fileNames()).toEqual([]);
    expect(await api.versions()).toEqual({});
  });

  it('is an archive whose names lead elsewhere, which are never used', async () => {
    const jar = await aJar({ 'xx/xx/evil': 'x', 'META-INF/rhq-plugin.xml': DESCRIPTOR });
    const sly = Buffer.from(jar.toString('latin1').replaceAll('xx/xx/evil', '../../evil'), 'latin1');
    expect((await api.deploy(sly)).status).toBe(200);
    expect(await api.versions()).toEqual({ Fine: '0' });
  });
});
