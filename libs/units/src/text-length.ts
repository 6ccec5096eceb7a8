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
  const room = limit - measure(ELLIPSIS);
  let kept = '';
  let used = 0;
  for (const part of charactersOf(text)) {
    used += measure(part);
    if (used > room) break;
    kept += part;
  }
  return kept + ELLIPSIS;
}

function* charactersOf(text: string): Iterable<string> {
  for (const { segment } of CHARACTERS.segment(text)) {
    if (segment.length > LONGEST_CHARACTER) yield* segment;
    else yield segment;
  }
}
