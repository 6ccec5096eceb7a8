import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

/** Paths in backticks with a file name extension or a final slash, and targets of links. */
const NAMED = /`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|mjs|cjs|md|json|yaml|sh)|[\w.-]+\/))`/g;
const LINKED = /\]\((?![a-z]+:|#)([^)#]+)(?:#[^)]*)?\)/g;
/** Folders that a short path may start in, besides the root and the page's own folder. */
const BASES = ['apps/monitoring/src', 'apps/compliance/src', 'apps/gateway/src', 'apps/error-registry/src'];
/** Folders of an installation or of any project, and history. */
const ELSEWHERE = /^(?:dist|console|node_modules|overlays|coverage|src|\.data|wardstone)\//;

const root = workspaceRoot();
const exists = (name: string): boolean => fs.existsSync(path.join(root, name));

const pages = execFileSync('git', ['ls-files', '*.md', ':!:**/test-data/**'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((page) => exists(page) && page !== 'CHANGELOG.md' && !ELSEWHERE.test(page));

function missingIn(page: string): string[] {
  const text = fs.readFileSync(path.join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const folder = path.dirname(page);
  const named = [...text.matchAll(NAMED)].map(([, name]) => name!).filter((name) => !ELSEWHERE.test(name));
  const linked = [...text.matchAll(LINKED)].map(([, name]) => name!);
  return [
    ...named.filter((name) => ![...BASES, folder, '.'].some((base) => exists(path.join(base, name)))),
    ...linked.filter((name) => !exists(path.join(folder, name))),
  ].map((name) => `${page}: ${name}`);
}

describe('the documents', () => {
  it('are the ones of this repository', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']));
  });

  it('name and link only files that exist', () => {
    expect(pages.flatMap(missingIn)).toEqual([]);
  });
});

describe('the bench', () => {
  it('starts only programs that exist', () => {
    const sources = fs.readdirSync(path.join(root, 'bench')).filter((name) => name.endsWith('.ts'));
    const started = sources.flatMap((name) =>
      [...fs.readFileSync(path.join(root, 'bench', name), 'utf8').matchAll(/'(bench\/[\w-]+\.mjs)'/g)].map(
        ([, at]) => at!,
      ),
    );
    expect(started).toContain('bench/bare-nest.mjs');
    expect(started.filter((name) => !exists(name))).toEqual([]);
  });
});
