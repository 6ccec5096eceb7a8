import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { parseListQuery } from '@wardstone/pagination';
import type { AllowedParameters, ListQuery } from '@wardstone/pagination';
import type { Request } from 'express';
import { parentIdOf, pathOf, queryStringOf } from './request-target';

/** The checked parameters of a list, and the address its links start with. */
export interface ListRequest<P extends string = never> extends ListQuery<P> {
  /** Base path and request path as they were asked for, without the query. */
  readonly path: string;
  /** Path ids of the parents as given, for the texts of errors. */
  readonly givenParents: Readonly<Record<P, string>>;
}

/** What a list accepts; `parents` names the path parameters that are ids of parents, e.g. `['system_id']`. */
export interface ListRules<P extends string = never> extends Omit<AllowedParameters<P>, 'parents'> {
  readonly parents?: readonly P[];
}

/** Reads the parameters of a list (compliance spec A3). @throws ListQueryError */
export function readListRequest<P extends string>(
  request: Pick<Request, 'originalUrl' | 'params'>,
  { parents = [], ...rules }: ListRules<P>,
): ListRequest<P> {
  const givenParents = Object.fromEntries(parents.map((name) => [name, parentIdOf(request, name)])) as Record<
    P,
    string
  >;
  const query = parseListQuery<P>(queryStringOf(request), { ...rules, parents: givenParents });
  return { ...query, path: pathOf(request), givenParents };
}

/** The list's parameters as the handler's argument: `@ListParameters({ parents: ['system_id'] }) list: ListRequest<'system_id'>`. */
export function ListParameters(rules: ListRules<string> = {}): ParameterDecorator {
  return createParamDecorator((_data: unknown, context: ExecutionContext) =>
    readListRequest(context.switchToHttp().getRequest<Request>(), rules),
  )();
}
