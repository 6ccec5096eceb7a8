import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** An archive with these entries, in this order. */
export const anArchive = async (
  entries: Readonly<Record<string, string | Uint8Array>>,
  { compress = true } = {},
): Promise<Buffer> => {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith('/')) archive.addEmptyDirectory(name);
    else archive.addBuffer(Buffer.from(content), name, { compress });
  }
  archive.end();
  return buffer(archive.outputStream);
};

/** The archive with each appearance of a name, in its directory and before its entry, replaced by one of that length. */
export const withRenamed = (archive: Buffer, from: string, to: string): Buffer => {
  if (from.length !== to.length) throw new Error('names of two lengths');
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');
};
