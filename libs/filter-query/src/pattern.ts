/**
 * The pattern of `f ~ v` (rule filter-3): without `*` v may stand anywhere; with `*` the pattern is anchored and
 * each run of `*` stands for any text. Nothing else is special: `%`, `_` and `\` are literal.
 *
 * @returns the literal pieces between the gaps; "any text" lies between each two neighbours, none outside the ends.
 */
function piecesOf(value: string): string[] {
  return value.includes('*') ? value.split(/\*+/) : ['', value, ''];
}

/** The pattern in the notation of SQL's ILIKE with its default escape character, the backslash. */
export function toLikePattern(value: string): string {
  return piecesOf(value)
    .map((piece) => piece.replace(/[\\%_]/g, '\\$&'))
    .join('%');
}

/** Whether `text` fits the pattern, whatever the letter case. Linear in text per piece; no backtracking. */
export function matchesPattern(text: string, value: string): boolean {
  const [first = '', ...more] = piecesOf(value.toLowerCase());
  const last = more.pop() ?? '';
  const candidate = text.toLowerCase();
  if (!candidate.startsWith(first)) return false;
  let at = first.length;
  for (const piece of more) {
    const found = candidate.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return candidate.length - last.length >= at && candidate.endsWith(last);
}
