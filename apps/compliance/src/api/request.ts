import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { type Fields, isFields } from '@wardstone/dto';
import type { ListQuery } from '@wardstone/dto/compliance';
import { decodeQuery, parseUuid, type QueryEntry } from '@wardstone/pagination';
import type { Request } from 'express';
import { ParameterError } from './domain/parameter-error';
import { parentIdOf, pathOf, queryStringOf } from './request-target';

/** Path ids of parents, canonical, and as given for the texts of errors. */
export interface Parents<P extends string> {
  readonly parents: Readonly<Record<P, string>>;
  readonly givenParents: Readonly<Record<P, string>>;
}

interface Addressed {
  /** Base path and path as they were requested, without the query. */
  readonly path: string;
}

/** A request for a list, checked by `ContractPipe`: its query, its parents, and the address its links start with. */
export type ListRequest<P extends string = never, Q extends object = ListQuery> = Q & Parents<P> & Addressed;

/** A request that writes, checked by `ContractPipe`. */
export interface WriteRequest<B, P extends string = never> extends Parents<P>, Addressed {
  readonly body: B;
}

/** The id of a parent in the path. */
export interface PathParent {
  /** As errors call it. */
  readonly name: string;
  /** Of the route, when it is called otherwise. */
  readonly parameter?: string;
  /** Checked before the body instead of behind it. */
  readonly isFirst?: true;
  /** The id in canonical form, undefined when it is none; a UUID unless said otherwise. */
  readonly read?: (given: string) => string | undefined;
}

/** What an operation takes; a body that is none of its business is not looked at. */
interface Accepted {
  readonly query?: Type<object>;
  readonly body?: Type<object> | 'none';
  readonly parents: readonly (string | PathParent)[];
}

/** Unvalidated request input. */
export class GivenRequest {
  readonly path: string;
  readonly query: Type<object> | undefined;
  readonly body: Type<object> | undefined;
  readonly parameters: ReadonlyMap<string, readonly QueryEntry[]>;
  readonly values: Fields;
  readonly givenParents: Readonly<Record<string, string>>;
  private readonly parents: readonly PathParent[];

  /** @throws ListQueryError 400 for a malformed percent escape; ParameterError when the body is an array or a scalar */
  constructor(request: Pick<Request, 'originalUrl' | 'params' | 'body'>, { query, body, parents }: Accepted) {
    this.path = pathOf(request);
    this.query = query;
    this.body = body === 'none' ? undefined : body;
    const parameters = new Map<string, QueryEntry[]>();
    for (const entry of decodeQuery(queryStringOf(request))) {
      parameters.set(entry.name, [...(parameters.get(entry.name) ?? []), entry]);
    }
    this.parameters = parameters;
    this.values = body ? membersOf(request.body) : {};
    this.parents = parents.map((parent) => (typeof parent === 'string' ? { name: parent } : parent));
    this.givenParents = Object.fromEntries(
      this.parents.map(({ name, parameter }) => [name, parentIdOf(request, parameter ?? name)]),
    );
  }

  /** Canonical, those that are checked first or the others. @throws ParameterError 422 `policy_id is not permitted` */
  readParents(areFirst: boolean): Record<string, string> {
    const parents = this.parents.filter(({ isFirst = false }) => isFirst === areFirst);
    return Object.fromEntries(
      parents.map(({ name, read = parseUuid }) => {
        const id = read(this.givenParents[name]!);
        if (id === undefined) throw new ParameterError(`${name} is not permitted`);
        return [name, id];
      }),
    );
  }
}

/** Nothing, `null` and `{}` are the same body (rules compliance-1, compliance-9). */
function membersOf(body: unknown): Fields {
  const given = body ?? {};
  if (!isFields(given)) throw new ParameterError('request body must be an object');
  return given;
}

const given = (accepted: Accepted): ParameterDecorator =>
  createParamDecorator(
    (_data: unknown, context: ExecutionContext) =>
      new GivenRequest(context.switchToHttp().getRequest<Request>(), accepted),
  )();

/** `@QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>`. */
export const QueryParameters = (query: Type<object>, ...parents: string[]): ParameterDecorator =>
  given({ query, parents });

/**
 * The parents of an operation on a single record, which takes no query parameter but `format`: `@ParentIds('policy_id')
 * { parents, givenParents }: Parents<'policy_id'>` (rules compliance-3, compliance-6).
 */
export const ParentIds = (...parents: string[]): ParameterDecorator => given({ parents });

/** `@JsonBody(TailoringBody, 'policy_id') request: WriteRequest<TailoringBody, 'policy_id'>`, which it documents too. */
export const JsonBody =
  (body: Type<object>, ...parents: (string | PathParent)[]): ParameterDecorator =>
  (target, method, index) => {
    ApiBody({ type: body })(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
    given({ body, parents })(target, method, index);
  };

/** The same for an operation without a body: whatever is in one is refused. */
export const NoBody = (...parents: (string | PathParent)[]): ParameterDecorator => given({ body: 'none', parents });
