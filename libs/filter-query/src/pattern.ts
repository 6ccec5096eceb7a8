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
