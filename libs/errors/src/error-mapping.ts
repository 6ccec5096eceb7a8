import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ApiError } from './api-error';
import { type ErrorRenderer, writeError } from './error-response';
import { CommonError } from './registry';

/** Errors of one service for failures before its own code. Unset ones use the common types. */
export interface ErrorMapping {
  routeNotFound?(method: string, path: string): ApiError;
  malformedUrl?(): ApiError;
  malformedBody?(): ApiError;
  bodyTooLarge?(): ApiError;
  unsupportedMediaType?(mediaType: string): ApiError;
  /** Converts errors of code that knows no error types, such as a parser; undefined for all others. */
  refusal?(error: Error): ApiError | undefined;
}

interface CodedError extends Error {
  code?: string;
}

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '08000',
  '08001',
  '08003',
  '08006',
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '58030', // io_error
]);
/** character_not_in_repertoire, untranslatable_character: PostgreSQL can store every character except NUL. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);
/** Our own JSON has no syntax errors except lone surrogates, which only a client can have sent. */
const UNSTORABLE_JSON = { code: '22P02', message: 'invalid input syntax for type json' };
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** Whether a database failure means "not reachable now" rather than "this statement is wrong". */
function isUnavailable(error: CodedError): boolean {
  return (error.code !== undefined && UNAVAILABLE_CODES.has(error.code)) || UNAVAILABLE_TEXT.test(error.message);
}

function isUnstorable({ code = '', message }: CodedError): boolean {
  return UNSTORABLE_TEXT.has(code) || (code === UNSTORABLE_JSON.code && message === UNSTORABLE_JSON.message);
}

/**
 * Turns any exception into the one error of the response. Unexpected ones become
 * `internal_error` with the original as its cause, for the log only.
 */
export function toApiError(
  thrown: unknown,
  request: { method: string; path: string },
  mapping: ErrorMapping,
): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof HttpException && thrown.getStatus() === 404) {
    return mapping.routeNotFound?.(request.method, request.path) ?? new ApiError(CommonError.not_found);
  }
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as CodedError;
  const refusal = mapping.refusal?.(error);
  if (refusal) return refusal;
  // The framework returns 400 for a path that its router cannot decode.
  if (error instanceof URIError || (thrown instanceof HttpException && thrown.getStatus() === 400)) {
    return mapping.malformedUrl?.() ?? new ApiError(CommonError.malformed_url);
  }
  if (isUnstorable(error)) return unstorable(request, mapping);
  return fromDatabase(error) ?? internalError(thrown);
}

/** Text that the database cannot store is an unknown name in the path and invalid input elsewhere. */
function unstorable({ method, path }: { method: string; path: string }, mapping: ErrorMapping): ApiError {
  if (/%00/.test(path)) return mapping.routeNotFound?.(method, path) ?? new ApiError(CommonError.not_found);
  return (
    mapping.malformedBody?.() ??
    new ApiError(CommonError.invalid_request, 'A string contains a NUL character or an unpaired surrogate.')
  );
}

/** Database errors that mean that it is unavailable. */
function fromDatabase(error: CodedError): ApiError | undefined {
  if (isUnavailable(error)) {
    return new ApiError(CommonError.service_unavailable, CommonError.service_unavailable.description, {
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
  return undefined;
}

function internalError(cause: unknown): ApiError {
  return new ApiError(CommonError.internal_error, CommonError.internal_error.description, { cause });
}

interface ErrorFilterOptions {
  renderer: ErrorRenderer;
  mapping: ErrorMapping;
  /** Public address without a trailing slash, as the client used it. */
  getBaseAddress: (request: Request) => string;
  requestIdOf: (request: Request) => string;
  /** Called with every error that is returned; logs and counts it. */
  report: (error: ApiError, request: Request) => void;
  /** Whether it has sent a response of its own instead of the error. */
  respondInstead?: (error: ApiError, request: Request, response: Response) => boolean;
}

/** The only exception filter of a service. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly options: ErrorFilterOptions) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** Also called for failures outside the framework. */
  respond(thrown: unknown, request: Request, response: Response): void {
    // Aborted because the client has disconnected, so this is not a failure and needs no response.
    if (response.destroyed && thrown instanceof Error && thrown.name === 'AbortError') return;
    const { renderer, mapping, getBaseAddress: baseOf, requestIdOf, report, respondInstead } = this.options;
    const error = toApiError(thrown, { method: request.method, path: request.path }, mapping);
    report(error, request);
    if (respondInstead?.(error, request, response)) return;
    const context = { request, requestId: requestIdOf(request), publicBaseUrl: baseOf(request) };
    writeError(response, error, renderer, context);
  }
}
