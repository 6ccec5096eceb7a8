import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { ContentReader } from '../content/content-store';

/** Streams a content as it is. A client that goes away ends it. */
export async function sendBytes(response: Response, content: Pick<ContentReader, 'length' | 'stream'>): Promise<void> {
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('Content-Length', content.length);
  response.setHeader('Cache-Control', 'no-store');
  await pipeline(content.stream(), response).catch((error: Error) => response.destroy(error));
}
