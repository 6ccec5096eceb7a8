import type { PackageSource } from './plugin-model';

/** A package that is in memory. */
export function sourceOfBytes(bytes: Uint8Array): PackageSource {
  return { length: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

const WINDOW_BYTES = 64 * 1024;

/**
 * A source that reads ahead, one window at a time: the directory of an archive is read in tens of thousands of small
 * steps, and each read of a stored content is a question to a database or to a server.
 */
export function readingAhead(source: PackageSource): PackageSource {
  let start = 0;
  let window: Uint8Array = new Uint8Array(0);
  return {
    length: source.length,
    async read(from, to) {
      if (from < start || to > start + window.length) {
        window = await source.read(from, Math.min(source.length, Math.max(to, from + WINDOW_BYTES)));
        start = from;
      }
      return window.subarray(from - start, to - start);
    },
  };
}
