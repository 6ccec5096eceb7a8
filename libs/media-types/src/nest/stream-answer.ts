import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { contentTypeOf } from '../negotiation/media-type';
import type { BlockRenderer } from '../render/render-stream';
import { callbackOf, JSONP_CONTENT_TYPE, offerOf, wrapInCallback } from './negotiation.guard';
import { DEFAULT_CACHE_CONTROL, type Production } from './production';

/** Writes what `renderer` makes of the blocks, as fast as the client reads; the type of the answer is the negotiated one. */
export async function writeBlocks<Block extends readonly unknown[]>(
  { first, blocks, renderer }: { first: Block; blocks: AsyncIterator<Block>; renderer: BlockRenderer<Block> },
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
  const source = Readable.from(texts());
  // A client that left, or a failure in the middle: the connection is closed, the only way to report it.
  const written = isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response);
  await written.catch(() => response.destroy());
  await blocks.return?.();
}

/** Whether the client takes gzip; notes that the answer depends on it. */
export function takesGzip(request: Request, response: Response): boolean {
  response.vary('Accept-Encoding');
  return new Negotiator(request).encodings(['gzip']).includes('gzip');
}

/** What stands before and after the body of a JSONP answer. */
function aroundScript(callback: string): [string, string] {
  const [before = '', after = ''] = wrapInCallback(callback, '\0').split('\0');
  return [before, after];
}
