const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the text of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  if (isPlain(text)) return text;
  return withoutForbidden(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/** HTML that can be inserted without escaping. Only `markup` creates it, so nothing gets in unescaped. */
export class Markup {
  constructor(readonly html: string) {}
}

export type MarkupValue = string | number | false | null | undefined | Markup | readonly MarkupValue[];

/** HTML of a value for `markup`. */
export function toHtml(value: MarkupValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof Markup) return value.html;
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined || value === false) return '';
  let html = '';
  for (const item of value) html += toHtml(item);
  return html;
}

/**
 * Template of HTML: inserted values are escaped, unless they are markup; lists are joined; null, undefined and false
 * are omitted. Attribute values need quotes. (Not called `html`: formatters would reformat the page.)
 */
export function markup(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  let html = parts[0]!;
  for (let index = 0; index < values.length; index++) html += toHtml(values[index]) + parts[index + 1]!;
  return new Markup(html);
}

// Characters that XML 1.0 cannot represent: most control characters, lone surrogates, U+FFFE and U+FFFF.
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/**
 * Characters that any kind of escaping may have to change. Most texts have none and need only this cheap check, which
 * treats every surrogate as a lone one and leaves details to the slow path.
 */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const SUSPECT = /[\u0000-\u001F&<>"'\uD800-\uDFFF\uFFFE\uFFFF]/;

const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const IN_ATTRIBUTE: Readonly<Record<string, string>> = { ...IN_TEXT, '"': '&quot;', '\t': '&#9;', '\n': '&#10;' };

/** Whether a text needs no escaping in any position. */
function isPlain(text: string): boolean {
  return !SUSPECT.test(text);
}

/** The text without the characters that XML 1.0 does not allow. */
export function withoutForbidden(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** Parsers convert a carriage return to a line feed, so it is written as a reference. */
export function escapeText(text: string): string {
  if (isPlain(text)) return text;
  return withoutForbidden(text).replace(/[&<>\r]/g, (char) => IN_TEXT[char]!);
}

/** Parsers convert white space in an attribute to blanks, so it is written as references. */
export function escapeAttribute(text: string): string {
  if (isPlain(text)) return text;
  return withoutForbidden(text).replace(/[&<>"\t\n\r]/g, (char) => IN_ATTRIBUTE[char]!);
}
