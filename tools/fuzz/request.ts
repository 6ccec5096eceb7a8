import { CANARY, FILTERS, HOSTILE_TEXTS, MEDIA_TYPES, STRANGE_BODIES } from './corpus';
import type { FuzzOperation } from './operations';
import type { Random } from './random';
import type { Values } from './values';

/** One generated request, as it goes over the wire. */
export interface GeneratedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface Surroundings {
  random: Random;
  values: Values;
  /** Header value of a login that may do everything. */
  login: string;
  /** Ids that fit a parameter of the path, without braces. */
  idsFor: (parameter: string) => readonly string[];
}

const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const LANGUAGES = ['de', 'de-DE,en;q=0.5', '*', 'xx;q=9', 'a'.repeat(300), '../../x'];
/** Ids that are drawn from a sequence start at 10001, and those of the sample inventory are the first. */
const NUMBERED = Array.from({ length: 12 }, (_none, n) => String(10_001 + n));
const HUGE_BYTES = 1_100_000;

/** Makes a request out of an operation: mostly almost right, so that it gets past the first check. */
export function generate(operation: FuzzOperation, surroundings: Surroundings): GeneratedRequest {
  const { random } = surroundings;
  const method = random.chance(0.96) ? operation.method : random.pick(OTHER_METHODS);
  const request: GeneratedRequest = {
    method,
    path: pathOf(operation, surroundings) + queryOf(operation, surroundings),
    headers: headersOf(surroundings),
  };
  if (operation.body || random.chance(0.05)) addBody(request, operation, surroundings);
  return request;
}

function pathOf({ path, parameters }: FuzzOperation, { random, values, idsFor }: Surroundings): string {
  const filled = path.replace(/\{[^}]+\}/g, (name) => {
    const declared = parameters.find((one) => one.in === 'path' && one.name === name.slice(1, -1));
    const isNumber = declared !== undefined && values.resolve(declared.schema).type === 'integer';
    const ids = isNumber ? NUMBERED : idsFor(name.slice(1, -1));
    if (ids.length > 0 && random.chance(0.8)) return random.pick(ids);
    if (/type/.test(name) && random.chance(0.5))
      return random.pick(['not_found', 'custom_fuzz', 'CUSTOM', 'x'.repeat(70)]);
    const text = random.chance(0.02) ? 'a'.repeat(12_000) : values.hostileText();
    return encode(text, random).slice(0, 12_000);
  });
  if (random.chance(0.97)) return filled;
  return random.pick([
    `${filled}/`,
    filled.replaceAll('/', '//'),
    filled.toUpperCase(),
    `${filled}/%zz`,
    `${filled}%00`,
    `${filled};a=b`,
  ]);
}

/** Percent escapes, sometimes twice, sometimes of bytes that are no UTF-8. */
function encode(text: string, random: Random): string {
  const bytes = Buffer.from(text, random.chance(0.05) ? 'latin1' : 'utf8');
  const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const once = random.chance(0.3)
    ? escaped
    : escaped.replace(/%(2[d]|5f|3[0-9]|[46][1-9a-f]|[57][0-9a])/g, (hex) => decodeURIComponent(hex));
  return random.chance(0.05) ? once.replaceAll('%', '%25') : once;
}

function queryOf({ parameters }: FuzzOperation, { random, values }: Surroundings): string {
  const parts: string[] = [];
  for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
    if (!random.chance(0.4)) continue;
    const value = random.chance(0.5) ? values.fitting(schema) : textOf(values, name, random);
    const texts = (Array.isArray(value) ? value : [value]).map((one) => encode(plain(one).slice(0, 6_000), random));
    const key = random.chance(0.92)
      ? name
      : random.pick([`${name}[]`, `${name}[a]`, `${name}[__proto__]`, name.toUpperCase(), `${name}.a`]);
    for (const text of texts) parts.push(`${key}=${text}`);
    if (random.chance(0.08)) parts.push(`${name}=${texts[0] ?? ''}`);
  }
  if (random.chance(0.1)) parts.push(`${encode(values.hostileText().slice(0, 200), random)}=${random.below(9)}`);
  if (random.chance(0.03))
    parts.push(
      random.pick(['%zz=1', '=', '&&&', 'a=%', '?', Array.from({ length: 1_500 }, (_none, n) => `p${n}=1`).join('&')]),
    );
  return parts.length === 0 ? '' : `?${parts.join('&').slice(0, 14_000)}`;
}

