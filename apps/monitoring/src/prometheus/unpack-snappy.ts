import { ApiError, MonitoringError } from '@wardstone/errors';

/**
 * Decompresses Snappy's block format.
 * @throws write_invalid
 */
export async function unpackSnappy(bytes: Buffer): Promise<Buffer> {
  // Loaded on first use, to save memory where nothing is written.
  const { uncompressSync } = await import('snappy');
  try {
    // Synchronous, because the library never frees memory that it allocates on other threads (Brooooooklyn/snappy#323).
    // 16 MiB take 15 ms.
    return uncompressSync(bytes, { asBuffer: true, copyOutputData: true }) as Buffer;
  } catch {
    throw invalid();
  }
}

/**
 * Declared uncompressed length, a 32-bit varint before the blocks.
 * @throws write_invalid
 */
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
