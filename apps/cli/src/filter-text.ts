/** Quotes a text for compliance's filter language. Pure. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
