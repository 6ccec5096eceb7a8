import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { DtoClass, Fields } from '@wardstone/dto';
import { documentedParameter, type Parsed } from '@wardstone/media-types';
import type { Request } from 'express';
import { ApiQueryOf, type Descriptions } from './query-docs.decorator';
import { readQuery } from './read-query';

/**
 * The query parameters of an operation as an object of a class: of a repeated one the first counts, an empty one is
 * absent. Reads and documents them by the fields of the class, and refuses the first that is wrong, in their order.
 *
 * @param descriptions what parameters mean here, where several operations share the class.
 */
export function RequestQuery<T extends object>(dto: DtoClass<T>, descriptions?: Descriptions<T>): ParameterDecorator {
  return documentedParameter(QueryOf(new QueryPipe(dto)), ApiQueryOf(dto, descriptions));
}

/** The same where something else is judged before: the parameter is a `Parsed<T>`. */
export function ParsedQuery<T extends object>(dto: DtoClass<T>, descriptions?: Descriptions<T>): ParameterDecorator {
  return documentedParameter(QueryOf(new ParsedQueryPipe(dto)), ApiQueryOf(dto, descriptions));
}

const QueryOf = createParamDecorator(
  (_: unknown, context: ExecutionContext): Fields => context.switchToHttp().getRequest<Request>().query,
);

/** Pipes run when the path has been found to be one. */
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
