import { decodeXml, MAX_DOCUMENT_BYTES } from './decode-xml';
import { DescriptorError } from './descriptor-error';
import { readEntries } from './package-archive';
import type { PackageSource, PluginPackage } from './plugin-model';
import { readDescriptorText } from './read-descriptor';

/** Case-sensitive path of the descriptor in an archive. */
export const DESCRIPTOR_ENTRY = 'META-INF/rhq-plugin.xml';

const MIB = 1024 * 1024;
const ENTRIES = {
  descriptor: { isNamed: (name: string) => name === DESCRIPTOR_ENTRY, maxBytes: MAX_DOCUMENT_BYTES },
  manifest: { isNamed: (name: string) => name.toUpperCase() === 'META-INF/MANIFEST.MF', maxBytes: MIB },
};

/** Version of a plugin without one. */
const NO_VERSION = '0';

/**
 * Reads a plugin package: a JAR, detected by its first bytes, or a bare descriptor (rule plugins-1). Other entries of a
 * JAR are ignored, including group definitions (rule plugins-9).
 * @throws DescriptorError when it holds no valid descriptor; what the source throws, unchanged.
 */
export async function readPackage(source: PackageSource): Promise<PluginPackage> {
  const form = (await isArchive(source)) ? 'ARCHIVE' : 'BARE_DESCRIPTOR';
  const entries = await (form === 'ARCHIVE' ? readEntries(source, ENTRIES) : readBareDescriptor(source));
  if (!entries.descriptor) throw new DescriptorError(`The archive has no entry ${DESCRIPTOR_ENTRY}`);
  const descriptorText = decodeXml(entries.descriptor);
  const descriptor = readDescriptorText(descriptorText);
  const version = descriptor.version ?? (entries.manifest && manifestVersion(entries.manifest)) ?? NO_VERSION;
  return { form, descriptor, descriptorText, version };
}

/** Whether it starts like a zip archive, possibly an empty one. */
async function isArchive(source: PackageSource): Promise<boolean> {
  const signature = Buffer.from(await source.read(0, Math.min(4, source.length))).toString('latin1');
  return signature === 'PK\x03\x04' || signature === 'PK\x05\x06';
}

async function readBareDescriptor(source: PackageSource): Promise<{ descriptor: Uint8Array; manifest?: Buffer }> {
  if (source.length > MAX_DOCUMENT_BYTES) throw new DescriptorError('The descriptor is larger than 10 MiB');
  return { descriptor: await source.read(0, source.length) };
}

/**
 * The version in a JAR manifest; null if absent or blank. Names are case-insensitive, a line that starts with a blank
 * continues the previous one, and the main section ends with the first empty line.
 */
function manifestVersion(manifest: Buffer): string | null {
  const [mainSection = ''] = manifest.toString('utf8').replace(/\r\n?/g, '\n').split('\n\n', 1);
  const lines = mainSection.replaceAll('\n ', '').split('\n');
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0 || line.slice(0, colon).trim().toLowerCase() !== 'implementation-version') continue;
    return line.slice(colon + 1).trim() || null;
  }
  return null;
}

/** A package in memory. */
export function sourceOfBytes(bytes: Uint8Array): PackageSource {
  return { length: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}
