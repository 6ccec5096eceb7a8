import type { paths as Compliance } from './generated/compliance';
import type { paths as ErrorRegistry } from './generated/error-registry';
import type { paths as Gateway } from './generated/gateway';
import type { paths as Monitoring } from './generated/monitoring';

/** Every operation of the product. */
interface Paths extends Compliance, ErrorRegistry, Gateway, Monitoring {}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]: object } ? P : never;
}[keyof Paths];

type Operation<M extends Method, P> = P extends keyof Paths ? NonNullable<Paths[P][M & keyof Paths[P]]> : never;

type Value<Contents> = Contents extends { content: infer Content } ? Content[keyof Content] : undefined;

/** Result of an operation. */
export type Result<M extends Method, P> =
  Operation<M, P> extends { responses: infer Responses }
    ? Value<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
    : never;

/** Bodies that are sent unchanged: everything except JSON. */
export type Raw = string | Blob | Uint8Array | ReadableStream | URLSearchParams;

/** Body of an operation. */
export type Body<M extends Method, P> =
  Operation<M, P> extends { requestBody?: infer Contents } ? BodyOf<NonNullable<Contents>> : never;
type BodyOf<Contents> = Contents extends { content: { 'application/json': infer Json } }
  ? Json
  : Contents extends { content: object }
    ? Raw
    : never;

/** Parameter values may be any text, because addresses and forms are text. */
type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[] | Given<E>
  : T extends string
    ? string
    : T extends number | boolean
      ? T | string
      : T;

type ParametersOf<M extends Method, P> = Operation<M, P> extends { parameters: infer Parameters } ? Parameters : never;
type QueryOf<Parameters> = Parameters extends { query?: infer Q } ? NonNullable<Q> : never;

/** Query parameters of an operation. */
export type Query<M extends Method, P> = {
  readonly [K in keyof QueryOf<ParametersOf<M, P>>]: Given<QueryOf<ParametersOf<M, P>>[K]> | undefined | null;
};

type PathValues<M extends Method, P> =
  ParametersOf<M, P> extends { path: infer Values }
    ? { path: { readonly [K in keyof Values]: string | number } }
    : { path?: never };

type QueryValues<M extends Method, P> =
  ParametersOf<M, P> extends { query: object } ? { query: Query<M, P> } : { query?: Query<M, P> };

/** Sent values may be read-only and enumerations any text, as in parameters. */
type Sent<T> = T extends Raw
  ? T extends string
    ? string
    : T
  : T extends readonly (infer E)[]
    ? readonly Sent<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Sent<T[K]> }
      : T;

type BodyValue<M extends Method, P> = [Body<M, P>] extends [never]
  ? { body?: never }
  : Operation<M, P> extends { requestBody: object }
    ? { body: Sent<Body<M, P>> }
    : { body?: Sent<Body<M, P>> };

/** Arguments of an operation. */
export type Arguments<M extends Method, P> = PathValues<M, P> & QueryValues<M, P> & BodyValue<M, P>;

type PathTaking<Name extends string> = {
  [P in PathOf<'get'>]: Name & keyof QueryOf<ParametersOf<'get', P>> extends never ? never : P;
}[PathOf<'get'>];

/** Lists with numbered pages. */
export type NumberedPath = PathTaking<'page' | 'offset'>;
/** All paged lists. */
export type ListPath = NumberedPath | PathTaking<'before'>;

type Rows<T> = T extends readonly (infer R)[]
  ? R
  : T extends { data: readonly (infer R)[] } | { events: readonly (infer R)[] } | { tokens: readonly (infer R)[] }
    ? R
    : never;

/** The full record instead of the reduced one that `ids_only` returns. */
type Whole<R> = R extends unknown ? (keyof R extends 'id' ? never : R) : never;

/** An entry of a list. */
export type Row<P> = Whole<Rows<Result<'get', P>>>;

export interface Page<T> {
  rows: readonly T[];
  /** Total number of entries; absent where pages only link to the next one. */
  total?: number;
  /** Time of the server's clock, to the second. */
  readAt?: number;
  /** Names of parameters that the service ignored. */
  ignored?: readonly string[];
}

/** A page of a list with a total. */
export interface NumberedPage<T> extends Page<T> {
  total: number;
}
