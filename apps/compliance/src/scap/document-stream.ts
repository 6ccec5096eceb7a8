import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DocumentError, tooLarge } from './document-error';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits';

export interface DocumentSource {
  /** The body as it comes from the network. Never destroyed, so that a refusal can still be answered. */
  body: Readable;
  isGzip: boolean;
}

type Chunks = AsyncIterable<Buffer>;

const CHUNK_BYTES = 64 * 1024;
const LINGER_MS = 2_000;

/**
 * Sends a document through `write`, decoded, waiting for it after every chunk; stops at the first limit of compliance
 * spec G6 on sizes that is passed. @throws DocumentError, what `write` throws, or the failure of the body
 */
export async function streamDocument(
  { body, isGzip }: DocumentSource,
  write: (chunk: Uint8Array) => Promise<void>,
  limits: DocumentLimits = DOCUMENT_LIMITS,
): Promise<void> {
  let rawBytes = 0;
  let decodedBytes = 0;
  const rawChunks = async function* (): Chunks {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as Chunks) {
      rawBytes += chunk.length;
      if (rawBytes > limits.rawBytes) throw tooLarge();
      yield chunk;
    }
  };
  const take = async (chunks: Chunks): Promise<void> => {
    for await (const chunk of chunks) {
      decodedBytes += chunk.length;
      const isInflated = decodedBytes > limits.gzipRatioFromBytes && decodedBytes > rawBytes * limits.gzipRatio;
      if (decodedBytes > limits.decodedBytes || isInflated) throw tooLarge();
      await write(chunk);
    }
  };
  try {
    if (isGzip) await pipeline(rawChunks(), createGunzip({ chunkSize: CHUNK_BYTES }), take);
    else await take(rawChunks());
  } catch (error) {
    await letRestPass(body);
    throw isZlibError(error) ? new DocumentError('invalid', 'not a gzip stream') : error;
  }
}

/**
 * Takes what is still to come without looking at it, for a while: many clients hear no answer before they have sent
 * everything, and to those that asked to close the connection an early end looks like a failure of the network.
 */
async function letRestPass(body: Readable): Promise<void> {
  body.resume();
  await finished(body, { writable: false, signal: AbortSignal.timeout(LINGER_MS) }).catch(() => {});
}

const isZlibError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^Z_/.test(String(error.code));
