import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { paced } from '@wardstone/turns';
import { whenOver } from '@wardstone/bootstrap';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { contentTypeOf } from '../negotiation/media-type';
import type { BlockRenderer } from '../render/render-stream';
import { callbackOf, JSONP_CONTENT_TYPE, offerOf, wrapInCallback } from './negotiation.guard';
import { DEFAULT_CACHE_CONTROL, type Production } from './production';

interface Blocks<Block> {
  readonly first: Block;
  readonly blocks: AsyncIterator<Block>;
  readonly renderer: BlockRenderer<Block>;
  /** As in `sendBlocks`. */
  readonly isInMemory: boolean;
}

/** Writes the blocks as `renderer` formats them, as fast as the client reads, in the negotiated type. */
export async function writeBlocks<Block extends readonly unknown[]>(
  { first, blocks, renderer, isInMemory }: Blocks<Block>,
  { status = 200, cacheControl = DEFAULT_CACHE_CONTROL, gzip }: Pick<Production, 'status' | 'cacheControl' | 'gzip'>,
  request: Request,
  response: Response,
): Promise<void> {
  const offer = offerOf(request);
  const callback = callbackOf(request);
  response.status(status);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Content-Type', callback ? JSONP_CONTENT_TYPE : contentTypeOf(offer));
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

/** Longer than a slow network takes for what is allowed to be held in memory. */
const MAX_SENDING_MS = 30_000;

interface Sending {
  readonly isCompressed: boolean;
  /** Whether all blocks are made of something that is held in memory: a client that takes too long for it is cut off. */
  readonly isInMemory: boolean;
}

/**
 * Writes the blocks of a body as fast as the client reads them, and lets the process do its other work in between. A failure
 * in the middle closes the connection, the only way to report it then.
 */
export async function sendBlocks(
  blocks: Iterable<string> | AsyncIterable<string>,
  { isCompressed, isInMemory }: Sending,
  response: ServerResponse,
): Promise<void> {
  if (isInMemory) {
    const limit = setTimeout(() => response.destroy(), MAX_SENDING_MS);
    whenOver(response, () => clearTimeout(limit));
  }
  // One block ahead: a reader that is slow must not make the rest of them pile up.
  const source = Readable.from(paced(blocks), { highWaterMark: 1 });
  const written = isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response);
  // A client that left, or a failure of a block.
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
