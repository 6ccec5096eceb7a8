import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { DescriptorError } from './descriptor-error';
import type { PackageSource } from './plugin-model';

export const MAX_ENTRIES = 20_000;
const CHUNK_BYTES = 64 * 1024;

/** Name of an entry as stored, and its maximum uncompressed size. */
export interface WantedEntry {
  readonly isNamed: (name: string) => boolean;
  readonly maxBytes: number;
}

/**
 * Reads individual entries of a zip archive at any position; of several with the same name, the first. Names are only
 * compared and never used as paths, so entries with foreign paths are harmless.
 * @throws DescriptorError when the archive is damaged or beyond the limits; errors of the source unchanged
 */
export async function readEntries<K extends string>(
  source: PackageSource,
  wanted: Readonly<Record<K, WantedEntry>>,
): Promise<Partial<Record<K, Buffer>>> {
  const reader = new SourceReader(readingAhead(source));
  try {
    // Names stay bytes, because decoded ones would be validated as file names and refused.
    const options = { autoClose: false, decodeStrings: false };
    const archive = await fromRandomAccessReaderPromise(reader, source.length, options);
    if (archive.entryCount > MAX_ENTRIES) {
      throw new DescriptorError(`The archive has more than ${MAX_ENTRIES} entries`);
    }
    const found = await findEntries(archive, wanted);
    const contents: Partial<Record<K, Buffer>> = {};
    for (const [key, entry] of found) contents[key] = await readEntry(archive, entry, wanted[key].maxBytes);
    return contents;
  } catch (error) {
    if (reader.failure) throw reader.failure.error;
    if (error instanceof DescriptorError) throw error;
    throw new DescriptorError(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function findEntries<K extends string>(
  archive: ZipFile,
  wanted: Readonly<Record<K, WantedEntry>>,
): Promise<Map<K, Entry>> {
  const found = new Map<K, Entry>();
  const keys = Object.keys(wanted) as K[];
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileNameRaw.toString('latin1');
    const key = keys.find((candidate) => wanted[candidate].isNamed(name));
    if (key !== undefined && !found.has(key)) found.set(key, entry);
  }
  return found;
}

async function readEntry(archive: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const name = entry.fileNameRaw.toString('latin1');
  const tooLarge = (): DescriptorError =>
    new DescriptorError(`${name} in the archive is larger than ${maxBytes / (1024 * 1024)} MiB`);
  if (entry.uncompressedSize > maxBytes) throw tooLarge();
  const stream = await archive.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let length = 0;
  // The size in the header is only a claim, so the actual output is limited.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A source that reads ahead in windows: the directory of an archive is read in tens of thousands of small steps, each
 * of which would be a request to a database or server.
 */
function readingAhead(source: PackageSource): PackageSource {
  let start = 0;
  let window: Uint8Array = new Uint8Array(0);
  return {
    length: source.length,
    async read(from, to) {
      if (from < start || to > start + window.length) {
        window = await source.read(from, Math.min(source.length, Math.max(to, from + CHUNK_BYTES)));
        start = from;
      }
      return window.subarray(from - start, to - start);
    },
  };
}

/** Lets the archive reader read from a source, and remembers whether the source failed. */
class SourceReader extends RandomAccessReader {
  failure: { readonly error: unknown } | undefined;

  constructor(private readonly source: PackageSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.readRange(position, position + length).then(
      (bytes) => {
        buffer.set(bytes, offset);
        callback(null);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  private async *chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += CHUNK_BYTES) {
      yield Buffer.from(await this.readRange(at, Math.min(end, at + CHUNK_BYTES)));
    }
  }

  private async readRange(start: number, end: number): Promise<Uint8Array> {
    if (start < 0 || end > this.source.length) throw new Error('unexpected end of file');
    try {
      return await this.source.read(start, end);
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}
