/** A guide's text without the line breaks of its author's editor; paragraphs, lists and indented lines stay. Pure. */
export function unwrapLines(text: string): string {
  return text.replace(/(\S) ?\n(?![\n\s*\-•\d])/g, '$1 ');
}

export interface Passage {
  isCode: boolean;
  text: string;
}

/** A shell command, from its prompt to the next one, or to a following sentence. */
const COMMAND = /(?:^|\s)(\$ \S.*?)(?=\s\$ |\s[A-Z][a-z]+ [a-z]|$)/g;

/** A guide's text without line breaks, with commands separated. Pure. */
export function toPassages(text: string): readonly Passage[] {
  const passages: Passage[] = [];
  let end = 0;
  for (const found of text.matchAll(COMMAND)) {
    passages.push({ isCode: false, text: text.slice(end, found.index).trim() }, { isCode: true, text: found[1]! });
    end = found.index + found[0].length;
  }
  passages.push({ isCode: false, text: text.slice(end).trim() });
  return passages.filter((passage) => passage.text !== '');
}
