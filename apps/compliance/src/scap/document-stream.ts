import type { Readable } from 'node:stream';
import { drainRequest } from '@wardstone/bootstrap';
import { DOCUMENT_LIMITS, type DocumentLimits, Gunzip, tooLarge } from '@wardstone/scap';

export interface DocumentSource {
  /** The body as received. Never destroyed, so that a refusal can still be sent. */
  body: Readable;
  isGzip: boolean;
}

/**
 * Streams a decoded document through `write`, with back-pressure after every chunk; stops at the first exceeded size
 * limit of rule scap-3.
 * @throws DocumentError, what `write` throws, or the failure of the body
 */
export async function streamDocument(
  { body, isGzip }: DocumentSource,
  write: (chunk: Uint8Array) => Promise<unknown>,
  limits: DocumentLimits = DOCUMENT_LIMITS,
): Promise<void> {
  const gunzip = isGzip ? new Gunzip(write, limits) : undefined;
  let rawBytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      rawBytes += chunk.length;
      if (rawBytes > limits.rawBytes) throw tooLarge();
      await (gunzip ? gunzip.write(chunk) : write(chunk));
    }
    await gunzip?.end();
  } catch (error) {
    await drainRequest(body);
    throw error;
  } finally {
    gunzip?.close();
  }
}
