import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Request, type Response } from 'express';
import { ResponseAdapter, toClient, entityTag, type HeavyWork } from '@wardstone/bootstrap';
import { ApiError, CommonError } from '@wardstone/errors';
import { type PageLink, pageLinks } from '@wardstone/pagination';
import { Pace } from '@wardstone/turns';
import { toContentType, type Offer, type MediaType } from '../negotiation/media-type';
import { selectFields } from '../record/fields-on-request';
import { splitBlocks, holdsMoreThan } from '../record/record-count';
import {
  getItems,
  type ListKind,
  type ListPage,
  getPage,
  type ProducedKind,
  type ResultKind,
} from '../record/result-kind';
import { type PageFrame } from '../render/page-frame';
import { type CsvTable, renderCsv } from '../render/render-csv';
import { renderHtml } from '../render/render-html';
import { renderJson, renderWrappedJson } from '../render/render-json';
import { renderPlain } from '../render/render-plain';
import { streamRenderer } from '../render/render-stream';
import { renderXml } from '../render/render-xml';
import { HandlerResponse, StreamedRecords, StreamedTable } from './handler-response';
import { getIgnoredParameters } from './ignored-parameters';
import {
  getJsonpCallback,
  includedIn,
  JSONP_CONTENT_TYPE,
  getOffer,
  getProduction,
  wrapInCallback,
} from './negotiation.guard';
import { DEFAULT_CACHE_CONTROL, type Production, type RepresentationOptions } from './production';
import { takesGzip, writeBlocks } from './stream-response';

const compress = promisify(gzip);

/** Below this a compressed body is hardly smaller. */
const MIN_GZIP_BYTES = 1024;

/** Page of a paged list, with its links. */
interface Paging {
  readonly page?: ListPage | undefined;
  readonly links: readonly PageLink[];
}

/** Writes the results of handlers with `result()`. */
export class RepresentationAdapter extends ResponseAdapter {
  private readonly representation: Representation;

  /** @param heavyWork turns for long responses */
  constructor(options: RepresentationOptions, heavyWork: HeavyWork) {
    super();
    this.representation = new Representation(options, heavyWork);
  }

  override reply(response: Response, result: unknown, status?: number): unknown {
    const production = getProduction(response.req);
    if (!production) return super.reply(response, result, status);
    return this.representation.respond(result, production, response.req, response);
  }
}

/** See rules http-4 to http-15. */
class Representation {
  constructor(
    private readonly options: RepresentationOptions,
    private readonly heavyWork: HeavyWork,
  ) {}

  async respond(result: unknown, production: Production, request: Request, response: Response): Promise<void> {
    if (result instanceof StreamedRecords) return this.respondWithStream(result, production, request, response);
    if (result instanceof StreamedTable) return this.respondWithTable(result, production, request, response);
    const handled: HandlerResponse = result instanceof HandlerResponse ? result : { value: result, parts: {} };
    const { kind = production.kind, headers = {} } = handled.parts;
    if (getOffer(request).type === 'html') requireShortRecords(handled, kind);
    if (kind.form === 'one') await this.beginLongRecord(handled.value, kind, request, response);
    if (!isLong(handled, kind)) return this.respondWhole(handled, production, request, response);
    setHeaders(response, headers);
    return this.respondInBlocks(handled.value, { ...production, kind }, request, response);
  }

