import { CANARY, FILTERS, HOSTILE_TEXTS, MEDIA_TYPES, STRANGE_BODIES } from './corpus';
import type { KnownIds } from '../requests/known-ids';
import type { Operation } from '../requests/operations';
import type { Random } from './random';
import { makeUpload } from './valid-uploads';
import type { ValueSchema } from '../requests/schema';
import type { Values } from './values';

/** A generated request as sent. */
export interface GeneratedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface Surroundings {
  random: Random;
  values: Values;
  /** Header value of an unrestricted login. */
  login: () => string;
  known: KnownIds;
}

/** How much of a request is invalid: occasionally all of it, usually one part. */
type Boldness = 0.15 | 1;

const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const LANGUAGES = ['de', 'de-DE,en;q=0.5', '*', 'xx;q=9', 'a'.repeat(300), '../../x'];
const HUGE_BYTES = 1_100_000;

/** Generates a request for an operation, usually almost valid, so that it passes the first check. */
export function generate(operation: Operation, surroundings: Surroundings): GeneratedRequest {
  const { random } = surroundings;
  const bold = random.chance(0.4) ? 1 : 0.15;
  const method = random.chance(0.04 * bold) ? random.pick(OTHER_METHODS) : operation.method;
  const request: GeneratedRequest = {
    method,
    path: toPath(operation, surroundings, bold) + toQuery(operation, surroundings, bold),
    headers: toHeaders(surroundings, bold),
  };
  if (operation.bodies.length > 0 || random.chance(0.05)) addBody(request, operation, { ...surroundings, bold });
  return request;
}

function toPath({ path }: Operation, { random, values, known }: Surroundings, bold: Boldness): string {
  const filled = path.replace(/\{[^}]+\}/g, (name) => {
    const ids = known.inPath(path, name.slice(1, -1));
    // The id may exist for another kind.
    if (ids.length > 0 && !random.chance(0.2 * bold)) {
      const isWrongKind = random.chance(0.1 * bold);
      return encodeURIComponent(random.pick(isWrongKind ? known.all : ids));
    }
    if (/type/.test(name) && random.chance(0.5)) return random.pick(['not_found', 'custom', 'CUSTOM', 'x'.repeat(70)]);
    const text = random.chance(0.02) ? 'a'.repeat(12_000) : values.hostileText();
    return encode(text, random).slice(0, 12_000);
  });
  if (!random.chance(0.03 * bold)) return filled;
  return random.pick([
    `${filled}/`,
    filled.replaceAll('/', '//'),
    filled.toUpperCase(),
    `${filled}/%zz`,
    `${filled}%00`,
    `${filled};a=b`,
  ]);
}

/** Percent-encoded, sometimes twice, sometimes with invalid UTF-8. */
function encode(text: string, random: Random): string {
  const bytes = Buffer.from(text, random.chance(0.05) ? 'latin1' : 'utf8');
  const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const once = random.chance(0.3)
    ? escaped
    : escaped.replace(/%(2[d]|5f|3[0-9]|[46][1-9a-f]|[57][0-9a])/g, (hex) => decodeURIComponent(hex));
  return random.chance(0.05) ? once.replaceAll('%', '%25') : once;
}

function toQuery({ query }: Operation, { random, values }: Surroundings, bold: Boldness): string {
  const parts: string[] = [];
  // Some operations need several or all of them.
  const share = random.chance(0.3) ? 1 : 0.4;
  for (const { name, schema } of query) {
    // Rare, because JSONP is disabled and requests for it are refused.
    if (!random.chance(name === 'jsonp' ? 0.05 : share)) continue;
    const isHostile = random.chance(0.5 * bold);
    const value = isHostile ? toText(values, name, random) : values.fitting(schema, name);
    const texts = (Array.isArray(value) ? value : [value]).map((one) => encode(plain(one).slice(0, 6_000), random));
    const key = random.chance(0.08 * bold)
      ? random.pick([`${name}[]`, `${name}[a]`, `${name}[__proto__]`, name.toUpperCase(), `${name}.a`])
      : name;
    for (const text of texts) parts.push(`${key}=${text}`);
    if (random.chance(0.08 * bold)) parts.push(`${name}=${texts[0] ?? ''}`);
  }
  if (random.chance(0.1 * bold)) parts.push(`${encode(values.hostileText().slice(0, 200), random)}=${random.below(9)}`);
  if (random.chance(0.03 * bold))
    parts.push(
      random.pick(['%zz=1', '=', '&&&', 'a=%', '?', Array.from({ length: 1_500 }, (_none, n) => `p${n}=1`).join('&')]),
    );
  return parts.length === 0 ? '' : `?${parts.join('&').slice(0, 14_000)}`;
}

