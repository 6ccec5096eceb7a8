import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { ApiError } from './api-error';
import { ERROR_TYPE_PATTERN, type ErrorType } from './error-type';

export const PROBLEM_JSON = 'application/problem+json';

export interface ErrorBody {
  contentType: string;
  text: string;
  /** Sent instead of the text, for binary representations. */
  bytes?: Uint8Array;
  /** Headers of this representation, e.g. a page's policy. */
  headers?: Readonly<Record<string, string>>;
}

/** A JSON schema (2020-12), as OpenAPI 3.1 embeds it. */
export type BodySchema = Readonly<Record<string, unknown>>;

/** How a service formats its errors (error sections of the contracts). */
export interface ErrorRenderer {
  render(error: ApiError, context: ErrorContext): ErrorBody;
  /** Bodies for a status at a path, by media type without parameters; for the OpenAPI document. */
  describe(status: number, path: string): Readonly<Record<string, BodySchema>>;
}

export interface ErrorContext {
  request: IncomingMessage;
  requestId: string;
  /** Public address of the product without a trailing slash; error types are explained below it. */
  publicBaseUrl: string;
}

/** Absolute URL where the registry explains an error type. Source: rule registry-4. */
export function errorTypeUrl(publicBaseUrl: string, kind: Pick<ErrorType, 'type'>): string {
  return `${publicBaseUrl}/api/v1/error/${kind.type}`;
}

/** RFC 9457 body with the two members that clients of the reference registry read. Source: rule registry-2. */
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

/** Schema of `problemDetails`; a component of every OpenAPI document of the product. */
export const PROBLEM_SCHEMA: BodySchema = {
  type: 'object',
  description: 'Problem details (RFC 9457). Some errors have further members.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'error_type', 'error_message'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Address of the explanation of the error type' },
    title: { type: 'string', pattern: ERROR_TYPE_PATTERN.source, description: 'The error type' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status' },
    detail: { type: 'string', description: 'Explanation of this occurrence' },
    instance: { type: 'string', format: 'uri', description: '`urn:uuid:` and the id of the request' },
    error_type: { type: 'string', description: 'The same as title; for clients of the reference registry' },
    error_message: { type: 'string', description: 'The same as detail; for clients of the reference registry' },
    fields: {
      type: 'array',
      description: 'Invalid parameters or members of the body; absent if there are none',
      items: {
        type: 'object',
        description: 'One parameter or member',
        required: ['field', 'problems'],
        properties: {
          field: { type: 'string', description: 'Name of the parameter or member' },
          problems: { type: 'array', description: 'Problems of the field', items: { type: 'string' } },
        },
      },
    },
  },
};

export const PROBLEM_SCHEMA_REF: BodySchema = { $ref: '#/components/schemas/ProblemDetails' };

/** Renderer of services whose contract specifies no other format. */
export const problemDetailsRenderer: ErrorRenderer = {
  render: problemDetails,
  describe: () => ({ [PROBLEM_JSON]: PROBLEM_SCHEMA_REF }),
};

/** Clients that prefer problem details get them from every service. Source: rule registry-4. */
function prefersProblemDetails(request: IncomingMessage): boolean {
  return (
    request.headers.accept !== undefined && new Negotiator(request).mediaTypes()[0]?.toLowerCase() === PROBLEM_JSON
  );
}

/** The body depends on the Accept header, at least for clients that accept problem details. */
function varyOnAccept(response: ServerResponse): void {
  const names = [response.getHeader('Vary') ?? []]
    .flat()
    .join(',')
    .toLowerCase()
    .split(/\s*,\s*/);
  if (!names.includes('accept') && !names.includes('*')) response.appendHeader('Vary', 'Accept');
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
  varyOnAccept(response);
  response.statusCode = error.status;
  response.setHeader('X-Error-Type', error.kind.type);
  response.appendHeader('Link', `<${errorTypeUrl(context.publicBaseUrl, error.kind)}>; rel="help"`);
  for (const [name, value] of Object.entries({ ...body.headers, ...error.headers })) response.setHeader(name, value);
  response.setHeader('Content-Type', body.contentType);
  const sent = body.bytes ?? body.text;
  response.setHeader('Content-Length', Buffer.byteLength(sent));
  response.end(context.request.method === 'HEAD' ? undefined : sent);
}
