import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { mergeMap } from 'rxjs';
import type { Observable } from 'rxjs';
import { pageLinks } from '@wardstone/pagination';
import type { PageLink } from '@wardstone/pagination';
import { JSONP_CONTENT_TYPE, wrapInCallback } from '../negotiation/jsonp';
import { contentTypeOf } from '../negotiation/media-type';
import type { Offer, RecordMediaType } from '../negotiation/media-type';
import { renderHtml } from '../render/render-html';
import { renderJson, renderWrappedJson } from '../render/render-json';
import { renderPlain } from '../render/render-plain';
import { renderXml } from '../render/render-xml';
import { pageOf } from '../shape/result-kind';
import { Answer } from './answer';
import { entityTag } from './entity-tag';
import { offerOf } from './negotiation.guard';
import { DEFAULT_CACHE_CONTROL, PRODUCTION } from './production';
import type { Production } from './production';
import { REPRESENTATION_OPTIONS } from './representation-options';
import type { RepresentationOptions } from './representation-options';
import { callbackOf } from './requested-type';
import { streamAnswer, takesGzip } from './stream-answer';
import { StreamedRecords } from './streamed-records';

const compress = promisify(gzip);

/** Below this a compressed body is hardly smaller. */
const MIN_GZIP_BYTES = 1024;

/** Writes what a handler with `@Produces()` returns. Source: media spec 1.4 to 1.15. */
@Injectable()
export class RepresentationInterceptor implements NestInterceptor {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(REPRESENTATION_OPTIONS) private readonly options: RepresentationOptions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<void> {
    const production = this.reflector.get<Production>(PRODUCTION, context.getHandler());
    const http = context.switchToHttp();
    return next
      .handle()
      .pipe(mergeMap((value) => this.answer(value, production, http.getRequest<Request>(), http.getResponse())));
  }

  private async answer(result: unknown, production: Production, request: Request, response: Response): Promise<void> {
    if (result instanceof StreamedRecords) {
      const blocks = result.blocks[Symbol.asyncIterator]();
      const first = await blocks.next();
      if (first.done) return this.answer([], production, request, response);
      const { cacheControl = DEFAULT_CACHE_CONTROL } = production;
      const streamed = { first: first.value, blocks, production: { ...production, cacheControl } };
      return streamAnswer(streamed, request, response, this.options);
    }
    const { value, parts } = result instanceof Answer ? result : new Answer(result);
    const { status = production.status ?? 200, headers = {}, kind = production.kind, text } = parts;
    response.status(status);
    if (status === 204) {
      for (const [name, header] of Object.entries(headers)) response.setHeader(name, header);
      response.end();
      return;
    }
    const offer = text === undefined ? offerOf(request) : PLAIN_TEXT;
    const callback = callbackOf(request);
    const body = text ?? this.render(value, { ...production, kind }, offer.type, request, response);
    const contentType = callback ? JSONP_CONTENT_TYPE : contentTypeOf(offer);
    const bytes = Buffer.from(callback ? wrapInCallback(callback, text === undefined ? body : '') : body);
    const compressed = production.gzip && !callback ? await this.compressed(bytes, request, response) : undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) response.setHeader('Cache-Control', cacheControlOf(production, status));
    for (const [name, header] of Object.entries(headers)) response.setHeader(name, header);
    // Express adds a charset to types it sets itself; the answer's is exactly the negotiated one.
    response.setHeader('Content-Type', contentType);
    if (status === 200 && (isRead || production.showsTarget)) {
      response.setHeader('ETag', entityTag(contentType, bytes, compressed !== undefined));
      response.send(compressed ?? bytes);
    } else {
      // Express would send a tag of its own, which no GET ever has.
      response.setHeader('Content-Length', (compressed ?? bytes).length);
      response.end(compressed ?? bytes);
    }
  }

  private render(
    value: unknown,
    { kind, title, types }: Production,
    type: RecordMediaType,
    request: Request,
    response: Response,
  ): string {
    if (value === undefined) return '';
    const links = this.linksOf(value, { kind }, request);
    const page = pageOf(kind, value);
    if (page && type !== 'wrapped' && type !== 'html') {
      response.setHeader('X-collection-size', page.total);
      for (const { rel, href } of links) response.appendHeader('Link', `<${href}>; rel="${rel}"`);
    }
    switch (type) {
      case 'json':
        return renderJson(kind, value);
      case 'wrapped':
        return renderWrappedJson(kind, value, links);
      case 'xml':
        return renderXml(kind, value);
      case 'plain':
        return renderPlain(kind, value);
      case 'html': {
        const alternatives = types.filter((other) => other !== 'html');
        return renderHtml(kind, value, { title, path: request.path, links, alternatives }, this.options);
      }
    }
  }

  private linksOf(value: unknown, { kind }: Pick<Production, 'kind'>, request: Request): PageLink[] {
    if (kind.form === 'one') return [];
    const { publicBaseUrl, jsonpParameter } = this.options;
    const page = pageOf(kind, value);
    return pageLinks(publicBaseUrl + request.originalUrl, page?.window, page?.total ?? 0, [jsonpParameter]);
  }

  /** The body in gzip when the client takes it and it pays; undefined otherwise. */
  private async compressed(bytes: Buffer, request: Request, response: Response): Promise<Buffer | undefined> {
    if (!takesGzip(request, response) || bytes.length < MIN_GZIP_BYTES) return undefined;
    response.setHeader('Content-Encoding', 'gzip');
    return compress(bytes);
  }
}

const PLAIN_TEXT: Offer<RecordMediaType> = { type: 'plain', name: 'text/plain' };

/** Only success may be kept unasked. */
function cacheControlOf({ cacheControl }: Production, status: number): string {
  return (status === 200 ? cacheControl : undefined) ?? DEFAULT_CACHE_CONTROL;
}
