// Everything XML 1.0 has no way to write: most control characters, lone surrogates, U+FFFE and U+FFFF.
// eslint-disable-next-line no-control-regex -- these are the characters to find
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/**
 * What any kind of escaping may have to change. Most texts hold none of it and are done after this one look, which is
 * the cheapest there is: it takes surrogates for lone ones, and leaves the rest to the slow way.
 */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const SUSPECT = /[\u0000-\u001F&<>"'\uD800-\uDFFF\uFFFE\uFFFF]/;

const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const IN_ATTRIBUTE: Readonly<Record<string, string>> = { ...IN_TEXT, '"': '&quot;', '\t': '&#9;', '\n': '&#10;' };

/** Whether a text needs no escaping, wherever it is put. */
export function isPlain(text: string): boolean {
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