function toText(values: Values, name: string, random: Random): unknown {
  return name === 'filter' && random.chance(0.7) ? random.pick(FILTERS) : values.hostile();
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

function toHeaders({ random, values, login }: Surroundings, bold: Boldness): Record<string, string> {
  const headers: Record<string, string> = { authorization: toAuthorization(random, login(), bold) };
  const hostile = (): string => sendable(values.hostileText());
  if (headers['authorization'] === '') delete headers['authorization'];
  headers['accept'] = random.chance(0.3 * bold) ? sendable(random.pick(MEDIA_TYPES)) : '*/*';
  if (random.chance(0.1 * bold)) headers['x-request-id'] = hostile();
  if (random.chance(0.05 * bold)) headers['traceparent'] = hostile();
  if (random.chance(0.1 * bold)) headers['accept-language'] = random.pick(LANGUAGES);
  if (random.chance(0.1 * bold)) headers['if-none-match'] = random.pick(['*', '"x"', 'W/"x"', hostile()]);
  if (random.chance(0.1 * bold)) headers['if-match'] = random.pick(['*', '"x"', 'W/"x"', hostile()]);
  if (random.chance(0.05 * bold))
    headers['accept-encoding'] = random.pick(['gzip', 'br;q=0', '*', 'identity;q=0', hostile()]);
  if (random.chance(0.03 * bold)) headers['range'] = 'bytes=0-0,5-,-1';
  if (random.chance(0.03 * bold))
    headers['x-vendor-identity'] = random.pick(['e30=', CANARY, '{"identity":{}}', 'a.b.c']);
  if (random.chance(0.03 * bold)) headers['x-http-method-override'] = 'DELETE';
  if (random.chance(0.03 * bold)) headers['cookie'] = `session=${CANARY}`;
  if (random.chance(0.02 * bold)) headers['x-long'] = 'a'.repeat(7_000);
  return headers;
}

/** Removes characters that no client can send in a header. */
function sendable(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000);
}

function toAuthorization(random: Random, login: string, bold: Boldness): string {
  if (!random.chance(0.06 * bold)) return login;
  const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  return random.pick([
    '',
    encoded(`eve:${CANARY}`),
    encoded(`nobody\u0000:${CANARY}`),
    encoded('no-colon'),
    encoded(`${'a'.repeat(2_000)}:${CANARY}`),
    'Basic %%%',
    'Basic',
    `Bearer ${CANARY}`,
    `Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.`,
    'Bearer a.b.c',
    `Digest username="admin", response="${CANARY}"`,
    `Negotiate ${CANARY}`,
  ]);
}

function addBody(
  request: GeneratedRequest,
  operation: Operation,
  surroundings: Surroundings & { bold: Boldness },
): void {
  const { random, known, bold } = surroundings;
  const upload = makeUpload(operation, { random, known }, random.chance(0.5 * bold));
  if (upload === undefined || random.chance(0.4 * bold)) return addAnyBody(request, operation, surroundings);
  request.headers['content-type'] = upload.mediaType;
  if (upload.authorization) request.headers['authorization'] = upload.authorization;
  if (upload.encoding) request.headers['content-encoding'] = upload.encoding;
  request.body = upload.body;
}

function addAnyBody(
  request: GeneratedRequest,
  { bodies: [body] }: Operation,
  { random, values, bold }: Surroundings & { bold: Boldness },
): void {
  const mediaType = body?.type ?? 'application/json';
  request.headers['content-type'] = random.chance(0.1 * bold) ? sendable(random.pick(MEDIA_TYPES)) : mediaType;
  if (random.chance(0.03 * bold)) delete request.headers['content-type'];
  if (random.chance(0.04 * bold))
    request.headers['content-encoding'] = random.pick(['gzip', 'deflate', 'br', 'x', 'gzip, gzip']);
  if (random.chance(0.01 * bold)) request.body = Buffer.from(`{"a":"${'a'.repeat(HUGE_BYTES)}"}`);
  else if (random.chance(0.2 * bold)) request.body = random.pick(STRANGE_BODIES);
  else if (/form-urlencoded/.test(mediaType)) request.body = toForm(values, body?.schema);
  else if (!/json/.test(mediaType)) request.body = random.pick(STRANGE_BODIES);
  else
    request.body = Buffer.from(
      JSON.stringify(mutated(values.fitting(body?.schema ?? {}), values, { random, bold })) ?? '',
    );
}

/** The properties of the schema as a form; empty without properties. */
function toForm(values: Values, schema: ValueSchema = {}): Buffer {
  const fields = values.fitting(schema);
  const isObject = typeof fields === 'object' && fields !== null;
  const pairs = isObject ? Object.entries(fields).map(([name, value]): [string, string] => [name, plain(value)]) : [];
  return Buffer.from(new URLSearchParams(pairs).toString());
}

/** A valid value with some parts replaced, removed or added. */
function mutated(
  value: unknown,
  values: Values,
  { random, bold }: { random: Random; bold: Boldness },
  depth = 0,
): unknown {
  if (random.chance(0.12 * bold)) return values.hostile();
  if (typeof value !== 'object' || value === null || depth > 6) return value;
  if (Array.isArray(value)) return value.map((item) => mutated(item, values, { random, bold }, depth + 1));
  const entries = Object.entries(value)
    .filter(() => !random.chance(0.08 * bold))
    .map(([name, item]) => [name, mutated(item, values, { random, bold }, depth + 1)] as const);
  const extra = random.chance(0.1 * bold) ? [[random.pick(HOSTILE_TEXTS), values.hostile()] as const] : [];
  return Object.fromEntries([...entries, ...extra]);
}

/** The request in a form that can be sent again. */
export function formatExample({ method, path, headers, body }: GeneratedRequest, where: string): string {
  const shown = Object.entries(headers)
    .filter(([name, value]) => name !== 'authorization' && !(name === 'accept' && value === 'application/json'))
    .map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const sent = body ? ` ${JSON.stringify(body.subarray(0, 200).toString('utf8'))}` : '';
  return `${where} ${method} ${path.slice(0, 300)} {${shown.join(', ')}}${sent}`;
}
