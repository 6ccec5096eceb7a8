/** Quotes a text for compliance's filter language. Pure. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
