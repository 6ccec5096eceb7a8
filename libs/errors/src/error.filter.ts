import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiError } from './api-error';
import { type ErrorMapping, toApiError } from './error-mapping';
import { type ErrorRenderer, writeError } from './error-response';

export interface ErrorFilterOptions {
  renderer: ErrorRenderer;
  mapping: ErrorMapping;
  /** Public address without a trailing slash, as the request names it. */
  baseOf: (request: Request) => string;
  requestIdOf: (request: Request) => string;
  /** Called with every error that is returned; logs and counts it. */
  report: (error: ApiError, request: Request) => void;
  /** Whether it has sent a response itself, in place of the error. */
  answerInstead?: (error: ApiError, request: Request, response: Response) => boolean;
}

/** The one filter of a service. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly options: ErrorFilterOptions) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** Also used for failures outside the framework's reach. */
  answer(thrown: unknown, request: Request, response: Response): void {
    const { renderer, mapping, baseOf, requestIdOf, report, answerInstead } = this.options;
    const error = toApiError(thrown, { method: request.method, path: request.path }, mapping);
    report(error, request);
    if (answerInstead?.(error, request, response)) return;
    const context = { request, requestId: requestIdOf(request), publicBaseUrl: baseOf(request) };
    writeError(response, error, renderer, context);
  }
}
