import { DENSE_FIRST_WRITES, DENSE_OTLP, DENSE_SECOND_WRITES } from '@wardstone/testing';
import { compressSync } from 'snappy';
import type { KnownIds } from '../requests/known-ids';
import type { Operation, Parameter } from '../requests/operations';
import type { RequestSent } from '../requests/sender';
import { denseDocuments } from './dense-documents';
import type { Values } from './values';

const FORM = 'application/x-www-form-urlencoded';
const DAY_MS = 86_400_000;
/** Longer URLs are refused. */
const MAX_QUERY_CHARACTERS = 7_000;
const MAX_REPEATED = 1_000;
/** Value of numeric parameters without a maximum, such as page sizes. */
const LARGE_NUMBER = 1_000;
const FEW_IDS = 2;

/** Queries that read or create as much as permitted. */
const QUERIES = [
  '{__name__=~".+"}',
  'vector(time()/3)',
  'quantile_over_time(0.5, vector(1)[249990s:1s])',
  'count by (instance) (rate({job="dense"}[7d]))',
];

/** A request for a large response, with a description. */
export interface LargeRequest extends RequestSent {
  readonly what: string;
}

/** Requests that make an operation as expensive as possible, in each documented representation. */
export function* largeRequests(operation: Operation, known: KnownIds, values: Values): Generator<LargeRequest> {
  const types = operation.produces.length > 0 ? operation.produces : ['*/*'];
  for (const { path, what } of toAddresses(operation, known)) {
    const sent = toBody(operation, values);
    for (const accept of types) {
      const headers = { accept, ...(sent && { 'content-type': sent.type }) };
      yield { method: operation.method, path, headers, what: `${what}, ${accept}`, ...(sent && { body: sent.body }) };
    }
  }
  yield* denseBodies(operation);
  yield* generateDocumentRequests(operation, known);
}

/** Dense documents, sent to existing records. */
export function* generateDocumentRequests(operation: Operation, known: KnownIds): Generator<LargeRequest> {
  const { method } = operation;
  const path = filledPath(operation.path, known);
  for (const { type, what, make } of denseDocuments(operation)) {
    const { body, headers } = make();
    yield { method, path, what: `${what}, ${type}`, headers: { ...headers, 'content-type': type }, body };
  }
}

function toBody({ bodies, path }: Operation, values: Values): { type: string; body: string } | undefined {
  if (bodies.some(({ type }) => type === FORM) && /query/.test(path)) {
    const now = Date.now() / 1000;
    const fields = { query: QUERIES[0]!, start: String(now - 604_000), end: String(now), step: '60' };
    return { type: FORM, body: new URLSearchParams(fields).toString() };
  }
  const json = bodies.find(({ type }) => /json$/.test(type));
  return json && { type: json.type, body: JSON.stringify(values.fitting(json.schema)) ?? '{}' };
}

interface Address {
  readonly path: string;
  readonly what: string;
}

type Pair = readonly [name: string, value: string];

function* toAddresses({ path, ...operation }: Operation, known: KnownIds): Generator<Address> {
  const query = operation.query.filter(({ name }) => name !== 'jsonp');
  const toPairs = (some: readonly Parameter[], valueOf: (one: Parameter) => string | undefined): Pair[] =>
    some.flatMap((one): Pair[] => {
      const value = valueOf(one);
      return value === undefined ? [] : [[one.name, value]];
    });
  for (let at = 0; at < FEW_IDS; at++) {
    const filled = filledPath(path, known, at);
    if (at > 0 && filled === filledPath(path, known, at - 1)) return;
    const address = (what: string, pairs: readonly Pair[]): Address[] =>
      pairs.length === 0 ? [] : [{ path: `${filled}?${toQuery(pairs)}`, what }];
    yield { path: filled, what: 'plain' };
    yield* address(
      'ids',
      toPairs(query, ({ name }) => known.named(name)?.[0]),
    );
    for (const promql of query.some(({ name }) => name === 'query') ? QUERIES : ['']) {
      yield* address(
        `largest of each ${promql}`,
        toPairs(query, (one) => (one.name === 'query' ? promql : findLargest(one, known))),
      );
    }
    for (const list of query.filter((one) => isList(one, known))) {
      const others = toPairs(
        query.filter((one) => one !== list),
        (one) => findLargest(one, known),
      );
      for (const [how, all] of getRepetitions(list, known)) {
        yield* address(`${list.name} ${how}`, [...others, ...all.map((value): Pair => [list.name, value])]);
      }
    }
  }
}

