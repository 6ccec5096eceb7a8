import { applyDecorators, Header, HttpCode } from '@nestjs/common';
import {
  ApiExcludeEndpoint,
  ApiExtension,
  ApiOkResponse,
  ApiOperation,
  type ApiOperationOptions,
  ApiParam,
  ApiResponse,
  type ApiResponseSchemaHost,
} from '@nestjs/swagger';
import { type AccessDeclaration, Allow } from '@wardstone/auth';
import { ApiErrors, type ErrorName } from '@wardstone/errors';
import { streamedBody } from './body/json-body.guard';

/**
 * Part of a declaration: documents something that the operation takes or returns, and makes the framework apply it. Any
 * decorator of `@nestjs/swagger` is one; functions such as `nothing()` create others.
 */
export type Part = MethodDecorator;

type Parts = Part | readonly Part[];

type Schema = ApiResponseSchemaHost['schema'];

export interface PathParameter {
  readonly description: string;
  readonly example?: string;
  readonly schema?: Schema;
}

/** A body that no parameter of the handler declares. */
type Body = 'ignored' | 'streamed' | RequestBody | Part;

type RequestBody = NonNullable<ApiOperationOptions['requestBody']>;

interface Route {
  /** Who may call the operation. */
  readonly access: AccessDeclaration;
  /** Headers of every successful response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route that is missing from the API document, for pages that only browsers open. */
interface HiddenOperation extends Route {
  readonly hidden: true;
}

interface DocumentedOperation extends Route {
  /** Operation id, if it differs from the name of the handler. */
  readonly id?: string;
  readonly description?: string;
  /**
   * Path parameters that the handler takes with `@Param()`, by name; a string is the description of one that may be any
   * text.
   */
  readonly path?: Readonly<Record<string, string | PathParameter>>;
  /** Parameters that no parameter of the handler declares. */
  readonly parameters?: Parts;
  /** `ignored` is not read; `streamed` is read and limited by the handler. */
  readonly body?: Body | readonly Body[];
  /** Successful responses. */
  readonly returns: Parts;
  /** Status of success, if not 201 for POST and 200 for others; a part of `returns` may set it, too. */
  readonly status?: number;
  /** Error types besides those that access, parameters, body and responses imply. */
  readonly errors?: readonly ErrorName[];
  /** Not in the contract; for a whole controller, see `@Addition()`. */
  readonly addition?: true;
  /** How clients learn that the operation is deprecated. */
  readonly deprecated?: Part;
}

/**
 * Declares an operation: its purpose, who may call it, what it takes and returns, and how it fails. Method and path are
 * in the decorator of Nest; parameters of the handler document themselves. The name of the handler is the operation id.
 */
export function Operation(summary: string, declaration: DocumentedOperation | HiddenOperation): MethodDecorator {
  const headers = Object.entries(declaration.headers ?? {}).toReversed();
  return applyDecorators(
    ...('hidden' in declaration ? [ApiExcludeEndpoint()] : documentation(summary, declaration)),
    ...headers.map(([name, value]) => Header(name, value)),
    Allow(declaration.access),
  );
}

function documentation(summary: string, declaration: DocumentedOperation): Part[] {
  const { id, description, path = {}, status, errors = [], deprecated } = declaration;
  const bodies = list(declaration.body);
  const requestBody = bodies.find((body) => typeof body === 'object');
  return [
    ApiOperation({
      operationId: id,
      summary,
      description,
      ...(requestBody && { requestBody }),
      ...(deprecated && { deprecated: true }),
    }),
    ...(errors.length > 0 ? [ApiErrors(...errors)] : []),
    ...bodies.flatMap(bodyPart),
    ...list(declaration.parameters),
    ...Object.entries(path).toReversed().map(pathParameter),
    ...list(declaration.returns),
    ...(status === undefined ? [] : [HttpCode(status)]),
    ...(deprecated ? [deprecated] : []),
    ...(declaration.addition ? [Addition()] : []),
  ];
}

function bodyPart(body: Body): Part[] {
  if (typeof body === 'object') return [];
  return [typeof body === 'string' ? streamedBody : body];
}

function pathParameter([name, described]: [string, string | PathParameter]): Part {
  const parameter: PathParameter =
    typeof described === 'string' ? { description: described, schema: { type: 'string' } } : described;
  return ApiParam({ name, ...parameter });
}

/** Marks every operation of a controller as an addition to the contract. */
export function Addition(): ClassDecorator & MethodDecorator {
  return ApiExtension('x-addition', true);
}

/** Returns 200 with a text or file, or with JSON of a schema that no class declares. */
export const content = (mediaType: string, description: string, schema: Schema = { type: 'string' }): Part =>
  ApiOkResponse({ description, content: { [mediaType]: { schema } } });

/**
 * Returns no body.
 * @param description state after the request
 */
export const nothing = (description: string, status = 204): Part =>
  applyDecorators(HttpCode(status), ApiResponse({ status, description }));

/** In reverse, the order in which decorators are applied. */
function list<T>(parts: T | readonly T[] | undefined): readonly T[] {
  if (parts === undefined) return [];
  return Array.isArray(parts) ? (parts as readonly T[]).toReversed() : [parts as T];
}
