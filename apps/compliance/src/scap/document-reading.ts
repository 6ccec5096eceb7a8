import type { DocumentLimits } from '@wardstone/scap';
import { toApiError } from './document-refusal';
import { type DocumentSource, streamDocument } from './document-stream';

interface Reader<T> {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<T>;
  close(): Promise<void>;
}

/**
 * Streams a whole document through a reader, which is closed in any case.
 * @throws invalid_document, payload_too_large, processing_timed_out
 */
export async function readDocument<T>(reader: Reader<T>, source: DocumentSource, limits: DocumentLimits): Promise<T> {
  try {
    await streamDocument(source, (chunk) => reader.write(chunk), limits);
    return await reader.end();
  } catch (error) {
    throw toApiError(error);
  } finally {
    await reader.close();
  }
}
