import { environmentOf, isIgnored, lastOf, readStages, wordsOf } from './dockerfile';

describe('reading a Dockerfile', () => {
  const stages = readStages(`# syntax
ARG BASE=x
FROM \${BASE} AS build
RUN one \\
    two
FROM \${BASE}
# why
ENV A=1 B="two words"
HEALTHCHECK --interval=1s \\
  CMD ["node", "-e", "1"]
CMD ["node", "main.js"]
`);

  it('finds the stages with joined lines', () => {
    expect(stages.map((stage) => stage.map(({ name }) => name))).toEqual([
      ['FROM', 'RUN'],
      ['FROM', 'ENV', 'HEALTHCHECK', 'CMD'],
    ]);
    expect(lastOf(stages[0]!, 'RUN')).toMatch(/^one\s+two$/);
  });

  it('reads environment and commands', () => {
    expect(environmentOf(stages[1]!)).toEqual({ A: '1', B: 'two words' });
    expect(wordsOf(lastOf(stages[1]!, 'CMD'))).toEqual(['node', 'main.js']);
    expect(wordsOf(lastOf(stages[1]!, 'HEALTHCHECK'))).toEqual(['node', '-e', '1']);
  });

  it.each([
    ['node_modules', 'node_modules/a/b.js', true],
    ['node_modules', 'tools/node_modules/b.js', false],
    ['**/node_modules', 'tools/node_modules/b.js', true],
    ['**/*.spec.ts', 'libs/a/b.spec.ts', true],
    ['**/*.spec.ts', 'libs/a/b.ts', false],
    ['docker/data', 'docker/data/x', true],
    ['*.log', 'a.log', true],
    ['*.log', 'logs/a.log', false],
  ])('%s takes %s: %s', (pattern, path, ignored) => {
    expect(isIgnored([pattern], path)).toBe(ignored);
  });
});
