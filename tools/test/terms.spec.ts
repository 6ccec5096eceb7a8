import fs from 'node:fs';
import path from 'node:path';
import terms from '../commits/terms.json';
import commits from '../commits/commitlint.config.cjs';
import { workspaceRoot } from '../workspace';

const PLACES = ['docs', 'k8s', 'bench', 'apps/console/src/texts', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
/** Texts of an OpenAPI document that people read. */
const TEXT = /^\s*"(?:summary|description)": "(.*)",?$/;

function toLines(file: string): string[] {
  const lines = fs.readFileSync(path.join(workspaceRoot(), file), 'utf8').split('\n');
  return file.endsWith('.json') ? lines.map((line) => TEXT.exec(line)?.[1] ?? '') : lines;
}

function filesBelow(place: string): string[] {
  const full = path.join(workspaceRoot(), place);
  if (fs.statSync(full).isFile()) return [place];
  return fs
    .readdirSync(full, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(place, name))
    .filter((name) => /\.md$|\/texts\/.*\.ts$|\/openapi\/.*\.json$/.test(name));
}

function avoidedIn(text: string): string[] {
  return terms.filter(({ avoid }) => new RegExp(avoid, 'i').test(text)).map(({ prefer }) => prefer);
}

describe('texts that people read', () => {
  const files = PLACES.flatMap(filesBelow);

  it('are found', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(toLines).filter((line) => line.includes('incident')).length).toBeGreaterThan(50);
  });

  it.each(terms)('avoid $avoid', ({ avoid, prefer }) => {
    const pattern = new RegExp(avoid, 'i');
    const found = files.flatMap((file) =>
      toLines(file).flatMap((line, at) =>
        pattern.test(line) ? [`${file}:${at + 1} (${prefer}): ${line.trim()}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  it('are reported with the preferred terms', () => {
    expect(avoidedIn('Systems that do not comply, on request alone')).toEqual(['on demand', 'non-compliant']);
  });

  it('include subjects of commits', () => {
    const rule = commits.plugins[0]!.rules['plain-terms']!;
    expect(commits.rules['plain-terms']).toEqual([2, 'always']);
    expect(rule({ subject: 'say who is told of an alert' })).toEqual([
      false,
      'say "notified, informed; distinguished"',
    ]);
    expect(rule({ subject: 'notify recipients of the end' })).toEqual([true, '']);
  });
});
