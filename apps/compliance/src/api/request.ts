import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  Param,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { ApiBody, type ApiBodyOptions } from '@nestjs/swagger';
import { type Request } from 'express';
import { type AuthenticatedRequest, type CallerIdentity } from '@wardstone/auth';
import { type Part } from '@wardstone/bootstrap';
import { type Fields, isFields } from '@wardstone/dto';
import { type ListQuery } from '@wardstone/dto/compliance';
import { ApiErrors } from '@wardstone/errors';
import { decodeQuery, parseUuid, type QueryEntry } from '@wardstone/pagination';
import { ParameterError } from './domain/parameter-error';
import { refuseUnknown } from './domain/unknown-names';

type Target = Pick<Request, 'originalUrl'>;

/** Everything after the first `?`, as received. */
function getQueryString({ originalUrl }: Target): string {
  const mark = originalUrl.indexOf('?');
  return mark < 0 ? '' : originalUrl.slice(mark + 1);
}

/** The path as received, without query. */
function toPath({ originalUrl }: Target): string {
  return originalUrl.split('?', 1)[0]!;
}

/** A percent-decoded path segment. */
function getParentId({ params }: Pick<Request, 'params'>, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw new TypeError(`the route has no parameter ${name}`);
  return value;
}

/** Possible errors of a request's query and path ids. */
const ADDRESS_ERRORS = ['invalid_query_string', 'invalid_parameter'] as const;

/** Possible errors of a request body. */
export const BODY_ERRORS = [
  'invalid_parameter',
  'invalid_json',
  'record_invalid',
  'payload_too_large',
  'too_much_in_progress',
  'too_many_heavy_requests',
  'unsupported_media_type',
] as const;

/** A request with parent ids, validated by `ContractPipe`. */
export interface RecordRequest<P extends string = never> {
  readonly caller: CallerIdentity;
  /** Canonical path ids. */
  readonly parents: Readonly<Record<P, string>>;
  /** Path ids as given, for the texts of errors. */
  readonly givenParents: Readonly<Record<P, string>>;
  /** Base path and path as requested, without query. */
  readonly path: string;
}

/** A list request with its query. */
export type ListRequest<P extends string = never, Q extends object = ListQuery> = Q &
  RecordRequest<P> & {
    /** Parameters that only some lists have, as given, for links. */
    readonly others?: Readonly<Record<string, string>>;
  };

/** A request with a body. */
export interface WriteRequest<B, P extends string = never> extends RecordRequest<P> {
  readonly body: B;
}

/** The id of a parent in the path. */
export interface PathParent {
  /** Name in errors. */
  readonly name: string;
  /** Route parameter, if its name differs. */
  readonly parameter?: string;
  /** Checked before the body instead of after it. */
  readonly isFirst?: true;
  /** Returns the canonical id, or undefined if it is invalid; by default for a UUID. */
  readonly read?: (given: string) => string | undefined;
}

/** Inputs of an operation; an unexpected body is ignored. */
interface Accepted {
  readonly query?: Type<object>;
  readonly body?: Type<object> | 'none';
  readonly parents: readonly (string | PathParent)[];
}

type Given = Pick<Request & AuthenticatedRequest, 'originalUrl' | 'params' | 'body' | 'caller'>;

/** Parameters that links repeat by other rules, or never (rule compliance-4). */
const OF_ALL_LISTS = new Set(['filter', 'format', 'ids_only', 'limit', 'offset', 'sort_by', 'tags']);

/** Unvalidated request input. */
export class UnvalidatedRequest {
  readonly path: string;
  readonly caller: CallerIdentity | undefined;
  readonly query: Type<object> | undefined;
  readonly body: Type<object> | undefined;
  readonly parameters: ReadonlyMap<string, readonly QueryEntry[]>;
  readonly values: Fields;
  readonly givenParents: Readonly<Record<string, string>>;
  private readonly parents: readonly PathParent[];

