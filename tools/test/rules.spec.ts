import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

const RULES = 'docs/rules';
const PLACES = ['apps', 'libs', 'tools', 'bench', 'e2e', 'docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const HEADING = /^## ([a-z]+-[0-9]+)$/gm;
const CITATION = /\brules? ((?:[a-z]+-[0-9]+)(?:(?:, | and | to )[a-z]+-[0-9]+)*)/g;
/** Remains of a replacement of older citations. */
const BROKEN = /\w-rules? [a-z]+-[0-9]|\border of A[0-9]|\s\(A[0-9]+\)|\brules? [a-z]+-[0-9]+ to [0-9]/;
/** Documents that are not in this repository. */
const OUTSIDE =
  /\b(?:media|inventory|plugin|agent|content|registry|operations|compliance|monitoring) specs?\b|\bdesign [0-9]|\bcontract [0-9]/;

const read = (file: string): string => fs.readFileSync(path.join(workspaceRoot(), file), 'utf8');

function filesBelow(place: string): string[] {
  const full = path.join(workspaceRoot(), place);
  if (fs.statSync(full).isFile()) return [place];
  return fs
    .readdirSync(full, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(place, name))
    .filter((name) => /\.(?:ts|mjs|cjs|md)$/.test(name));
}

const pages = filesBelow(RULES);
const files = PLACES.flatMap(filesBelow).filter((name) => !pages.includes(name) && !name.endsWith('rules.spec.ts'));
const known = pages.flatMap((page) => [...read(page).matchAll(HEADING)].map(([, rule]) => rule!));

describe('the rules of the interfaces', () => {
  it('have numbers that occur once', () => {
    expect(known.length).toBeGreaterThan(150);
    expect(known.filter((rule, index) => known.indexOf(rule) !== index)).toEqual([]);
  });

  it('exist wherever they are cited', () => {
    const cited = files.flatMap((file) =>
      [...read(file).matchAll(CITATION)].flatMap(([, list]) =>
        list!.split(/, | and | to /).map((rule) => ({ file, rule })),
      ),
    );
    expect(cited.length).toBeGreaterThan(300);
    expect(cited.filter(({ rule }) => !known.includes(rule))).toEqual([]);
  });

  it.each([
    ['in place of documents outside of the repository', OUTSIDE],
    ['by whole numbers', BROKEN],
  ])('are cited %s', (_how, wrong) => {
    // Citations may continue in the next line of a comment.
    const texts = files.map((file) => ({ file, text: read(file).replaceAll(/\n\s*(?:\*|\/\/) /g, ' ') }));
    const lines = texts.flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => wrong.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(lines).toEqual([]);
  });
});
