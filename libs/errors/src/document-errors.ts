import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiError } from './api-error';
import { ERROR_TYPES_EXTENSION } from './api-errors.decorator';
import {
  type ErrorContext,
  type ErrorRenderer,
  errorTypeUrl,
  PROBLEM_JSON,
  PROBLEM_SCHEMA,
  PROBLEM_SCHEMA_REF,
  problemDetails,
} from './error-response';
import type { ErrorType } from './error-type';
import { ALL_ERROR_TYPES, CommonError } from './registry';

/** The parts of an OpenAPI response that this module writes. */
interface DocumentedResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

interface DocumentedOperation {
  responses: Record<string, DocumentedResponse>;
  [ERROR_TYPES_EXTENSION]?: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const EXAMPLE_REQUEST_ID = '7b1c9a52-3f0e-4d8b-9a66-2f1f5a0c8e17';
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'WWW-Authenticate': 'How to log in',
  'Retry-After': 'Seconds to wait before the next attempt',
};
const HEADERS_BY_STATUS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  429: { 'Retry-After': '30' },
  503: { 'Retry-After': '5' },
};

/**
 * Completes an OpenAPI document: every response declared with `ApiErrors` gets its headers and, for each media type
 * that the service returns, schema and examples produced by the renderer; every operation gets a `default` response for
 * errors that any request can cause.
 */
export function documentErrors(document: OpenAPIObject, renderer: ErrorRenderer, publicBaseUrl: string): void {
  document.components ??= {};
  document.components.schemas ??= {};
  document.components.schemas.ProblemDetails = PROBLEM_SCHEMA;
  const types = new Map(ALL_ERROR_TYPES.map((kind) => [kind.type, kind]));
  const bodies = new SharedBodies(renderer, publicBaseUrl);
  for (const [address, path] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method] as DocumentedOperation | undefined;
      if (operation) documentOperation(operation, address, types, bodies);
    }
  }
  document.components.examples = { ...document.components.examples, ...bodies.examples };
}

function documentOperation(
  operation: DocumentedOperation,
  path: string,
  types: ReadonlyMap<string, ErrorType>,
  bodies: SharedBodies,
): void {
  const kinds = (operation[ERROR_TYPES_EXTENSION] ?? []).flatMap((type) => types.get(type) ?? []);
  for (const [status, response] of Object.entries(operation.responses)) {
    const [first, ...others] = kinds.filter((kind) => kind.status === Number(status));
    if (first) bodies.describe(response, path, [first, ...others]);
  }
  const unforeseen: DocumentedResponse = {
    description:
      'Any other error, for example `rate_limited` (429, of the gateway), `internal_error` (500) or `service_unavailable` (503)',
  };
  bodies.describe(unforeseen, path, [CommonError.internal_error]);
  operation.responses.default ??= unforeseen;
}

/** Shared error bodies; written inline, every operation would repeat them. */
class SharedBodies {
  readonly examples: Record<string, { value: unknown }> = {};

  constructor(
    private readonly renderer: ErrorRenderer,
    private readonly publicBaseUrl: string,
  ) {}

  describe(response: DocumentedResponse, path: string, [first, ...others]: readonly [ErrorType, ...ErrorType[]]): void {
    const kinds = [first, ...others];
    response.headers = { ...response.headers, ...toHeaders(first, this.publicBaseUrl) };
    const schemas = { ...this.renderer.describe(first.status, path), [PROBLEM_JSON]: PROBLEM_SCHEMA_REF };
    const written = Object.entries(schemas).map(([mediaType, schema]) => {
      const examples = Object.fromEntries(kinds.map((kind) => [kind.type, this.referTo(kind, mediaType, path)]));
      return [mediaType, { schema, examples }] as const;
    });
    // The operation's own declarations take precedence.
    response.content = { ...response.content, ...Object.fromEntries(written) };
  }

  private referTo(kind: ErrorType, mediaType: string, path: string): { $ref: string } {
    const value = toExample(kind, mediaType, path, this.renderer, this.publicBaseUrl);
    const usual = `${kind.type}.${mediaType.replaceAll(/[^a-z0-9.]+/g, '-')}`;
    // A service may write the errors of some of its paths in another format.
    const isOther = usual in this.examples && !isDeepStrictEqual(this.examples[usual]!.value, value);
    const name = isOther ? `${path.split('/')[1]}.${usual}` : usual;
    this.examples[name] ??= { value };
    return { $ref: `#/components/examples/${name}` };
  }
}

function toHeaders(kind: ErrorType, publicBaseUrl: string): Record<string, unknown> {
  const header = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });
  const extra = Object.entries(HEADERS_BY_STATUS[kind.status] ?? {});
  return {
    'X-Error-Type': header('The error type; `GET /api/v1/error/{type}` explains it', kind.type),
    Link: header('Address of the explanation', `<${errorTypeUrl(publicBaseUrl, kind)}>; rel="help"`),
    'X-Request-Id': header('Id of the request, as in the logs', EXAMPLE_REQUEST_ID),
    ...Object.fromEntries(extra.map(([name, example]) => [name, header(DESCRIPTIONS[name] ?? name, example)])),
  };
}

/** The body as the service writes it: a JSON value for JSON media types, otherwise text. */
function toExample(
  kind: ErrorType,
  mediaType: string,
  path: string,
  renderer: ErrorRenderer,
  publicBaseUrl: string,
): unknown {
  const request = { headers: { accept: mediaType }, url: path, method: 'GET' } as IncomingMessage;
  const context: ErrorContext = { request, requestId: EXAMPLE_REQUEST_ID, publicBaseUrl };
  const error = new ApiError(kind);
  const { text } = mediaType === PROBLEM_JSON ? problemDetails(error, context) : renderer.render(error, context);
  return /[/+]json$/.test(mediaType) ? (JSON.parse(text) as unknown) : text;
}
