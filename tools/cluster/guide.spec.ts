import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';
import { codeBlocks, listCommands } from './guide';
import { NOT_RUN, RUN } from './guide-blocks';

const DOCUMENT = `# Top

\`\`\`sh
one   # why
\`\`\`

## Below

1. A list:

   \`\`\`yaml
   key:
     inner: 1
   \`\`\`

   \`\`\`sh
   # nothing
   two
   \`\`\`

\`\`\`sh
# three is no heading
three
\`\`\`
`;

describe('the code blocks of a document', () => {
  const blocks = codeBlocks(DOCUMENT);

  it('are numbered below their headings, by language', () => {
    expect(blocks.map(({ heading, number, language }) => `${heading} ${number} ${language}`)).toEqual([
      'Top 1 sh',
      'Below 1 yaml',
      'Below 1 sh',
      'Below 2 sh',
    ]);
  });

  it('lose the indentation of their list, and no other', () => {
    expect(blocks[1]!.text).toBe('key:\n  inner: 1\n');
  });

  it('have commands without comments', () => {
    expect(blocks.filter(({ language }) => language === 'sh').map(listCommands)).toEqual([['one'], ['two'], ['three']]);
  });
});

it('every command of k8s/README.md is run by the walk, or has a reason why not', () => {
  const guide = fs.readFileSync(path.join(workspaceRoot(), 'k8s', 'README.md'), 'utf8');
  const written = codeBlocks(guide)
    .filter(({ language }) => language === 'sh')
    .map(({ heading, number }) => `${heading} ${number}`);

  expect([...RUN, ...Object.keys(NOT_RUN)].sort()).toEqual(written.sort());
});
