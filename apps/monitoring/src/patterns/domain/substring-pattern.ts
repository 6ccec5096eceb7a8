/** LIKE pattern of texts that contain this one, whose `%`, `_` and `\` mean nothing special. Source: inventory spec 1.6. */
export function substringPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
