const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
const [SPACE, LESS_THAN, SLASH, EQUALS, APOSTROPHE] = [0x20, 0x3c, 0x2f, 0x3d, 0x27];

interface Bounds {
  /** Maximum nesting of lists and objects. */
  readonly depth: number;
  /** Maximum number of lists, objects and their contents. */
  readonly values: number;
}

/** Number of values of a text, or the limit that it exceeds. */
type Measured =
  | { readonly values: number; readonly excess?: undefined }
  | { readonly excess: keyof Bounds; readonly values?: undefined };

/**
 * Counts the values and levels of a JSON text before it is parsed: a few compressed kilobytes may become millions of
 * objects, and validation recurses into every level. Linear; the text need not be valid JSON.
 */
export function measureJson(text: Uint8Array, { depth: deepest, values: most }: Bounds): Measured {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = endOfText(text, at);
    else if (byte === COMMA) {
      if (++values > most) return { excess: 'values' };
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > deepest) return { excess: 'depth' };
      at = skipBlanks(text, at + 1) - 1;
      const first = text[at + 1];
      if (first !== CLOSE_LIST && first !== CLOSE_OBJECT && ++values > most) return { excess: 'values' };
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return { values };
}

/** Counts XML elements and attributes, rather too many than too few; the XML parser itself limits the levels. */
export function measureXml(text: Uint8Array, { values: most }: Pick<Bounds, 'values'>): Measured {
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === LESS_THAN ? text[at + 1] === SLASH : byte !== EQUALS || !isQuote(text[skipBlanks(text, at + 1)]))
      continue;
    if (++values > most) return { excess: 'values' };
  }
  return { values };
}

const isQuote = (byte: number | undefined): boolean => byte === QUOTE || byte === APOSTROPHE;

function skipBlanks(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && text[at]! <= SPACE) at++;
  return at;
}

/** Position of the quote that ends the string begun at `start`, or the end of the text. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
