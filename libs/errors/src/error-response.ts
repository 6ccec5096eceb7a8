import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { ApiError } from './api-error';
import type { ErrorType } from './error-type';

export const PROBLEM_JSON = 'application/problem+json';

export interface ErrorBody {
  contentType: string;
  text: string;
}

/** The shape in which one service writes its errors (contracts' error sections). */
export interface ErrorRenderer {
  render(error: ApiError, context: ErrorContext): ErrorBody;
}

export interface ErrorContext {
  request: IncomingMessage;
  requestId: string;
  /** Public address of the product without a trailing slash; error types are explained below it. */
  publicBaseUrl: string;
}

/** Absolute URL at which the registry explains an error type. Source: error-registry spec 4. */
export function errorTypeUrl(publicBaseUrl: string, kind: Pick<ErrorType, 'type'>): string {
  return `${publicBaseUrl}/api/v1/error/${kind.type}`;
}

/** RFC 9457 body with the two members that clients of the reference registry read. Source: error-registry spec 2. */
export function problemDetails(error: ApiError, context: ErrorContext): ErrorBody {
  const { kind, detail } = error;
  return {
    contentType: `${PROBLEM_JSON}; charset=utf-8`,
    text: JSON.stringify({
      type: errorTypeUrl(context.publicBaseUrl, kind),
      title: kind.type,
      status: kind.status,
      detail,
      instance: `urn:uuid:${context.requestId}`,
      ...error.extensions,
      error_type: kind.type,
      error_message: detail,
    }),
  };
}

/** The renderer of services whose contract fixes no other shape. */
export const problemDetailsRenderer: ErrorRenderer = { render: problemDetails };

/** A client that puts problem details first gets them from every service. Source: error-registry spec 4. */
function prefersProblemDetails(request: IncomingMessage): boolean {
  return (
    request.headers.accept !== undefined && new Negotiator(request).mediaTypes()[0]?.toLowerCase() === PROBLEM_JSON
  );
}

/** Writes an error: status, `X-Error-Type`, `Link` to its explanation, its own headers, and the service's body. */
export function writeError(
  response: ServerResponse,
  error: ApiError,
  renderer: ErrorRenderer,
  context: ErrorContext,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = prefersProblemDetails(context.request)
    ? problemDetails(error, context)
    : renderer.render(error, context);
  for (const stale of ['Content-Length', 'Content-Encoding', 'ETag', 'Cache-Control', 'Content-Disposition']) {
    response.removeHeader(stale);
  }
  response.statusCode = error.status;
  response.setHeader('X-Error-Type', error.kind.type);
  response.appendHeader('Link', `<${errorTypeUrl(context.publicBaseUrl, error.kind)}>; rel="help"`);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', body.contentType);
  response.setHeader('Content-Length', Buffer.byteLength(body.text));
  response.end(context.request.method === 'HEAD' ? undefined : body.text);
}
