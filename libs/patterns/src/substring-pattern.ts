/** LIKE pattern that matches texts containing this one, with `%`, `_` and `\` escaped. See rule http-17. */
export function substringPattern(text: string): string {
  return `%${wholePattern(text)}%`;
}

/** LIKE pattern that matches only this text. */
export function wholePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
