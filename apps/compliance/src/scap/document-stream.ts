import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { drainRequest } from '@wardstone/bootstrap';
import { DocumentError, tooLarge } from './document-error';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits';

export interface DocumentSource {
  /** The body as it comes from the network. Never destroyed, so that a refusal can still be sent. */
  body: Readable;
  isGzip: boolean;
}

type Chunks = AsyncIterable<Buffer>;

const CHUNK_BYTES = 64 * 1024;

/**
 * Sends a document through `write`, decoded, waiting for it after every chunk; stops at the first limit of rule scap-3
 * on sizes that is passed. @throws DocumentError, what `write` throws, or the failure of the body
 */
export async function streamDocument(
  { body, isGzip }: DocumentSource,
  write: (chunk: Uint8Array) => Promise<unknown>,
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
    await drainRequest(body);
    throw isZlibError(error) ? new DocumentError('invalid', 'not a gzip stream') : error;
  }
}

const isZlibError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^Z_/.test(String(error.code));
