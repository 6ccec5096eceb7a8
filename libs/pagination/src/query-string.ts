/**
 * An invalid query string. `message` is the whole text of the response; the service maps `status` to its own error
 * types: 400 undecodable, 422 a compliance parameter, 406 a monitoring parameter.
 */
export class ListQueryError extends Error {
  constructor(
    readonly status: 400 | 406 | 422,
    message: string,
  ) {
    super(message);
    this.name = 'ListQueryError';
  }
}

/** A `name=value` pair of a query string, in order of appearance. */
export interface QueryEntry {
  /** Without brackets: `sort_by` for `sort_by[]`. */
  readonly name: string;
  /** `k` is a scalar, `k[]` a list element, everything else in brackets (`k[x]`, `k[][x]`) a map entry. */
  readonly form: 'scalar' | 'element' | 'entry';
  /** Undefined without `=`. */
  readonly value: string | undefined;
  /** False if the bytes of the value are not UTF-8; `value` then contains U+FFFD in place of invalid ones. */
  readonly isUtf8: boolean;
}

const MALFORMED_ESCAPE = /%(?![0-9a-f]{2})/i;
const NEEDS_DECODING = /[%+\u0080-\uffff]/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes of a form-encoded text. Node.js passes raw bytes of a URL as characters up to U+00FF. */
function toBytes(encoded: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < encoded.length; at++) {
    const char = encoded.charAt(at);
    if (char === '%') {
      bytes.push(parseInt(encoded.slice(at + 1, at + 3), 16));
      at += 2;
    } else if (char === '+') {
      bytes.push(0x20);
    } else if (char > '\u00ff') {
      const codePoint = String.fromCodePoint(encoded.codePointAt(at)!);
      bytes.push(...new TextEncoder().encode(codePoint));
      at += codePoint.length - 1;
    } else {
      bytes.push(char.charCodeAt(0));
    }
  }
  return Uint8Array.from(bytes);
}

/** Decodes one form-encoded name or value. @throws ListQueryError 400 for a malformed percent escape. */
export function decodeFormText(encoded: string): { text: string; isUtf8: boolean } {
  if (!NEEDS_DECODING.test(encoded)) return { text: encoded, isUtf8: true };
  if (MALFORMED_ESCAPE.test(encoded)) throw new ListQueryError(400, 'Invalid query string');
  const bytes = toBytes(encoded);
  try {
    return { text: strictUtf8.decode(bytes), isUtf8: true };
  } catch {
    return { text: lenientUtf8.decode(bytes), isUtf8: false };
  }
}

function readName(text: string): Pick<QueryEntry, 'name' | 'form'> {
  const bracket = text.indexOf('[');
  // `[x]` has no name and `k[x` no end, so both are plain names.
  if (bracket <= 0 || !text.includes(']', bracket)) return { name: text, form: 'scalar' };
  return { name: text.slice(0, bracket), form: text.slice(bracket) === '[]' ? 'element' : 'entry' };
}

/**
 * Decodes a query string as `application/x-www-form-urlencoded` in UTF-8, with the brackets of rule compliance-3.
 * @param queryString as received, without the leading `?`
 * @throws ListQueryError 400 for a malformed percent escape anywhere.
 */
export function decodeQuery(queryString: string): QueryEntry[] {
  const entries: QueryEntry[] = [];
  for (const part of queryString.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decodeFormText(equals < 0 ? part : part.slice(0, equals)).text;
    const value = equals < 0 ? undefined : decodeFormText(part.slice(equals + 1));
    entries.push({ ...readName(name), value: value?.text, isUtf8: value?.isUtf8 ?? true });
  }
  return entries;
}

/**
 * Encodes a query value for compliance links (rule compliance-4): every byte outside `A-Z a-z 0-9 _ . - ~` as
 * upper-case `%XX`, a blank as `+`. `URLSearchParams` differs for `*` and `~`.
 */
export function encodeFormText(text: string): string {
  return encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
