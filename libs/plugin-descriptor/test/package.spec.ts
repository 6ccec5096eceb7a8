import fc from 'fast-check';
import { DescriptorError } from '../src/descriptor-error';
import type { PackageSource, PluginPackage } from '../src/plugin-model';
import { readPackage, sourceOfBytes } from '../src/read-package';
import { anArchive, withRenamed } from './archive.builder';
import { aDescriptor } from './descriptor.builder';

const DESCRIPTOR = 'META-INF/rhq-plugin.xml';
const MIB = 1024 * 1024;

const readBytes = (bytes: Uint8Array): Promise<PluginPackage> => readPackage(sourceOfBytes(bytes));

const refusal = async (bytes: Uint8Array): Promise<string> => {
  const error = await readBytes(bytes).then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason as Error,
  );
  expect(error).toBeInstanceOf(DescriptorError);
  return error.message;
};

describe('a package', () => {
  it.each([true, false])('is a JAR when it begins like one, its entries compressed: %s', async (compress) => {
    const jar = await anArchive(
      { 'META-INF/': '', 'a/B.class': 'x', [DESCRIPTOR]: aDescriptor('<server name="S"/>'), 'last.txt': 'y' },
      { compress },
    );
    expect(await readBytes(jar)).toMatchObject({
      form: 'ARCHIVE',
      descriptor: { name: 'Sample', types: [{ name: 'S' }], warnings: [] },
      descriptorText: aDescriptor('<server name="S"/>'),
      version: '0',
    });
  });

  it('is a bare descriptor otherwise', async () => {
    const text = aDescriptor('', { attributes: 'version="2.1"' });
    expect(await readBytes(Buffer.from(text))).toMatchObject({
      form: 'BARE_DESCRIPTOR',
      descriptor: { name: 'Sample' },
      descriptorText: text,
      version: '2.1',
    });
  });

  it.each([
    ['of the descriptor', aDescriptor('', { attributes: 'version=" 2.1 "' }), 'Implementation-Version: 3', '2.1'],
    [
      'of the manifest',
      aDescriptor(),
      'Manifest-Version: 1.0\r\nimplementation-VERSION:  3.0.\r\n 1 \r\n\r\n',
      '3.0.1',
    ],
    ['none in another section', aDescriptor(), 'Manifest-Version: 1.0\n\nName: x\nImplementation-Version: 3\n', '0'],
    ['none', aDescriptor(), 'Manifest-Version: 1.0\nImplementation-Version: \n', '0'],
  ])('has the version %s', async (_, descriptor, manifest, version) => {
    const jar = await anArchive({ [DESCRIPTOR]: descriptor, 'meta-inf/Manifest.mf': manifest });
    expect((await readBytes(jar)).version).toBe(version);
  });

  it('has its group definitions ignored, readable or not', async () => {
    const jar = await anArchive({ [DESCRIPTOR]: aDescriptor(), 'META-INF/rhq-group-expressions.xml': '<a>' });
    expect((await readBytes(jar)).descriptor.warnings).toEqual([]);
  });
});

