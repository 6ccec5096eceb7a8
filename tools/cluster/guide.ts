/** A fenced block of a document. */
export interface CodeBlock {
  /** The heading above it. */
  heading: string;
  /** Its number among those of the same language below the heading, from 1. */
  number: number;
  language: string;
  text: string;
}

const HEADING = /^#+ (.+)$/;
const FENCE = /^( *)```(\w*)$/;

/** The code blocks of a Markdown document; those in lists lose their indentation. */
export function codeBlocks(document: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let heading = '';
  let open: { language: string; indentation: number; lines: string[] } | undefined;
  for (const line of document.split('\n')) {
    const [, indentation = '', language = ''] = FENCE.exec(line) ?? [];
    if (open && FENCE.test(line)) {
      const { language: written, lines } = open;
      const number = blocks.filter((block) => block.heading === heading && block.language === written).length + 1;
      blocks.push({ heading, number, language: written, text: lines.map((text) => `${text}\n`).join('') });
      open = undefined;
    } else if (open) open.lines.push(line.slice(open.indentation));
    else if (FENCE.test(line)) open = { language, indentation: indentation.length, lines: [] };
    else heading = HEADING.exec(line)?.[1] ?? heading;
  }
  return blocks;
}

/** The commands of a shell block, without comments. */
export function listCommands({ text }: CodeBlock): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/(^|\s)\s*#.*$/, '').trim())
    .filter((line) => line !== '');
}
