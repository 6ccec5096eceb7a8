import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext, Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { decodeQuery, parseUuid } from '@wardstone/pagination';
import type { Request } from 'express';
import { ParameterError } from './domain/parameter-error';
import type { Parents } from './list-request';
import { parentIdOf, pathOf, queryStringOf } from './request-target';

/** A request that writes, checked by `ContractPipe`. */
export interface WriteRequest<B, P extends string = never> extends Parents<P> {
  readonly body: B;
  /** Path of the request as it was asked for, without the query. */
  readonly path: string;
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

/** What a request that writes brings along, not yet looked into. */
export class GivenWrite {
  readonly path: string;
  readonly queryNames: readonly string[];
  readonly values: ReadonlyMap<string, unknown>;
  readonly givenParents: Readonly<Record<string, string>>;

  /**
   * Nothing, `null` and `{}` are the same body (rules compliance-1, compliance-9).
   *
   * @param type class of the body; undefined when there is to be none
   * @throws ListQueryError 400 for a malformed percent escape; ParameterError when the body is an array or a scalar
   */
  constructor(
    request: Request,
    readonly type: Type<object> | undefined,
    private readonly parents: readonly PathParent[],
  ) {
    this.path = pathOf(request);
    this.queryNames = decodeQuery(queryStringOf(request)).map(({ name }) => name);
    const given: unknown = request.body ?? {};
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw new ParameterError('request body must be an object');
    }
    this.values = new Map(Object.entries(given));
    this.givenParents = Object.fromEntries(
      parents.map(({ name, parameter }) => [name, parentIdOf(request, parameter ?? name)]),
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

const given = (type: Type<object> | undefined, parents: readonly (string | PathParent)[]): ParameterDecorator => {
  const rules = parents.map((parent) => (typeof parent === 'string' ? { name: parent } : parent));
  return createParamDecorator(
    (_data: unknown, context: ExecutionContext) =>
      new GivenWrite(context.switchToHttp().getRequest<Request>(), type, rules),
  )();
};

/** `@JsonBody(TailoringBody, 'policy_id') request: WriteRequest<TailoringBody, 'policy_id'>`, which it documents too. */
export const JsonBody =
  (type: Type<object>, ...parents: (string | PathParent)[]): ParameterDecorator =>
  (target, method, index) => {
    ApiBody({ type })(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
    given(type, parents)(target, method, index);
  };

/** The same for an operation without a body: whatever is in one is refused. */
export const NoBody = (...parents: (string | PathParent)[]): ParameterDecorator => given(undefined, parents);
