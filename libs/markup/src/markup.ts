import { isPlain, withoutForbidden } from './xml-text';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe in the text of an element and in a quoted attribute. */
export function escapeHtml(text: string): string {
  if (isPlain(text)) return text;
  return withoutForbidden(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/** HTML that is safe to put into a page as it is. Only `markup` makes it, so nothing gets in unescaped. */
export class Markup {
  constructor(readonly html: string) {}
}

export type MarkupValue = string | number | false | null | undefined | Markup | readonly MarkupValue[];

/** What `markup` puts into a page for a value. */
export function htmlOf(value: MarkupValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof Markup) return value.html;
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined || value === false) return '';
  let html = '';
  for (const item of value) html += htmlOf(item);
  return html;
}

/**
 * Template of HTML: what is inserted is escaped, unless it is markup itself; lists are joined; null, undefined and
 * false vanish. Attribute values need quotes. (Not called `html`: formatters would reformat the page.)
 */
export function markup(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  let html = parts[0]!;
  for (let index = 0; index < values.length; index++) html += htmlOf(values[index]) + parts[index + 1]!;
  return new Markup(html);
}
