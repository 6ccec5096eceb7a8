import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PageLink } from '@wardstone/pagination';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { contentTypeOf } from '../negotiation/media-type';
import type { PageFrame } from '../render/page-frame';
import { type BlockRenderer, streamRenderer } from '../render/render-stream';
import { callbackOf, JSONP_CONTENT_TYPE, offerOf, wrapInCallback } from './negotiation.guard';
import { type Production, type RepresentationOptions } from './production';

interface Streamed {
  readonly first: readonly unknown[];
  /** Those after the first. */
  readonly blocks: AsyncIterator<readonly unknown[]>;
  readonly production: Production;
  /** Of a page. */
  readonly frame: PageFrame;
  /** Of the list. */
  readonly links: readonly PageLink[];
}

/** Writes `StreamedRecords` block by block, as fast as the client reads. */
export async function streamAnswer(
  { first, blocks, production, frame, links }: Streamed,
  request: Request,
  response: Response,
  options: RepresentationOptions,
): Promise<void> {
  const { kind, title } = production;
  if (kind.form !== 'list') throw new Error('only lists of records are streamed');
  const offer = offerOf(request);
  const page = { title, path: request.path, links, ...frame };
  const renderer = streamRenderer(kind, offer.type, page, options);
  return writeBlocks({ first, blocks, renderer }, production, request, response);
}

/** Writes what `renderer` makes of the blocks; the type of the answer is the negotiated one. */
export async function writeBlocks<Block extends readonly unknown[]>(
  { first, blocks, renderer }: { first: Block; blocks: AsyncIterator<Block>; renderer: BlockRenderer<Block> },
  { status = 200, cacheControl, gzip }: Pick<Production, 'status' | 'cacheControl' | 'gzip'>,
  request: Request,
  response: Response,
): Promise<void> {
  const offer = offerOf(request);
  const callback = callbackOf(request);
  response.status(status);
  if (cacheControl !== undefined) response.setHeader('Cache-Control', cacheControl);
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