  private async respondWhole(
    { value, parts }: HandlerResponse,
    production: Production,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { headers = {}, kind = production.kind, text } = parts;
    const status = parts.status ?? production.status ?? 200;
    response.status(status);
    if (status === 204) {
      setHeaders(response, headers);
      response.end();
      return;
    }
    const result = text ?? (await this.render(value, { ...production, kind }, request, response));
    const { contentType, body } = toContent(result, text !== undefined, request);
    const isPacked = production.gzip === true && !getJsonpCallback(request);
    const packed = isPacked ? await this.compressed(body, request, response) : undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) response.setHeader('Cache-Control', getCacheControl(production, status));
    setHeaders(response, headers);
    // Sets the negotiated type unchanged; Express would add a charset.
    response.setHeader('Content-Type', contentType);
    const isTagged = status === 200 && (isRead || production.showsTarget === true);
    if (isTagged) response.setHeader('ETag', entityTag(contentType, body, packed !== undefined));
    send(packed ?? body, isTagged && request.fresh, response);
  }

  /** A record is written as a whole, so a large one takes a turn. */
  private async beginLongRecord(value: unknown, kind: ResultKind, request: Request, response: Response): Promise<void> {
    if (holdsMoreThan(RECORDS_WITHOUT_TURN, kind, [value ?? {}]))
      await this.heavyWork.begin(toClient(request, response));
  }

  private async respondWithStream(
    { blocks: source, kind: ownKind }: StreamedRecords,
    production: Production,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { first, blocks } = await this.begin(source, request, response);
    if (!first) return this.respond([], production, request, response);
    const kind = ownKind ?? production.kind;
    const list = listKind(kind);
    const renderer = this.streamRenderer(undefined, list, production, request);
    // Rendering the records of one read may take long, so they are split.
    const [start = [], ...others] = splitBlocks(list, first);
    const parts = toParts(list, others, blocks);
    return writeBlocks({ first: start, blocks: parts, renderer, isInMemory: false }, production, request, response);
  }

  /** Writes a long list in memory as if it were streamed. */
  private async respondInBlocks(
    value: unknown,
    production: Production,
    request: Request,
    response: Response,
  ): Promise<void> {
    const kind = listKind(production.kind);
    const items = getItems(kind, value)!;
    if (holdsMoreThan(RECORDS_WITHOUT_TURN, kind, items)) await this.heavyWork.begin(toClient(request, response));
    const { page, links } = this.getPaging(value, kind, request);
    this.setPagingHeaders({ page, links }, getOffer(request).type, response);
    const renderer = this.streamRenderer(value, kind, production, request);
    const [first, ...others] = splitBlocks(kind, items);
    const blocks = asynchronous(others);
    return writeBlocks({ first: first!, blocks, renderer, isInMemory: true }, production, request, response);
  }

  /** Splits off the first block; if there are more, the client waits for a turn before the status is sent. */
  private async begin<Block>(
    source: AsyncIterable<Block>,
    request: Request,
    response: Response,
  ): Promise<{ first: Block | undefined; blocks: AsyncIterator<Block> }> {
    const blocks = source[Symbol.asyncIterator]();
    const first = await blocks.next();
    if (first.done) return { first: undefined, blocks };
    const second = await blocks.next();
    if (second.done) return { first: first.value, blocks };
    const turn = await this.heavyWork.begin(toClient(request, response)).catch(async (error: unknown) => {
      await blocks.return?.();
      throw error;
    });
    return { first: first.value, blocks: turn.share(withFirst(second.value, blocks)) };
  }

  /** @param value the whole list, if it is in memory */
  private streamRenderer(
    value: unknown,
    kind: ListKind,
    { title }: Production,
    request: Request,
  ): ReturnType<typeof streamRenderer> {
    const { type } = getOffer(request);
    const frame = type === 'html' && !getJsonpCallback(request) ? this.getFrame(request) : {};
    const { links } = this.getPaging(value ?? [], kind, request);
    const page = { title, path: request.path, links, value, ...frame };
    return streamRenderer(kind, type, page, this.options, includedIn(request));
  }

  private async respondWithTable(
    { header, blocks: source }: StreamedTable,
    production: Production,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { first = [], blocks } = await this.begin(source, request, response);
    const renderer = { head: renderCsv([header]), foot: '', block: renderCsv };
    return writeBlocks({ first, blocks, renderer, isInMemory: false }, production, request, response);
  }

  /** A list of more than one block is rendered in slices, between which other requests are served. */
  private async render(value: unknown, production: Production, request: Request, response: Response): Promise<string> {
    if (value === undefined) return '';
    const { kind } = production;
    const { type } = getOffer(request);
    const blocks =
      kind.form === 'one' || kind.form === 'table' || type === 'csv'
        ? []
        : splitBlocks(kind, getItems(kind, value) ?? []);
    const pace = new Pace();
    if (blocks.length < 2) {
      const isLarge = kind.form === 'one' && holdsMoreThan(RECORDS_OF_SLICE, kind, [value ?? {}]);
      if (isLarge) await pace.rest(toClient(request, response).signal);
      return this.renderAtOnce(value, production, type, request, response);
    }
    this.setPagingHeaders(this.getPaging(value, listKind(kind), request), type, response);
    const renderer = this.streamRenderer(value, listKind(kind), production, request);
    let text = renderer.head;
    for (const [at, block] of blocks.entries()) {
      text += renderer.block(block, at === 0);
      if (pace.isDue) await pace.rest(toClient(request, response).signal);
    }
    return text + renderer.foot;
  }

  private renderAtOnce(
    value: unknown,
    production: Production,
    type: MediaType,
    request: Request,
    response: Response,
  ): string {
    const { kind } = production;
    if (type === 'csv' || kind.form === 'table') return (value as CsvTable).text();
    const shown = type === 'html' ? value : selectFields(kind, value, includedIn(request));
    const { page, links } = this.getPaging(value, kind, request);
    this.setPagingHeaders({ page, links }, type, response);
    switch (type) {
      case 'json':
        return renderJson(kind, shown);
      case 'wrapped':
        return renderWrappedJson(kind, shown, links);
      case 'xml':
        return renderXml(kind, shown);
      case 'plain':
        return renderPlain(kind, shown);
      case 'html':
        return renderHtml(
          kind,
          value,
          { title: production.title, path: request.path, links, ...this.getFrame(request) },
          this.options,
        );
    }
  }

  private setPagingHeaders({ page, links }: Paging, type: MediaType, response: Response): void {
    if (!page || type === 'wrapped' || type === 'html') return;
    response.setHeader('X-collection-size', page.total);
    for (const value of linkHeaders(links)) response.appendHeader('Link', value);
  }

  private getFrame(request: Request): PageFrame {
    return { user: this.options.userOf?.(request), ignored: getIgnoredParameters(request) };
  }

  private getPaging(value: unknown, kind: ResultKind, request: Request): Paging {
    if (kind.form === 'one') return { links: [] };
    const { publicBaseUrl, jsonpParameter } = this.options;
    const page = getPage(kind, value);
    const address = publicBaseUrl + request.originalUrl;
    return { page, links: pageLinks(address, page?.window, page?.total ?? 0, [jsonpParameter]) };
  }

  /** The compressed body if the client accepts gzip and the body is large enough; otherwise undefined. */
  private async compressed(body: string, request: Request, response: Response): Promise<Buffer | undefined> {
    if (!takesGzip(request, response) || Buffer.byteLength(body) < MIN_GZIP_BYTES) return undefined;
    response.setHeader('Content-Encoding', 'gzip');
    return compress(body);
  }
}

