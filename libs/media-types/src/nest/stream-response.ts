import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { paceBlocks } from '@wardstone/turns';
import { onResponseEnd } from '@wardstone/bootstrap';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { toContentType } from '../negotiation/media-type';
import type { BlockRenderer } from '../render/render-stream';
import { getJsonpCallback, JSONP_CONTENT_TYPE, getOffer, wrapInCallback } from './negotiation.guard';
import { DEFAULT_CACHE_CONTROL, type Production } from './production';

interface Blocks<Block> {
  readonly first: Block;
  readonly blocks: AsyncIterator<Block>;
  readonly renderer: BlockRenderer<Block>;
  /** As in `sendBlocks`. */
  readonly isInMemory: boolean;
}

/** Writes the blocks in the format of `renderer` and in the negotiated type, as fast as the client reads. */
export async function writeBlocks<Block extends readonly unknown[]>(
  { first, blocks, renderer, isInMemory }: Blocks<Block>,
  { status = 200, cacheControl = DEFAULT_CACHE_CONTROL, gzip }: Pick<Production, 'status' | 'cacheControl' | 'gzip'>,
  request: Request,
  response: Response,
): Promise<void> {
  const offer = getOffer(request);
  const callback = getJsonpCallback(request);
  response.status(status);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Content-Type', callback ? JSONP_CONTENT_TYPE : toContentType(offer));
  const isCompressed = gzip === true && !callback && takesGzip(request, response);
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  if (request.method === 'HEAD') {
    await blocks.return?.();
    response.end();
    return;
  }
  const [before, after] = callback ? aroundScript(callback) : ['', ''];
  async function* texts(): AsyncGenerator<string> {
    yield before + renderer.head + renderer.block(first, true);
    for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
      if (next.value.length > 0) yield renderer.block(next.value, false);
    }
    yield renderer.foot + after;
  }
  await sendBlocks(texts(), { isCompressed, isInMemory }, response);
  await blocks.return?.();
}

/** Longer than a slow network takes for the maximum size held in memory. */
const MAX_SENDING_MS = 30_000;

interface Sending {
  readonly isCompressed: boolean;
  /** Whether the blocks are in memory; a client that reads them too slowly is disconnected. */
  readonly isInMemory: boolean;
}

/**
 * Writes the blocks of a body as fast as the client reads them, and yields to other work in between. A failure in the
 * middle can only be reported by closing the connection.
 */
export async function sendBlocks(
  blocks: Iterable<string> | AsyncIterable<string>,
  { isCompressed, isInMemory }: Sending,
  response: ServerResponse,
): Promise<void> {
  if (isInMemory) {
    const limit = setTimeout(() => response.destroy(), MAX_SENDING_MS);
    onResponseEnd(response, () => clearTimeout(limit));
  }
  // Reads only one block ahead, so that blocks do not pile up for a slow client.
  const source = Readable.from(paceBlocks(blocks), { highWaterMark: 1 });
  const written = isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response);
  // The client has left, or a block failed.
  await written.catch(() => response.destroy());
}

/** Whether the client accepts gzip; adds the Vary header. */
export function takesGzip(request: Request, response: Response): boolean {
  response.vary('Accept-Encoding');
  return new Negotiator(request).encodings(['gzip']).includes('gzip');
}

/** Text before and after the body of a JSONP response. */
function aroundScript(callback: string): [string, string] {
  const [before = '', after = ''] = wrapInCallback(callback, '\0').split('\0');
  return [before, after];
}
