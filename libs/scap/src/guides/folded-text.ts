const isAsciiSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Removes ASCII white space at both ends; linear, unlike a regular expression anchored at the end. */
function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiSpace(text.charCodeAt(start))) start++;
  while (end > start && isAsciiSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end--;
  return text.slice(0, end);
}

/**
 * Replaces every run of blanks and line feeds at the end of a line (` *\n+`) with one blank, and trims ASCII white
 * space. Linear. See rule scap-1.
 */
export function foldText(text: string): string {
  const lines = text.split(/\n+/);
  return trimAscii(
    lines.map((line, index) => (index < lines.length - 1 ? withoutTrailingBlanks(line) : line)).join(' '),
  );
}
