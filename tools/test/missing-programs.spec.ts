import fs from 'node:fs';
import path from 'node:path';
import missingPrograms from '../jest/missing-programs-reporter.cjs';
import { workspaceRoot } from '../workspace';

const read = (file: string): string => fs.readFileSync(path.join(workspaceRoot(), file), 'utf8');

describe('programs required by tests', () => {
  const named = [...read('libs/testing/src/it-where-installed.ts').matchAll(/isOnPath\('([^']+)'\)/g)].map(
    ([, name]) => name!,
  );

  it('are listed in CONTRIBUTING.md', () => {
    const text = read('CONTRIBUTING.md');
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('are named once at the end of a run, with the number of tests that did not run', () => {
    const titles = ['scans (skipped: no oscap)', 'works', 'compares (skipped: no oscap)', 'asks (skipped: no curl)'];
    const results = [{ assertionResults: titles.map((title) => ({ title })) }];
    expect(missingPrograms.linesOf(results)).toEqual(['2 tests did not run: no oscap', '1 test did not run: no curl']);
  });
});
