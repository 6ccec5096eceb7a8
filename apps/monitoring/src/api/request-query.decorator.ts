import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { DtoClass } from '@wardstone/dto';
import { documentedParameter, type Parsed } from '@wardstone/media-types';
import type { Request } from 'express';
import { ApiQueryOf, type Descriptions } from './query-docs.decorator';
import { queryReader } from './query-reader';
import type { Query } from './query-values';

/**
 * The query parameters of an operation as an object of a class: of a repeated one the first counts, an empty one is
 * absent. Reads and documents them by the fields of the class, and refuses the first that is wrong, in their order.
 *
 * @param descriptions what parameters mean here, where several operations share the class.
 */
export function RequestQuery<T extends object>(dto: DtoClass<T>, descriptions?: Descriptions<T>): ParameterDecorator {
  return documentedParameter(QueryOf(new QueryPipe(queryReader(dto))), ApiQueryOf(dto, descriptions));
}

/** The same where something else is judged before: the parameter is a `Parsed<T>`. */
export function ParsedQuery<T extends object>(dto: DtoClass<T>, descriptions?: Descriptions<T>): ParameterDecorator {
  return documentedParameter(QueryOf(new ParsedQueryPipe(queryReader(dto))), ApiQueryOf(dto, descriptions));
}

const QueryOf = createParamDecorator(
  (_: unknown, context: ExecutionContext): Query => context.switchToHttp().getRequest<Request>().query,
);

/** Pipes run when the path has been found to be one. */
export class QueryPipe<T> implements PipeTransform<Query, T> {
  constructor(private readonly read: (query: Query) => T) {}

  transform(query: Query): T {
    return this.read(query);
  }
}

export class ParsedQueryPipe<T> implements PipeTransform<Query, Parsed<T>> {
  constructor(private readonly read: (query: Query) => T) {}

  transform(query: Query): Parsed<T> {
    return { read: () => this.read(query) };
  }
}
