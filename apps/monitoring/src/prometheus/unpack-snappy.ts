import { ApiError, MonitoringError } from '@wardstone/errors';

/** Blocks of Snappy. @throws write_invalid */
export async function unpackSnappy(bytes: Buffer): Promise<Buffer> {
  // Loaded on first use, to save memory where nothing is written.
  const { uncompressSync } = await import('snappy');
  try {
    // Not on other threads: what the library allocates there is never freed (Brooooooklyn/snappy#323). 16 MiB take 15 ms.
    return uncompressSync(bytes, { asBuffer: true, copyOutputData: true }) as Buffer;
  } catch {
    throw invalid();
  }
}

/** Declared length of the blocks, a varint of 32 bits before them. @throws write_invalid */
export function snappyLength(bytes: Buffer): number {
  let length = 0;
  for (let i = 0; i < 5 && i < bytes.length; i++) {
    length += (bytes[i]! & 127) * 2 ** (7 * i);
    if (bytes[i]! < 128) return length;
  }
  throw invalid();
}

function invalid(): ApiError {
  return new ApiError(MonitoringError.write_invalid, 'The body cannot be decompressed by Snappy');
}
