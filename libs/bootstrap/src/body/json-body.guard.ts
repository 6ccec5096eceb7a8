import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  ValidationPipe,
} from '@nestjs/common';
import { type Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { type DtoClass, findLongList, findMisplacedList, getFields } from '@wardstone/dto';
import { ApiError, CommonError, type ErrorMapping } from '@wardstone/errors';
import { measureJson, measureXml } from '@wardstone/markup';
import { isFromBrowser } from '../browser-border';
import { type BodyBytes, isLongerThan } from './body-bytes';

export interface JsonBodyOptions {
  /** Media types read as JSON, lower case; a type ending in `+json` is listed in full too. */
  mediaTypes: readonly string[];
  /** Reads every media type that ends in `+json`. */
  acceptsJsonSuffix?: boolean;
  /** Media types that the handler parses itself; the body is then a string. */
  textTypes?: readonly string[];
  limitBytes: number;
}

/** Maximum nesting of lists and objects; no body of the API has ten levels. */
const MAX_BODY_DEPTH = 100;

/** Maximum number of JSON values, or of XML elements and attributes; the largest record has a tenth. */
const MAX_VALUES = 20_000;
/** Memory of a parsed value besides its text, in bytes. */
const BYTES_OF_A_VALUE = 32;

const STREAMED = 'wardstone:streamed-body';

/** Part of an operation: the handler reads the request stream, so the body is neither parsed nor limited here. */
export const streamedBody: MethodDecorator = SetMetadata(STREAMED, true);

const LIMIT = 'wardstone:body-limit';

/** Limits of a body. */
export interface BodyLimits {
  /** After decompression. */
  readonly bytes: number;
  /** Items of lists, members of objects, elements and attributes, over all levels. */
  readonly values: number;
}

/** Part of an operation: replaces the service's usual limits of a body. */
export const limitedBody = (limits: BodyLimits): MethodDecorator => SetMetadata(LIMIT, limits);

export function hasBody(request: Pick<Request, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** A body without a type is read as JSON, except from a browser, where pages of other origins can send one. */
export function mayLackType(headers: IncomingHttpHeaders): boolean {
  return !isFromBrowser(headers);
}

/** Media type of the body in lower case without parameters; empty when not given. */
export function readMediaType(request: Pick<Request, 'headers'>): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Number of values in JSON or XML; undefined when it is nested too deeply. @throws payload_too_large */
export function countValues(bytes: Uint8Array, isXml: boolean, most: number): number | undefined {
  const { values, excess } = isXml
    ? measureXml(bytes, { values: most })
    : measureJson(bytes, { depth: MAX_BODY_DEPTH, values: most });
  if (excess !== 'values') return values;
  throw new ApiError(CommonError.payload_too_large, `The body has more than ${most} values`);
}

/** Reads JSON bodies, and text that the handler parses, within limits. */
export class JsonBodyReader {
  private readonly usual: BodyLimits;

  constructor(
    private readonly options: JsonBodyOptions,
    private readonly mapping: ErrorMapping,
    private readonly bytes: BodyBytes,
  ) {
    this.usual = { bytes: options.limitBytes, values: MAX_VALUES };
  }

  /**
   * Parsed body; undefined if empty.
   * @throws payload_too_large, too_much_in_progress, unsupported_media_type, invalid_request or the service's own
   * errors in their place
   */
  async read(request: IncomingMessage, response: ServerResponse, limits: Partial<BodyLimits> = {}): Promise<unknown> {
    const { bytes: most, values } = { ...this.usual, ...limits };
    const mediaType = readMediaType(request);
    const isText = this.options.textTypes?.includes(mediaType) ?? false;
    // An excessive declared length is refused first, whatever the type (rule compliance-7).
    if (!isText && !this.isJson(mediaType, request) && !isLongerThan(most, request)) {
      throw (
        this.mapping.unsupportedMediaType?.(mediaType) ??
        new ApiError(CommonError.unsupported_media_type, `Unsupported media type: ${mediaType}`)
      );
    }
    const bytes = await this.bytes.read(request, response, most);
    if (bytes.length === 0) return undefined;
    const count = countValues(bytes, isText, values);
    if (count === undefined) throw this.malformed();
    await this.bytes.hold(request, response).take(count * BYTES_OF_A_VALUE);
    // The client may have left while the request waited.
    if (response.destroyed) throw this.malformed();
    return this.parse(bytes, isText);
  }

  private isJson(mediaType: string, { headers }: IncomingMessage): boolean {
    const { mediaTypes, acceptsJsonSuffix = false } = this.options;
    if (mediaType === '') return mayLackType(headers);
    return mediaTypes.includes(mediaType) || (acceptsJsonSuffix && mediaType.endsWith('+json'));
  }

  private parse(bytes: Buffer, isText: boolean): unknown {
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
}

/**
 * Reads bodies, and refuses those that cannot be read. Runs after authentication and authorisation, so that
 * unauthenticated clients cannot make the service parse anything and 401 comes before 413, 415 and malformed JSON
 * (rules compliance-7, http-12). A guard and no interceptor: the framework makes observables and asynchronous resources
 * for each interceptor of a request, which takes longer than all the rest of a small one.
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
    const limits = this.reflector.get<BodyLimits | undefined>(LIMIT, context.getHandler());
    return this.reader.read(request, http.getResponse<Response>(), limits).then((body) => {
      request.body = body;
      return true;
    });
  }
}

interface FieldProblem {
  property?: string;
  constraints?: Record<string, string>;
  children?: FieldProblem[];
}

/** Problems by field; those of nested objects and list elements under their path, e.g. `example.request`, `items.0`. */
function fieldProblems(
  { property, constraints, children }: FieldProblem,
  parents = '',
): { field: string; problems: string[] }[] {
  const field = `${parents}${property ?? 'body'}`;
  const problems = Object.values(constraints ?? {});
  const nested = (children ?? []).flatMap((child) => fieldProblems(child, `${field}.`));
  return [...(problems.length > 0 ? [{ field, problems }] : []), ...nested];
}

/**
 * Validates the arguments of handlers by the rules of their class, the place and the length of lists first; reports
 * every problem.
 */
@Injectable()
export class RecordValidation extends ValidationPipe {
  constructor() {
    super({ transform: true, whitelist: true, exceptionFactory: toInvalidRequest });
  }

  /** @throws invalid_request */
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type === 'body' && metatype && getFields(metatype).length > 0) refuseLists(value, metatype);
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

/** @throws invalid_request */
function refuseLists(sent: unknown, dto: DtoClass): void {
  const long = findLongList(sent, dto);
  if (long) throw toFieldError(long.path, `must contain no more than ${long.most} elements`);
  const misplaced = findMisplacedList(sent, dto);
  if (misplaced !== undefined) throw toFieldError(misplaced || 'body', 'must be an object');
}

const toFieldError = (property: string, problem: string): ApiError =>
  toInvalidRequest([{ property, constraints: { list: `${property} ${problem}` } }]);

/** Field problems of a DTO. */
function toInvalidRequest(found: FieldProblem[]): ApiError {
  const fields = found.flatMap((problem) => fieldProblems(problem));
  const detail = fields.flatMap(({ problems }) => problems).join('; ');
  return new ApiError(CommonError.invalid_request, detail, { extensions: { fields } });
}
