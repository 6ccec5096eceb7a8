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

/** HTML of a value in `markup`. */
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

// Everything XML 1.0 has no way to write: most control characters, lone surrogates, U+FFFE and U+FFFF.
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/**
 * Characters that any kind of escaping may have to change. Most texts have none and pass after this one check, the
 * cheapest there is: it takes surrogates for lone ones and leaves the rest to the slow path.
 */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const SUSPECT = /[\u0000-\u001F&<>"'\uD800-\uDFFF\uFFFE\uFFFF]/;

const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const IN_ATTRIBUTE: Readonly<Record<string, string>> = { ...IN_TEXT, '"': '&quot;', '\t': '&#9;', '\n': '&#10;' };

/** Whether a text needs no escaping, wherever it is put. */
function isPlain(text: string): boolean {
  return !SUSPECT.test(text);
}

/** The text without the characters that XML 1.0 does not allow. */
export function withoutForbidden(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** A reader would turn a bare carriage return into a line feed, so it is written as a reference. */
export function escapeText(text: string): string {
  if (isPlain(text)) return text;
  return withoutForbidden(text).replace(/[&<>\r]/g, (char) => IN_TEXT[char]!);
}

/** A reader would turn white space in an attribute into blanks, so it is written as references. */
export function escapeAttribute(text: string): string {
  if (isPlain(text)) return text;
  return withoutForbidden(text).replace(/[&<>"\t\n\r]/g, (char) => IN_ATTRIBUTE[char]!);
}