function textOf(values: Values, name: string, random: Random): unknown {
  return name === 'filter' && random.chance(0.7) ? random.pick(FILTERS) : values.hostile();
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

function headersOf({ random, values, login }: Surroundings): Record<string, string> {
  const headers: Record<string, string> = { authorization: authorizationOf(random, login) };
  const hostile = (): string => sendable(values.hostileText());
  if (headers['authorization'] === '') delete headers['authorization'];
  headers['accept'] = random.chance(0.7) ? 'application/json' : sendable(random.pick(MEDIA_TYPES));
  if (random.chance(0.1)) headers['x-request-id'] = hostile();
  if (random.chance(0.05)) headers['traceparent'] = hostile();
  if (random.chance(0.1)) headers['accept-language'] = random.pick(LANGUAGES);
  if (random.chance(0.1)) headers['if-none-match'] = random.pick(['*', '"x"', 'W/"x"', hostile()]);
  if (random.chance(0.1)) headers['if-match'] = random.pick(['*', '"x"', 'W/"x"', hostile()]);
  if (random.chance(0.05)) headers['accept-encoding'] = random.pick(['gzip', 'br;q=0', '*', 'identity;q=0', hostile()]);
  if (random.chance(0.03)) headers['range'] = 'bytes=0-0,5-,-1';
  if (random.chance(0.03)) headers['x-vendor-identity'] = random.pick(['e30=', CANARY, '{"identity":{}}', 'a.b.c']);
  if (random.chance(0.03)) headers['x-http-method-override'] = 'DELETE';
  if (random.chance(0.03)) headers['cookie'] = `session=${CANARY}`;
  if (random.chance(0.02)) headers['x-long'] = 'a'.repeat(7_000);
  return headers;
}

/** What a header may hold on the wire; the rest no client can send. */
function sendable(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000);
}

function authorizationOf(random: Random, login: string): string {
  if (random.chance(0.94)) return login;
  const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  return random.pick([
    '',
    encoded(`admin:${CANARY}`),
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

function addBody(request: GeneratedRequest, { body }: FuzzOperation, { random, values }: Surroundings): void {
  const mediaType = body?.mediaType ?? 'application/json';
  request.headers['content-type'] = random.chance(0.9) ? mediaType : sendable(random.pick(MEDIA_TYPES));
  if (random.chance(0.03)) delete request.headers['content-type'];
  if (random.chance(0.04))
    request.headers['content-encoding'] = random.pick(['gzip', 'deflate', 'br', 'x', 'gzip, gzip']);
  if (random.chance(0.01)) request.body = Buffer.from(`{"a":"${'a'.repeat(HUGE_BYTES)}"}`);
  else if (random.chance(0.2) || !/json/.test(mediaType)) request.body = random.pick(STRANGE_BODIES);
  else request.body = Buffer.from(JSON.stringify(mutated(values.fitting(body?.schema ?? {}), values, random)) ?? '');
}

/** A value that fits, with some of it replaced, removed or added. */
function mutated(value: unknown, values: Values, random: Random, depth = 0): unknown {
  if (random.chance(0.12)) return values.hostile();
  if (typeof value !== 'object' || value === null || depth > 6) return value;
  if (Array.isArray(value)) return value.map((item) => mutated(item, values, random, depth + 1));
  const entries = Object.entries(value)
    .filter(() => !random.chance(0.08))
    .map(([name, item]) => [name, mutated(item, values, random, depth + 1)] as const);
  const extra = random.chance(0.1) ? [[random.pick(HOSTILE_TEXTS), values.hostile()] as const] : [];
  return Object.fromEntries([...entries, ...extra]);
}