/** A path with ids of existing records. */
export function filledPath(path: string, known: KnownIds, at = 0): string {
  return path.replace(/\{[^}]+\}/g, (name) => {
    const ids = known.inPath(path, name.slice(1, -1));
    return encodeURIComponent(ids[Math.min(at, ids.length - 1)] ?? '1');
  });
}

const toQuery = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();

/** The value that requests most; undefined if any value would reduce the response. */
function findLargest({ name, schema }: Parameter, known: KnownIds): string | undefined {
  if (/^(start|startTime|from|since)$/.test(name)) return toTime(name, Date.now() - 6.99 * DAY_MS);
  if (/^(end|endTime|to|until)$/.test(name)) return toTime(name, Date.now());
  if (name === 'step') return '60';
  if (name === 'match[]') return QUERIES[0];
  if (name === 'dataPoints') return String(schema.maximum);
  if (/^(wait|page|offset|validate)$/.test(name)) return undefined;
  if (schema.type === 'boolean') return NARROWING.test(name) ? undefined : 'true';
  if (schema.type !== 'integer' && schema.type !== 'number') return undefined;
  return known.named(name)?.[0] ?? String(schema.maximum ?? LARGE_NUMBER);
}

/** Flags that make a response smaller, or have an effect. */
const NARROWING = /^(hideEmpty|check|reload|scan|silent|physical|enabledOnly|slim|ids_only)$/;

/** In milliseconds if the parameter is named `…Time`, otherwise in seconds. */
function toTime(name: string, ms: number): string {
  return String(/Time$|since/.test(name) ? Math.round(ms) : Math.round(ms / 1000));
}

function isList({ name, schema }: Parameter, known: KnownIds): boolean {
  if (schema.type === 'array' || /^(match\[\]|sid|ids|resourceIds)$/.test(name)) return true;
  return schema.type === 'integer' && known.named(name) !== undefined;
}

/** One value repeatedly, and as many different ones as exist. */
function getRepetitions({ name, schema }: Parameter, known: KnownIds): [string, readonly string[]][] {
  const ids = known.named(name) ?? schema.items?.enum?.map(String) ?? (name === 'match[]' ? QUERIES : ['1']);
  const [first = '1'] = ids;
  const room = Math.floor(MAX_QUERY_CHARACTERS / (name.length + encodeURIComponent(first).length + 2));
  return [
    ['of one value', Array.from({ length: Math.min(MAX_REPEATED, room) }, () => first)],
    ['of all values', ids.slice(0, room)],
  ];
}

const PROTOBUF = 'application/x-protobuf';
const V2 = `${PROTOBUF};proto=io.prometheus.write.v2.Request`;

function* denseBodies({ method, path }: Operation): Generator<LargeRequest> {
  const isPacked = path.endsWith('/api/v1/write');
  const all =
    method === 'POST' && isPacked
      ? [...toBodies(PROTOBUF, DENSE_FIRST_WRITES), ...toBodies(V2, DENSE_SECOND_WRITES)]
      : method === 'POST' && path.endsWith('/otlp/v1/metrics')
        ? toBodies(PROTOBUF, DENSE_OTLP)
        : [];
  for (const { type, what, make } of all) {
    const headers = { 'content-type': type, ...(isPacked && { 'content-encoding': 'snappy' }) };
    yield { method, path, what: `${what}, ${type}`, headers, body: isPacked ? compressSync(make()) : make() };
  }
}

interface DenseBody {
  readonly type: string;
  readonly what: string;
  readonly make: () => Buffer;
}

function toBodies(type: string, made: Readonly<Record<string, () => Buffer>>): DenseBody[] {
  return Object.entries(made).map(([what, make]) => ({ type, what, make }));
}
