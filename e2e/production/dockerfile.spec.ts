import {
  readEnvironment,
  isIgnored,
  lastArgument,
  readRecipe,
  readStages,
  parseWords,
} from '../../tools/assemble-image/dockerfile';

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
    expect(lastArgument(stages[0]!, 'RUN')).toMatch(/^one\s+two$/);
  });

  it('reads environment and commands', () => {
    expect(readEnvironment(stages[1]!)).toEqual({ A: '1', B: 'two words' });
    expect(parseWords(lastArgument(stages[1]!, 'CMD'))).toEqual(['node', 'main.js']);
    expect(parseWords(lastArgument(stages[1]!, 'HEALTHCHECK'))).toEqual(['node', '-e', '1']);
  });

  it('follows the stages that an image is based on', () => {
    const text = `ARG APP
FROM node AS build
RUN make
FROM node AS program
USER 1000
FROM program AS server
EXPOSE 80
FROM server AS shop
FROM program AS robot
VOLUME /memory
FROM \${APP}
`;
    const toNames = (app: string): string[] => readRecipe(text, app).final.map(({ name }) => name);
    expect(toNames('shop')).toEqual(['FROM', 'USER', 'FROM', 'EXPOSE', 'FROM', 'FROM']);
    expect(toNames('robot')).toEqual(['FROM', 'USER', 'FROM', 'VOLUME', 'FROM']);
    expect(readRecipe(text, 'shop').build.map(({ name }) => name)).toEqual(['FROM', 'RUN']);
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
  ])('%s accepts %s: %s', (pattern, path, ignored) => {
    expect(isIgnored([pattern], path)).toBe(ignored);
  });

  it.each([
    ['docs/a.md', true],
    ['docs', false],
    ['docs/openapi/a.json', false],
  ])('the last of several decides: %s, %s', (path, ignored) => {
    expect(isIgnored(['docs/*', '!docs/openapi'], path)).toBe(ignored);
  });
});