/** Longer lists are written in blocks. */
const RECORDS_AT_ONCE = 5_000;
/**
 * Larger results take a turn: they are some megabytes in the longest representation. A page of charts has fewer
 * records.
 */
const RECORDS_WITHOUT_TURN = 20_000;
/** Before a larger record is written, others are served, in case several are requested at once. */
const RECORDS_OF_SLICE = 1_000;
/** Limit for one record with nested lists, which blocks other requests for 20 ms. */
const RECORDS_OF_PAGE = 5_000;

/** @throws not_acceptable when a page would have a record that holds too much to be shown at once */
function requireShortRecords({ value }: HandlerResponse, kind: ProducedKind): void {
  if (value === undefined || kind.form === 'table') return;
  const records = kind.form === 'one' ? [value] : (getItems(kind, value) ?? []);
  if (!records.some((record) => holdsMoreThan(RECORDS_OF_PAGE, kind, [record]))) return;
  const detail = `A page shows at most ${RECORDS_OF_PAGE} values of a record; ask for JSON or XML`;
  throw new ApiError(CommonError.not_acceptable, detail);
}

function isLong({ value, parts: { status = 200, text } }: HandlerResponse, kind: ProducedKind): boolean {
  if (kind.form === 'one' || kind.form === 'table' || status !== 200 || text !== undefined) return false;
  return holdsMoreThan(RECORDS_AT_ONCE, kind, getItems(kind, value) ?? []);
}

async function* withFirst<Block>(first: Block, others: AsyncIterator<Block>): AsyncGenerator<Block, void> {
  try {
    yield first;
    for (let next = await others.next(); !next.done; next = await others.next()) yield next.value;
  } finally {
    await others.return?.();
  }
}

function listKind(kind: ProducedKind): ListKind {
  if (kind.form === 'one' || kind.form === 'table') throw new Error('only lists are written in blocks');
  return kind;
}

/** The rest of a block already read and all further blocks, split into parts that are written at once. */
async function* toParts(
  kind: ListKind,
  others: readonly unknown[][],
  blocks: AsyncIterator<readonly unknown[]>,
): AsyncGenerator<unknown[], void> {
  try {
    yield* others;
    for (let next = await blocks.next(); !next.done; next = await blocks.next()) yield* splitBlocks(kind, next.value);
  } finally {
    await blocks.return?.();
  }
}

async function* asynchronous<Block>(blocks: readonly Block[]): AsyncGenerator<Block, void> {
  for (const block of blocks) yield await Promise.resolve(block);
}

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, header] of Object.entries(headers)) response.setHeader(name, header);
}

/** Content type of a result: plain text or the negotiated representation. */
function toContent(result: string, isShortText: boolean, request: Request): { contentType: string; body: string } {
  const callback = getJsonpCallback(request);
  if (callback) return { contentType: JSONP_CONTENT_TYPE, body: wrapInCallback(callback, isShortText ? '' : result) };
  return { contentType: toContentType(isShortText ? PLAIN_TEXT : getOffer(request)), body: result };
}

/** Sends a body unless the client already has it. Express would copy the body and compute another tag. */
function send(body: string | Buffer, isKnown: boolean, response: Response): void {
  if (isKnown) {
    response.status(304).removeHeader('Content-Type');
    response.end();
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

const PLAIN_TEXT: Offer<MediaType> = { type: 'plain', name: 'text/plain' };

/** Only successful responses may be cached by default. */
function getCacheControl({ cacheControl }: Production, status: number): string {
  return (status === 200 ? cacheControl : undefined) ?? DEFAULT_CACHE_CONTROL;
}

/** Most clients and proxies accept 16 KiB for all headers of a response. */
const MAX_BYTES = 8 * 1024;

/**
 * Values of the Link headers of a page. Each link repeats the query of the request, so a query of a few kilobytes would
 * exceed the header limit of clients; in that case there are no links, and clients use page numbers and
 * X-collection-size.
 */
export function linkHeaders(links: readonly Pick<PageLink, 'rel' | 'href'>[]): string[] {
  const values = links.map(({ rel, href }) => `<${href}>; rel="${rel}"`);
  return values.reduce((sum, value) => sum + value.length, 0) > MAX_BYTES ? [] : values;
}
