/** Markup of CommonMark and OSCAL's additions (`~`, `^`, `{{ insert: … }}`) at any position. */
const MARKUP = /[\\`*~^{[<|]|&(?=[#\p{L}])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Escapes a text so that Markdown shows it literally. Keeps its lines without surrounding white space. */
export function literalMarkdown(text: string): string {
  return text.split('\n').map(literalLine).join('\n');
}

function literalLine(line: string): string {
  return line
    .trim()
    .replace(MARKUP, '\\$&')
    .replace(/^[#>+=-]/, '\\$&')
    .replace(/^([0-9]+)([.)])/, '$1\\$2');
}
