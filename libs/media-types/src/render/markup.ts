import { withoutForbidden } from './xml-text';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return withoutForbidden(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/** HTML that is safe to put into a page as it is. Only `markup` makes it, so nothing gets in unescaped. */
export class Markup {
  constructor(readonly html: string) {}
}

export type MarkupValue = string | number | boolean | null | undefined | Markup | readonly MarkupValue[];

function htmlOf(value: MarkupValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Markup) return value.html;
  return typeof value === 'object' ? value.map(htmlOf).join('') : escapeHtml(String(value));
}

/** Template of HTML: what is inserted is escaped, unless it is markup itself. Attribute values need double quotes. */
export function markup(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  return new Markup(parts.reduce((html, part, index) => html + htmlOf(values[index - 1]) + part));
}
