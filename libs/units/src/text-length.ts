/** Measures a part of a text against a limit; sizes of parts add up. */
export type TextMeasure = (text: string) => number;

/**
 * UTF-16 code units, as in Java and JavaScript, for limits in unspecified "characters": never fewer than code points.
 */
export const inUtf16: TextMeasure = (text) => text.length;

/** Bytes in UTF-8. */
export const inBytes: TextMeasure = (text) => new TextEncoder().encode(text).length;

/** Bytes in UTF-8 as a JSON string without its quotes. */
export const inJsonBytes: TextMeasure = (text) => inBytes(JSON.stringify(text)) - 2;

/** In code points, as PostgreSQL and JSON Schema count. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || [...text].length > most);

const ELLIPSIS = '…';
/** Maximum length of one visible character, e.g. a family emoji; longer ones are an attack on the page. */
const MAX_CHARACTER_LENGTH = 64;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text within a limit, cut at a visible character and marked with an ellipsis. */
export function cutText(text: string, limit: number, measure: TextMeasure = inUtf16): string {
  if (measure(text) <= limit) return text;
  const end = longestPrefix(text, limit - measure(ELLIPSIS), measure);
  const character = CHARACTERS.segment(text).containing(end);
  const isEndless = character === undefined || character.segment.length > MAX_CHARACTER_LENGTH;
  return text.slice(0, isEndless ? end : character.index) + ELLIPSIS;
}

/** Length of the longest prefix within a limit, for a longer text; bisects and measures each part once. */
function longestPrefix(text: string, limit: number, measure: TextMeasure): number {
  let start = 0;
  let end = text.length;
  let room = limit;
  while (end - start > 1) {
    const middle = afterPair(text, (start + end) >> 1);
    if (middle === end) break;
    const size = measure(text.slice(start, middle));
    if (size > room) end = middle;
    else {
      start = middle;
      room -= size;
    }
  }
  return start;
}

/** The index, moved out of a surrogate pair if necessary. */
function afterPair(text: string, index: number): number {
  return text.codePointAt(index - 1)! > 0xffff ? index + 1 : index;
}
