import { withoutForbidden } from './xml-text';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe in the text of an element and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return withoutForbidden(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/** HTML that is safe to put into a page as it is. Only `markup` makes it, so nothing gets in unescaped. */
export class Markup {
  constructor(readonly html: string) {}
}

export type MarkupValue = string | number | false | null | undefined | Markup | readonly MarkupValue[];

function htmlOf(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.html;
  return typeof value === 'object' ? value.map(htmlOf).join('') : escapeHtml(String(value));
}

/**
 * Template of HTML: what is inserted is escaped, unless it is markup itself; lists are joined; null, undefined and
 * false vanish. Attribute values need quotes. (Not called `html`: formatters would reformat the page.)
 */
export function markup(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  return new Markup(parts.reduce((html, part, index) => html + htmlOf(values[index - 1]) + part));
}