  /** @throws ListQueryError 400 for a malformed percent escape; ParameterError when the body is an array or a scalar */
  constructor(request: Given, { query, body, parents }: Accepted) {
    this.path = toPath(request);
    this.caller = request.caller;
    this.query = query;
    this.body = body === 'none' ? undefined : body;
    const parameters = new Map<string, QueryEntry[]>();
    for (const entry of decodeQuery(getQueryString(request))) {
      parameters.set(entry.name, [...(parameters.get(entry.name) ?? []), entry]);
    }
    this.parameters = parameters;
    this.values = body ? getMembers(request.body) : {};
    this.parents = parents.map((parent) => (typeof parent === 'string' ? { name: parent } : parent));
    this.givenParents = Object.fromEntries(
      this.parents.map(({ name, parameter }) => [name, getParentId(request, parameter ?? name)]),
    );
  }

  /** The parameters that only some lists have, as given; of a repeated one, the last counts. */
  get others(): Record<string, string> {
    const given = [...this.parameters].filter(([name]) => !OF_ALL_LISTS.has(name));
    return Object.fromEntries(given.map(([name, entries]) => [name, entries.at(-1)?.value ?? '']));
  }

  /**
   * Canonical ids, of the parents that are checked first or of the others.
   * @throws ParameterError 422 `policy_id is not permitted`
   */
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

/** No body, `null` and `{}` are equal (rules compliance-1, compliance-9). */
function getMembers(body: unknown): Fields {
  const given = body ?? {};
  if (!isFields(given)) throw new ParameterError('request body must be an object');
  return given;
}

/** Declares the parameter and its possible errors. */
const given =
  (accepted: Accepted): ParameterDecorator =>
  (target, method, index) => {
    const take = (_data: unknown, context: ExecutionContext): UnvalidatedRequest => {
      const request = context.switchToHttp().getRequest<Request & AuthenticatedRequest>();
      if (!request.caller) throw new Error('a checked request on a route without authentication');
      return new UnvalidatedRequest(request, accepted);
    };
    createParamDecorator(take)()(target, method, index);
    ApiErrors(...ADDRESS_ERRORS)(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
  };

/** Usage: `@QueryParameters(ListQuery, 'system_id') request: ListRequest<'system_id'>`. */
export const QueryParameters = (query: Type<object>, ...parents: string[]): ParameterDecorator =>
  given({ query, parents });

/**
 * For an operation on a single record, without query parameters except `format`: `@ParentIds('policy_id') request:
 * RecordRequest<'policy_id'>` (rules compliance-3, compliance-6).
 */
export const ParentIds = (...parents: string[]): ParameterDecorator => given({ parents });

/**
 * Reads and documents a body with its errors: `@JsonBody(TailoringBody, 'policy_id') request:
 * WriteRequest<TailoringBody, 'policy_id'>`.
 */
export const JsonBody = (body: Type<object>, ...parents: (string | PathParent)[]): ParameterDecorator =>
  documentedBody({ type: body }, { body, parents });

/** The same, with an example of the whole body, because those of its fields do not go together. */
export const JsonBodyLike = (body: Type<object>, example: object): ParameterDecorator =>
  documentedBody({ type: body, examples: { default: { value: example } } }, { body, parents: [] });

const documentedBody =
  (options: ApiBodyOptions, accepted: Accepted): ParameterDecorator =>
  (target, method, index) => {
    const descriptor = Object.getOwnPropertyDescriptor(target, method!)!;
    ApiBody(options)(target, method!, descriptor);
    ApiErrors(...BODY_ERRORS)(target, method!, descriptor);
    given(accepted)(target, method, index);
  };

/** For an operation without a body; any content is refused. */
export const NoBody = (...parents: (string | PathParent)[]): ParameterDecorator => given({ body: 'none', parents });

@Injectable()
class SingleRecordGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const parameters = decodeQuery(getQueryString(context.switchToHttp().getRequest<Request>()));
    refuseUnknown(parameters.map(({ name }) => name));
    return true;
  }
}

/** For an operation on a single record: refuses query parameters except `format` (rule compliance-3). */
export const noParameters: Part = applyDecorators(UseGuards(SingleRecordGuard), ApiErrors(...ADDRESS_ERRORS));

/** Injects the id of the record in the path: `@RecordId('policy_id') id: string`. */
export const RecordId =
  (name: string): ParameterDecorator =>
  (target, method, index) => {
    noParameters(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
    Param(name)(target, method, index);
  };
