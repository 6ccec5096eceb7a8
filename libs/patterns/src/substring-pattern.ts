/** LIKE pattern of texts that contain this one, with `%`, `_` and `\` escaped. See rule http-17. */
export function substringPattern(text: string): string {
  return `%${wholePattern(text)}%`;
}

/** LIKE pattern of this text alone. */
export function wholePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
