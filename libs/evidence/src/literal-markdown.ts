/** Mark-up of CommonMark and OSCAL's additions (`~`, `^`, `{{ insert: … }}`) at any place. */
const MARKUP = /[\\`*~^{[<|]|&(?=[#\p{L}])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A text as Markdown that means nothing but its letters. Its lines stay, white space around them does not. */
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
