import type { AccountName } from '../requests/records/gateway';
import type { Operation, Parameter } from '../requests/operations';
import { formVariants, jsonVariants, xmlVariants, type Variant } from './bodies';

/** Login of a request. */
export type Login = AccountName | 'admin' | 'broken token' | 'anonymous';

/** A request of an operation; omitted parts are those of a successful request. */
export interface Case {
  label: string;
  method?: string;
  /** Values of path parameters. */
  path?: Record<string, string>;
  /** Appended to the path. */
  suffix?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | null;
  as?: Login;
  isThroughGateway?: boolean;
}

/** Parts of a successful request. */
export interface Fitting {
  query: string;
  headers: Record<string, string>;
  /** A body for each media type of the operation. */
  bodies: readonly { type: string; value: unknown; others: string[] }[];
  /** Valid values of query parameters, if the document does not specify them. */
  values: Readonly<Record<string, readonly string[]>>;
}

const OTHERS: readonly Login[] = ['anonymous', 'broken token', 'viewer', 'agent', 'metrics', 'stranger'];
const SUFFIXES = ['.json', '.xml', '.html', '.csv', '.nonsense'];
const WRONG_IDS = ['0', 'wrong', '1.5', '99999999999999999999', '%00', '00000000-0000-4000-8000-000000000000'];
const WRONG_QUERY_VALUES = ['', 'wrong', '-1', '1.5', '0'];
/** A longer document is not a record; tests of its parser cover its content. */
const MAX_VARIED = 1_500;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Requests that change nothing: reads, and those that are refused early. */
export function readingCases(operation: Operation, fitting: Fitting): Case[] {
  const accepts = [
    ...operation.produces,
    '*/*',
    BROWSER,
    'application/json;q=0.5, application/xml',
    'image/png',
    'a,,b',
  ];
  return [
    { label: 'plain' },
    ...accepts.map((accept) => ({ label: `accept ${accept}`, headers: { accept } })),
    ...operation.produces.map((accept) => ({
      label: `gzip ${accept}`,
      headers: { accept, 'accept-encoding': 'gzip' },
    })),
    ...(operation.service === 'monitoring' ? SUFFIXES.map((suffix) => ({ label: `suffix ${suffix}`, suffix })) : []),
    { label: 'HEAD', method: 'HEAD' },
    { label: 'if-none-match of another', headers: { 'if-none-match': '"another"' } },
    { label: 'if-none-match any', headers: { 'if-none-match': '*' } },
    { label: 'if-modified-since', headers: { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    { label: 'language', headers: { 'accept-language': 'de, en;q=0.5' } },
    { label: 'trailing slash', suffix: '/' },
    { label: 'gateway', isThroughGateway: true },
    ...operation.produces.map((accept) => ({
      label: `gateway accept ${accept}`,
      headers: { accept },
      isThroughGateway: true,
    })),
    { label: 'gateway gzip', headers: { 'accept-encoding': 'gzip' }, isThroughGateway: true },
    { label: 'gateway HEAD', method: 'HEAD', isThroughGateway: true },
    ...queryCases(operation, fitting),
    ...refusals(operation),
  ];
}

/** Requests of a changing operation that are refused whatever the body is. */
export function refusals(operation: Operation): Case[] {
  const unknown = Object.fromEntries(operation.pathNames.map((name) => [name, '10999999']));
  const isForRecord = operation.pathNames.length > 0;
  return [
    ...OTHERS.map((as) => ({ label: `as ${as}`, as })),
    ...operation.produces.map((accept) => ({
      label: `as anonymous, ${accept}`,
      as: 'anonymous' as const,
      headers: { accept },
    })),
    { label: 'gateway as anonymous', as: 'anonymous' as const, isThroughGateway: true },
    { label: 'gateway as viewer', as: 'viewer' as const, isThroughGateway: true },
    ...operation.pathNames.flatMap((name) => WRONG_IDS.map((id) => ({ label: `${name} ${id}`, path: { [name]: id } }))),
    ...(isForRecord
      ? [
          ...operation.produces.map((accept) => ({ label: `unknown, ${accept}`, path: unknown, headers: { accept } })),
          { label: 'unknown, not acceptable', path: unknown, headers: { accept: 'image/png' } },
          { label: 'unknown, as viewer', path: unknown, as: 'viewer' as const },
          { label: 'unknown, unknown parameter', path: unknown, query: 'nonsense=1' },
          { label: 'unknown, wrong page', path: unknown, query: 'ps=wrong&limit=wrong' },
          { label: 'gateway unknown', path: unknown, isThroughGateway: true },
        ]
      : []),
    { label: 'not acceptable, as anonymous', as: 'anonymous' as const, headers: { accept: 'image/png' } },
    { label: 'OPTIONS', method: 'OPTIONS' },
    {
      label: 'OPTIONS of a browser',
      method: 'OPTIONS',
      headers: { origin: 'http://elsewhere.example', 'access-control-request-method': 'PUT' },
    },
  ];
}

/** Methods that the path does not support. */
export function wrongMethods(operation: Operation, all: readonly Operation[]): Case[] {
  const same = all.filter(({ service, path }) => service === operation.service && path === operation.path);
  if (same[0] !== operation) return [];
  const has = new Set(same.map(({ method }) => method));
  return METHODS.filter((method) => !has.has(method)).map((method) => ({
    label: `wrong method ${method}`,
    method,
    body: null,
  }));
}

/** Each parameter with valid and invalid values, and each adjacent pair with invalid ones. */
export function queryCases({ query }: Operation, { values }: Fitting): Case[] {
  const single = query.flatMap((parameter) => {
    const { name } = parameter;
    const fitting = values[name] ?? listFitting(parameter);
    return [...new Set([...fitting, ...(name === 'jsonp' ? [] : WRONG_QUERY_VALUES)])]
      .map((value) => ({ label: `${name}=${value}`, query: `${name}=${encodeURIComponent(value)}` }))
      .concat([
        {
          label: `${name} twice`,
          query: [fitting[0], fitting.at(-1)].map((one) => `${name}=${encodeURIComponent(one ?? '')}`).join('&'),
        },
        { label: `${name} in brackets`, query: `${name}[]=1` },
      ]);
  });
  const pairs = query.slice(1).map(({ name }, at) => {
    const before = query[at]!.name;
    return { label: `wrong ${before} and ${name}`, query: `${name}=wr,ong&${before}=wr,ong` };
  });
  const all = query.map(({ name }) => `${name}=wr,ong`).reverse();
  return [
    ...single,
    ...pairs,
    { label: 'every parameter wrong', query: all.join('&') },
    { label: 'unknown parameter', query: 'nonsense=1&other=2' },
    { label: 'broken query', query: '%zz=1&=&&a=%' },
  ];
}

function listFitting({ schema, example, name }: Parameter): string[] {
  if (schema.enum) return schema.enum.map(String);
  const given = [example, schema.example, schema.default].filter((value) => value !== undefined).map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'integer') return [...given, '2'];
  return given.length > 0 ? given : [name === 'jsonp' ? 'callback' : 'a'];
}

/** Bodies: a valid one in every media type, then each possible error. */
export function bodyCases(operation: Operation, fitting: Fitting): Case[] {
  const [first] = fitting.bodies;
  if (first === undefined) return [];
  const unknown = Object.fromEntries(operation.pathNames.map((name) => [name, '10999999']));
  const header = { 'content-type': first.type };
  const bad = '{"nonsense":';
  const wrong = first.type.includes('json') ? JSON.stringify(allWrong(first.value)) : bad;
  return [
    ...fitting.bodies.flatMap((body, at) => {
      const isRepeated = fitting.bodies.slice(0, at).some(({ type }) => toKind(type) === toKind(body.type));
      return [
        ...operation.produces.map((accept) => of(body.type, { label: `to ${accept}`, body: toBody(body) }, { accept })),
        of(body.type, { label: 'charset', body: toBody(body) }, { 'content-type': `${body.type}; charset=utf-8` }),
        of(body.type, { label: 'latin', body: toBody(body) }, { 'content-type': `${body.type}; charset=iso-8859-1` }),
        ...(isRepeated ? [] : variants(body).map((variant) => of(body.type, variant))),
      ];
    }),
    { label: 'no body', body: null, headers: header },
    { label: 'no body and no type', body: null },
    { label: 'no type', body: toBody(first) },
    { label: 'text', body: toBody(first), headers: { 'content-type': 'text/plain' } },
    { label: 'broken type', body: toBody(first), headers: { 'content-type': 'nonsense' } },
    { label: 'not gzip', body: toBody(first), headers: { ...header, 'content-encoding': 'gzip' } },
    { label: 'unknown encoding', body: toBody(first), headers: { ...header, 'content-encoding': 'nonsense' } },
    ...['viewer', 'anonymous', 'stranger'].map((as) => ({
      label: `broken, as ${as}`,
      body: bad,
      headers: header,
      as: as as Login,
    })),
    { label: 'wrong, as viewer', body: wrong, headers: header, as: 'viewer' },
    { label: 'broken, not acceptable', body: bad, headers: { ...header, accept: 'image/png' } },
    { label: 'wrong, not acceptable', body: wrong, headers: { ...header, accept: 'image/png' } },
    { label: 'wrong, to XML', body: wrong, headers: { ...header, accept: 'application/xml' } },
    { label: 'wrong, to HTML', body: wrong, headers: { ...header, accept: 'text/html' } },
    { label: 'wrong, unknown parameter', body: wrong, headers: header, query: 'nonsense=1' },
    { label: 'wrong, if-match of another', body: wrong, headers: { ...header, 'if-match': '"another"' } },
    { label: 'broken, if-match of another', body: bad, headers: { ...header, 'if-match': '"another"' } },
    { label: 'gateway broken', body: bad, headers: header, isThroughGateway: true },
    { label: 'gateway wrong', body: wrong, headers: header, isThroughGateway: true },
    ...(operation.pathNames.length > 0
      ? [
          { label: 'unknown, right body', path: unknown, body: toBody(first), headers: header },
          { label: 'unknown, broken body', path: unknown, body: bad, headers: header },
          { label: 'unknown, wrong body', path: unknown, body: wrong, headers: header },
          { label: 'unknown, text', path: unknown, body: 'text', headers: { 'content-type': 'text/plain' } },
          { label: 'wrong id, wrong body', path: { [operation.pathNames[0]!]: 'wrong' }, body: wrong, headers: header },
        ]
      : []),
    ...operation.query.map(({ name }) => ({
      label: `wrong, wrong ${name}`,
      body: wrong,
      headers: header,
      query: `${name}=wr,ong`,
    })),
  ];
}

const toKind = (type: string): string => /xml|json/.exec(type)?.[0] ?? type;

function of(type: string, { label, body }: Variant, headers: Record<string, string> = {}): Case {
  return { label: `${type} ${label}`, body, headers: { 'content-type': type, ...headers } };
}

function variants({ type, value, others }: Fitting['bodies'][number]): Variant[] {
  if (type.includes('json')) return jsonVariants(value, others);
  if (type.includes('urlencoded')) return formVariants(value as Record<string, unknown>);
  return typeof value === 'string' && type.includes('xml') && value.length < MAX_VARIED ? xmlVariants(value) : [];
}

export function toBody({ type, value }: { type: string; value: unknown }): string | Buffer {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (type.includes('urlencoded')) return new URLSearchParams(value as Record<string, string>).toString();
  return JSON.stringify(value);
}

function allWrong(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allWrong);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.keys(value).map((name) => [name, { no: [] }]));
}