describe('a package that is refused', () => {
  it.each(['meta-inf/rhq-plugin.xml', 'META-INF/rhq-plugin.XML', 'x/META-INF/rhq-plugin.xml'])(
    'has its descriptor elsewhere: %s',
    async (name) => {
      expect(await refusal(await anArchive({ [name]: aDescriptor() }))).toBe(
        'The archive has no entry META-INF/rhq-plugin.xml',
      );
    },
  );

  it('is an empty archive', async () => {
    expect(await refusal(await anArchive({}))).toBe('The archive has no entry META-INF/rhq-plugin.xml');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ])('is %s', async (_, bytes) => {
    expect(await refusal(bytes)).toMatch(/^The descriptor /);
  });

  it('has a refused descriptor, however it is packed', async () => {
    const message = 'Element "server" has no attribute "name" (line 2)';
    expect(await refusal(await anArchive({ [DESCRIPTOR]: aDescriptor('<server/>') }))).toBe(message);
    expect(await refusal(Buffer.from(aDescriptor('<server/>')))).toBe(message);
  });

  it('is truncated anywhere', async () => {
    const jar = await anArchive({ 'a.txt': 'a'.repeat(500), [DESCRIPTOR]: aDescriptor(), 'b.txt': 'b' });
    for (let length = 4; length < jar.length; length += 7) {
      expect(await refusal(jar.subarray(0, length))).toMatch(/^The archive cannot be read: /);
    }
  });

  it('is damaged: it is read or refused, and nothing else', async () => {
    const jar = await anArchive({ 'a.txt': 'a'.repeat(200), [DESCRIPTOR]: aDescriptor('<server name="S"/>') });
    await fc.assert(
      fc.asyncProperty(fc.nat(jar.length - 5), fc.nat(255), async (at, value) => {
        const damaged = Buffer.from(jar);
        damaged[at + 4] = value;
        const outcome = await readBytes(damaged).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DescriptorError);
        else expect(outcome).toMatchObject({ form: 'ARCHIVE' });
      }),
      { seed: 610, numRuns: 400 },
    );
  });

  it('decompresses to more than 10 MiB, whatever it declares', async () => {
    const bomb = await anArchive({ [DESCRIPTOR]: Buffer.alloc(128 * MIB, ' ') });
    expect(bomb.length).toBeLessThan(MIB);
    const before = process.memoryUsage().rss;
    expect(await refusal(bomb)).toBe('META-INF/rhq-plugin.xml in the archive is larger than 10 MiB');
    // The size in the directory, 46 bytes before the name, states 1000 bytes.
    bomb.writeUInt32LE(1000, bomb.lastIndexOf(DESCRIPTOR) - 46 + 24);
    expect(await refusal(bomb)).toMatch(/^The archive cannot be read: too many bytes in the stream/);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
  });

  it('has a bare descriptor of more than 10 MiB, which is not even read', async () => {
    const source: PackageSource = {
      length: 10 * MIB + 1,
      read: (start, end) => (end > 4 ? Promise.reject(new Error('read')) : Promise.resolve(Buffer.alloc(end - start))),
    };
    await expect(readPackage(source)).rejects.toThrow('The descriptor is larger than 10 MiB');
  });

  it('has more than 20,000 entries', async () => {
    const jar = await anArchive({ [DESCRIPTOR]: aDescriptor() }, { compress: false });
    // The last 22 bytes have their number twice; it is trusted before they are counted.
    const claim = (entries: number): void => {
      jar.writeUInt16LE(entries, jar.length - 14);
      jar.writeUInt16LE(entries, jar.length - 12);
    };
    claim(20_001);
    expect(await refusal(jar)).toBe('The archive has more than 20000 entries');
    claim(20_000);
    expect(await refusal(jar)).toMatch(/^The archive cannot be read: /);
  });
});

describe('reading an archive', () => {
  it('ignores the names of other entries', async () => {
    const jar = await anArchive({ 'aaaaaaaaaaaa.txt': 'x', 'bbbbbbbb.txt': 'y', [DESCRIPTOR]: aDescriptor() });
    const slipping = withRenamed(
      withRenamed(jar, 'aaaaaaaaaaaa.txt', '../../etc/passwd'),
      'bbbbbbbb.txt',
      '/etc\\shadow\0',
    );
    expect((await readBytes(slipping)).descriptor.name).toBe('Sample');
  });

  it('reads a few ranges of the source only, however many entries there are', async () => {
    const entries = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`com/acme/Class${at}.class`, 'x']));
    const jar = await anArchive({ ...entries, [DESCRIPTOR]: aDescriptor() }, { compress: false });
    let reads = 0;
    const source: PackageSource = {
      length: jar.length,
      read: (start, end) => {
        reads++;
        return Promise.resolve(jar.subarray(start, end));
      },
    };
    expect((await readPackage(source)).descriptor.name).toBe('Sample');
    expect(reads).toBeLessThan(12);
  });

  it('passes on errors of the source itself', async () => {
    const failure = new Error('the store is away');
    const jar = await anArchive({ [DESCRIPTOR]: aDescriptor() });
    const source: PackageSource = {
      length: jar.length,
      read: (start, end) => (end > 4 ? Promise.reject(failure) : Promise.resolve(jar.subarray(start, end))),
    };
    await expect(readPackage(source)).rejects.toBe(failure);
  });
});
