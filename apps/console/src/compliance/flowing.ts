/**
 * A text of a guide without the line breaks that its author's editor made; paragraphs, lists and indented lines stay.
 * Pure.
 */
export function flowing(text: string): string {
  return text.replace(/(\S) ?\n(?![\n\s*\-•\d])/g, '$1 ');
}
