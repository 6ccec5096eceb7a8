/** What a part of a text counts in a limit; the parts of a text add up. */
export type TextMeasure = (text: string) => number;

/** As Java and JavaScript count. Where a limit of "characters" says nothing else: it is never less than code points. */
export const inUtf16: TextMeasure = (text) => text.length;

/** In UTF-8. */
export const inBytes: TextMeasure = (text) => new TextEncoder().encode(text).length;

/** In UTF-8, as a string of JSON without its quotes. */
export const inJsonBytes: TextMeasure = (text) => inBytes(JSON.stringify(text)) - 2;

/** In code points, as PostgreSQL and JSON Schema count. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || [...text].length > most);

const ELLIPSIS = '…';
/** Of one character as people see it, e.g. a family of emoji; more is no character but an attack on the page. */
const LONGEST_CHARACTER = 64;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text within a limit, of whole characters as people see them; an ellipsis says that it was cut. */
export function cutText(text: string, limit: number, measure: TextMeasure = inUtf16): string {
  if (measure(text) <= limit) return text;
  const end = longestPrefix(text, limit - measure(ELLIPSIS), measure);
  const character = CHARACTERS.segment(text).containing(end);
  const isEndless = character === undefined || character.segment.length > LONGEST_CHARACTER;
  return text.slice(0, isEndless ? end : character.index) + ELLIPSIS;
}

/** Where the longest prefix within a limit ends in a text that is beyond it: by bisection, which measures each part once. */
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

/** The index itself unless it is between the halves of a surrogate pair. */
function afterPair(text: string, index: number): number {
  return text.codePointAt(index - 1)! > 0xffff ? index + 1 : index;
}
