import {
  createParamDecorator,
  type ExecutionContext,
  type PipeTransform,
  applyDecorators,
  type CanActivate,
  UseGuards,
} from '@nestjs/common';
import type { Part } from '@wardstone/bootstrap';
import { type DtoClass, type Fields, type Parameter, getParameters } from '@wardstone/dto';
import { documentedParameter, type Parsed, getIgnoredParameters } from '@wardstone/media-types';
import type { Request } from 'express';
import { readQuery, getParameterError } from './read-query';
import { ApiQuery } from '@nestjs/swagger';
import { ApiErrors, type ErrorType } from '@wardstone/errors';
import { invalidParameter } from './invalid-parameter';

/** Descriptions of an operation's parameters, if several operations share the class. */
type Descriptions<T> = { readonly [K in keyof T]?: string };

/** A query parameter in the API document. */
interface ParameterDocs {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Documents the query parameters of a class, and the errors of invalid ones. */
export function queryDocs<T extends object>(dto: DtoClass<T>, descriptions?: Descriptions<T>): Part {
  const errors = getParameters(dto).flatMap(([, parameter]) => getErrors(parameter));
  return applyDecorators(
    ...documentParameters(dto, descriptions).map((docs) => ApiQuery(docs)),
    ...(errors.length > 0 ? [ApiErrors(...errors)] : []),
  );
}

export function documentParameters<T extends object>(
  dto: DtoClass<T>,
  descriptions: Descriptions<T> = {},
): readonly ParameterDocs[] {
  const given: Readonly<Record<string, string | undefined>> = descriptions;
  return getParameters(dto).flatMap(([name, parameter]) =>
    getDocs(name, { ...parameter, description: given[name] ?? parameter.description }),
  );
}

function getDocs(name: string, parameter: Parameter): readonly ParameterDocs[] {
  const { alias, documented, example } = parameter;
  if (parameter.kind === 'page') return pageDocs(parameter);
  const docs = {
    name,
    description: parameter.kind === 'time' ? `${parameter.description}. ${TIME_FORMS}` : parameter.description,
    required: parameter.optional !== true,
    schema: {
      ...toSchema(parameter),
      ...documented,
      ...(example !== undefined && { example }),
    },
  };
  return alias === undefined ? [docs] : [docs, { ...docs, name: alias, description: `The same as ${name}` }];
}

const TIME_FORMS = 'In ms since the epoch, or in ISO 8601 (UTC unless it names a zone)';

/** Schema of the parameter as written in a query. */
function toSchema({ kind, schema, default: fallback }: Parameter): object {
  if (kind === 'list') return { type: 'string' };
  if (kind === 'time') return { anyOf: [schema, { type: 'string', format: 'date-time' }] };
  return {
    type: 'string',
    ...(kind === 'integer' && { type: 'integer', format: 'int64' }),
    ...schema,
    ...(kind !== 'sort' && fallback !== undefined && { default: fallback }),
  };
}

/** See rule http-10. */
function pageDocs(parameter: Parameter & { kind: 'page' }): readonly ParameterDocs[] {
  const { sizeParameter, description, optional, documented } = parameter;
  const size =
    sizeParameter === 'size' ? { minimum: -1, default: 100 } : { minimum: 1, ...(!optional && { default: 20 }) };
  return [
    { name: sizeParameter, description, required: false, schema: { type: 'integer', ...size, ...documented } },
    {
      name: 'page',
      description: 'Number of the page, from 0',
      required: false,
      schema: { type: 'integer', minimum: 0, default: 0 },
    },
  ];
}

/** A flag has no invalid values. */
function getErrors(parameter: Parameter): readonly ErrorType[] {
  const isNeverWrong = parameter.kind === 'flag';
  const isRuled = parameter.optional !== true || parameter.needs !== undefined || parameter.excludes !== undefined;
  return isNeverWrong && !isRuled ? [] : [getParameterError(parameter)];
}

/**
 * Reads the query parameters of an operation as an object of a class: of a repeated one the first counts, an empty one
 * is absent. Refuses the first invalid one in order of the fields, and documents them.
 * @param descriptions replace those of the class, if several operations share it
 */
export function RequestQuery<T extends object>(dto: DtoClass<T>, descriptions?: Descriptions<T>): ParameterDecorator {
  return documentedParameter(RawQuery(new QueryPipe(dto)), queryDocs(dto, descriptions));
}

/** Like `RequestQuery`, if something else is checked first: the parameter is a `Parsed<T>`. */
export function ParsedQuery<T extends object>(dto: DtoClass<T>): ParameterDecorator {
  return documentedParameter(RawQuery(new ParsedQueryPipe(dto)), queryDocs(dto));
}

const RawQuery = createParamDecorator(
  (_: unknown, context: ExecutionContext): Fields => context.switchToHttp().getRequest<Request>().query,
);

/** Pipes run once the path has been found. */
export class QueryPipe<T extends object> implements PipeTransform<Fields, T> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform(query: Fields): T {
    return readQuery(query, this.dto);
  }
}

export class ParsedQueryPipe<T extends object> implements PipeTransform<Fields, Parsed<T>> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform(query: Fields): Parsed<T> {
    return { read: () => readQuery(query, this.dto) };
  }
}

/** Refuses parameters that other operations ignore and name in a header. Runs after the guards of the service. */
const knownParametersGuard: CanActivate = {
  canActivate(context: ExecutionContext): true {
    const names = getIgnoredParameters(context.switchToHttp().getRequest<Request>());
    if (names.length > 0) throw invalidParameter(`Unknown parameter ${names.join(', ')}`);
    return true;
  },
};

/** For searches, where an unknown criterion must not seem to match everything. */
export const onlyKnownParameters: Part = UseGuards(knownParametersGuard);
