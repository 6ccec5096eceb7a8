const MAX_NAME_LENGTH = 100;

/** The account that Basic credentials claim, unverified, for logs; undefined when they name none. */
export function readClaimedAccount(authorization: string | undefined): string | undefined {
  const { scheme, ...rest } = parseAuthorization(authorization);
  if (scheme !== 'basic' || !('value' in rest)) return undefined;
  return parseBasic(String(rest.value))?.username.slice(0, MAX_NAME_LENGTH);
}

export interface Credentials {
  username: string;
  password: string;
}

/** Parsed Authorization header; `none` also for an empty one. */
export type Authorization =
  | { scheme: 'none' }
  | { scheme: 'basic' | 'bearer'; value: string }
  | { scheme: 'unknown'; name: string };

/** Created once, because creating one costs more than decoding a header. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Splits the header into scheme (any case) and value. */
export function parseAuthorization(header: string | undefined): Authorization {
  const text = (header ?? '').trim();
  if (text === '') return { scheme: 'none' };
  const [, name = '', value = ''] = /^(\S+)[ \t]*(.*)$/s.exec(text) ?? [];
  const scheme = name.toLowerCase();
  return scheme === 'basic' || scheme === 'bearer' ? { scheme, value } : { scheme: 'unknown', name };
}

/**
 * Decodes `user:password`: base64 with optional padding, UTF-8, split at the first colon. Undefined when it is not
 * that. Source: RFC 7617; rule http-1.
 */
export function parseBasic(value: string): Credentials | undefined {
  const text = decodeBase64Utf8(value);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Standard alphabet, optional padding, strict UTF-8; undefined otherwise. */
export function decodeBase64Utf8(value: string): string | undefined {
  const digits = value.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return undefined;
  try {
    return STRICT_UTF8.decode(Buffer.from(digits, 'base64'));
  } catch {
    return undefined;
  }
}
