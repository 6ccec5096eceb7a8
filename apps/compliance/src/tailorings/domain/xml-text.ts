/** What XML 1.0 does not allow in a document, not even escaped. */
const NOT_ALLOWED = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  // A parser would read it as a line feed.
  '\r': '&#13;',
};

/** Text between tags. Characters that XML 1.0 does not allow are dropped. */
export function xmlText(text: string): string {
  return text.replace(NOT_ALLOWED, '').replace(/[&<>\r]/g, (character) => ESCAPES[character]!);
}

/** Text between the double quotes of an attribute; white space stays what it is. */
export function xmlAttribute(text: string): string {
  return text.replace(NOT_ALLOWED, '').replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character]!);
}
