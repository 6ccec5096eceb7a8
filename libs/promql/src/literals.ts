const UNITS: Readonly<Record<string, number>> = {
  y: 365 * 86_400_000,
  w: 7 * 86_400_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
};
const DURATION = /^(?=\d)(?:\d+y)?(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m(?!s))?(?:\d+s)?(?:\d+ms)?$/;

/** Milliseconds of a duration such as `1h30m`; undefined if invalid. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([a-z]+)/g)) sum += Number(count) * UNITS[unit!]!;
  return sum;
}

/** A number, or a duration in seconds; NaN for other texts. */
export function parseNumber(text: string): number {
  const [, sign, digits] = /^([+-]?)(.*)$/.exec(text.toLowerCase().replace(/[_\s]/g, ''))!;
  const duration = parseDuration(digits!);
  const size = digits === 'inf' ? Infinity : duration === undefined ? toSize(digits!) : duration / 1000;
  return sign === '-' ? -size : size;
}

/** As in Go, a leading zero means octal if the digits allow it. */
function toSize(digits: string): number {
  return /^0[0-7]+$/.test(digits) ? parseInt(digits, 8) : Number(digits);
}

export function isOutOfRange(text: string): boolean {
  return Math.abs(parseNumber(text)) === Infinity && !/inf/i.test(text);
}

const ESCAPE = /\\(?:[xuU]([0-9a-fA-F]{8}|[0-9a-fA-F]{4}|[0-9a-fA-F]{2})|([0-7]{3})|([^]))/g;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** Unquotes a text with Go's escapes; undefined if invalid. */
export function unquote(text: string): string | undefined {
  const quote = text[0]!;
  if (text.length < 2 || !text.endsWith(quote)) return undefined;
  const body = text.slice(1, -1);
  if (quote === '`') return body;
  let isBroken = false;
  const plain = body.replace(ESCAPE, (_escape, hex?: string, octal?: string, letter?: string) => {
    const code = hex === undefined ? octal && parseInt(octal, 8) : parseInt(hex, 16);
    const character =
      typeof code === 'number' ? (code > 0x10ffff ? undefined : String.fromCodePoint(code)) : SHORT_ESCAPES[letter!];
    isBroken ||= character === undefined;
    return character ?? '';
  });
  return isBroken ? undefined : plain;
}

/**
 * Replaces newer syntax with text of equal length that the grammar knows; names and numbers are read from the original
 * query.
 */
export function toGrammarText(query: string): string {
  return query
    .replace(/\b(?:step|range|min_of|max_of)(?=\s*\()/gi, (name) => name.toLowerCase())
    .replace(/(?<![\w.])0x[\da-f]+(?:_[\da-f]+)+/gi, (number) => '1'.repeat(number.length))
    .replace(/(?<![\w.])(\d+)\.(?=e[+-]?\d|[^\w.]|$)/gi, (_number, digits: string) => `${digits}0`);
}
