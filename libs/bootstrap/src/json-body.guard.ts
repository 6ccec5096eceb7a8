import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { SetMetadata } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiError, CommonError } from '@wardstone/errors';
import type { ErrorMapping } from '@wardstone/errors';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { isFromBrowser } from './browser-border';
import { isDeeperThan } from './json-depth';

export interface JsonBodyOptions {
  /** Media types read as JSON, lower case; a type ending in `+json` is listed in full too. */
  mediaTypes: readonly string[];
  /** Reads every type ending in `+json`. */
  acceptsJsonSuffix?: boolean;
  /** Media types whose text the handler parses itself: the body is then a string. */
  textTypes?: readonly string[];
  limitBytes: number;
}

/** Levels of lists and objects in a body; no body of ours has ten. */
const DEEPEST_BODY = 100;

/** Those that every supported release of Node.js decodes. */
const READ_ENCODINGS = new Set(['identity', 'gzip', 'deflate', 'br']);

const STREAMED = 'wardstone:streamed-body';

/** The handler reads the request stream itself; the body is neither parsed nor limited here. */
export const StreamedBody = (): MethodDecorator => SetMetadata(STREAMED, true);

const LIMIT = 'wardstone:body-limit';

/** The handler takes bodies of another length than the service's usual ones. */
export const BodyLimit = (bytes: number): MethodDecorator => SetMetadata(LIMIT, bytes);

export function hasBody(request: Pick<Request, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** A body without a type is taken for JSON, but not from a browser: pages of other origins may send it unasked. */
export function mayLackType(headers: IncomingHttpHeaders): boolean {
  return !isFromBrowser(headers);
}

/** Media type of the body in lower case without parameters; empty when not given. */
export function mediaTypeOf(request: Pick<Request, 'headers'>): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Reads JSON bodies, and texts that their handler parses, within a limit. */
export class JsonBodyReader {
  private readonly readers = new Map<number, RequestHandler>();

  constructor(
    private readonly options: JsonBodyOptions,
    private readonly mapping: ErrorMapping,
  ) {}

  /**
   * What the body holds; undefined when it is empty.
   *
   * @throws payload_too_large, unsupported_media_type, invalid_request or what the service has in their place
   */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    limit: number = this.options.limitBytes,
  ): Promise<unknown> {
    if (Number(request.headers['content-length']) > limit) throw this.tooLarge();
    const mediaType = mediaTypeOf(request);
    const isText = this.options.textTypes?.includes(mediaType) ?? false;
    if (!isText && !this.isJson(mediaType, request)) {
      throw (
        this.mapping.unsupportedMediaType?.(mediaType) ??
        new ApiError(CommonError.unsupported_media_type, `Unsupported media type: ${mediaType}`)
      );
    }
    if (!READ_ENCODINGS.has((request.headers['content-encoding'] ?? 'identity').toLowerCase())) {
      throw new ApiError(CommonError.unsupported_media_type, 'The body may be compressed with gzip, deflate or br.');
    }
    await new Promise<void>((resolve, reject) => {
      void this.readerOf(limit)(request as Request, response as Response, (error?: unknown) =>
        error ? reject(error instanceof Error ? error : new Error('unreadable body')) : resolve(),
      );
    });
    const bytes = (request as Request).body as Buffer | undefined;
    // The client went away before the reader came to it; one that goes later is reported by the reader.
    if (!bytes) throw this.malformed();
    return bytes.length === 0 ? undefined : this.parse(bytes, isText);
  }

  private readerOf(limit: number): RequestHandler {
    // Not express.json(): parameters of the media type mean nothing, JSON is UTF-8 (RFC 8259).
    const reader = this.readers.get(limit) ?? express.raw({ limit, type: () => true });
    this.readers.set(limit, reader);
    return reader;
  }

  private isJson(mediaType: string, { headers }: IncomingMessage): boolean {
    const { mediaTypes, acceptsJsonSuffix = false } = this.options;
    if (mediaType === '') return mayLackType(headers);
    return mediaTypes.includes(mediaType) || (acceptsJsonSuffix && mediaType.endsWith('+json'));
  }

  private parse(bytes: Buffer, isText: boolean): unknown {
    if (!isText && isDeeperThan(DEEPEST_BODY, bytes)) throw this.malformed();
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return isText ? text : (JSON.parse(text) as unknown);
    } catch {
      throw this.malformed();
    }
  }

  private malformed(): ApiError {
    return this.mapping.malformedBody?.() ?? new ApiError(CommonError.invalid_request, 'The body cannot be parsed.');
  }

  private tooLarge(): ApiError {
    return this.mapping.bodyTooLarge?.() ?? new ApiError(CommonError.payload_too_large);
  }
}

/**
 * Reads bodies, and refuses those that cannot be read. It runs after authentication and permission were checked, so that
 * strangers cannot make the service parse anything and 401 comes before 413, 415 and malformed JSON (rules compliance-7,
 * http-12). A guard and no interceptor: the framework makes observables and asynchronous resources for each interceptor
 * of a request, which takes longer than all the rest of a small one.
 */
export class JsonBodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly reader: JsonBodyReader,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasBody(request)) return true;
    const isStreamed = this.reflector.get<boolean | undefined>(STREAMED, context.getHandler());
    if (isStreamed) return true;
    const limit = this.reflector.get<number | undefined>(LIMIT, context.getHandler());
    return this.reader.read(request, http.getResponse<Response>(), limit).then((body) => {
      request.body = body;
      return true;
    });
  }
}
