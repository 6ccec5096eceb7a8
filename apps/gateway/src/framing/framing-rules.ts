/** Head of a request, for rules that ensure that all servers agree on its end and target. Pure. */

export interface RequestHead {
  /** `1.0` or `1.1`. */
  httpVersion: string;
  /** Alternating names and values as received. */
  rawHeaders: readonly string[];
}

/** Headers that may occur only once, because two servers might use different ones. */
const SINGLE = new Set(['host', 'content-length', 'transfer-encoding', 'authorization', 'content-type', 'expect']);

/** Headers that `Connection` may not name, because dropping them would change the meaning of the request. */
const NEVER_PER_HOP = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'authorization',
  'cookie',
  'expect',
  'if-match',
  'if-none-match',
  'range',
]);

const CONTENT_LENGTH = /^\d{1,15}$/;

/**
 * Why the head of a request is refused, as a sentence; undefined if it is unambiguous. The parser refuses most of this
 * as well, but it is configurable per process and its strictness has changed before. Source: RFC 9112 sections 3.2,
 * 6.1, 6.3 and 11.2; RFC 9110 section 7.6.1.
 */
export function framingProblem({ httpVersion, rawHeaders }: RequestHead): string | undefined {
  const seen: Partial<Record<string, string>> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const rule = getRule(rawHeaders[i]!);
    if (rule === null) continue;
    const { name, kind } = rule;
    const value = rawHeaders[i + 1]!;
    if (kind === 'ambiguous') return `The header name ${name} is ambiguous.`;
    if (kind === 'single') {
      if (seen[name] !== undefined) return `More than one ${name} header.`;
      seen[name] = value;
    } else {
      const named = getProtectedToken(value);
      if (named !== undefined) return `Connection may not name ${named}.`;
    }
  }
  return (
    lengthProblem(httpVersion, seen['content-length'], seen['transfer-encoding']) ?? hostProblem(httpVersion, seen.host)
  );
}

interface Rule {
  /** Lower case. */
  name: string;
  kind: 'connection' | 'single' | 'ambiguous';
}

const MAX_REMEMBERED_NAMES = 1_000;
const MAX_REMEMBERED_LENGTH = 64;
const remembered = new Map<string, Rule | null>();

/**
 * Cached, because clients send the same few names.
 * @param name name as received
 */
function getRule(name: string): Rule | null {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const rule = findRule(name.toLowerCase());
  if (name.length <= MAX_REMEMBERED_LENGTH && remembered.size < MAX_REMEMBERED_NAMES) remembered.set(name, rule);
  return rule;
}

function findRule(name: string): Rule | null {
  if (name === 'connection') return { name, kind: 'connection' };
  if (SINGLE.has(name)) return { name, kind: 'single' };
  return isLookAlike(name) ? { name, kind: 'ambiguous' } : null;
}

/** Nearly all connections have one of these values. */
const PLAIN_CONNECTION = new Set(['keep-alive', 'close', 'Keep-Alive', 'Close']);

function getProtectedToken(connection: string): string | undefined {
  if (PLAIN_CONNECTION.has(connection)) return undefined;
  return (
    connection
      .split(',')
      .map((token) => token.trim().toLowerCase())
      // Transfer-Encoding is a per-hop header anyway, so it is only named to have it dropped.
      .find((token) => NEVER_PER_HOP.has(token) || token === 'transfer-encoding')
  );
}

/** Servers that convert headers to environment variables treat `Content_Length` as `Content-Length`. */
function isLookAlike(name: string): boolean {
  if (!name.includes('_') && !name.includes('.')) return false;
  const meant = name.replace(/[_.]/g, '-');
  return SINGLE.has(meant) || meant === 'connection';
}

function lengthProblem(httpVersion: string, length?: string, encoding?: string): string | undefined {
  if (encoding !== undefined) {
    if (length !== undefined) return 'Content-Length and Transfer-Encoding are both present.';
    if (httpVersion === '1.0') return 'HTTP/1.0 does not support Transfer-Encoding.';
    if (encoding.toLowerCase() !== 'chunked') return 'Transfer-Encoding is something other than chunked.';
  }
  if (length !== undefined && !CONTENT_LENGTH.test(length)) return 'Content-Length is not a plain number.';
  return undefined;
}

function hostProblem(httpVersion: string, host?: string): string | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'The Host header is missing.';
  return /^[A-Za-z0-9.\-_~:[\]%]*$/.test(host) ? undefined : 'The Host header is not a host name.';
}
