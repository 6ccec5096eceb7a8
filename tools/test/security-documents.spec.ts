import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

/** Anything between backticks that looks like a file of this repository. */
const FILES = /`((?:apps|libs|e2e|tools|docs)\/[\w./-]+\.ts)`/g;

describe.each(['SECURITY.md', 'docs/security-model.md'])('%s', (page) => {
  const text = fs.readFileSync(path.join(workspaceRoot(), page), 'utf8');

  it('names only tests that exist', () => {
    const named = [...text.matchAll(FILES)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !fs.existsSync(path.join(workspaceRoot(), file)))).toEqual([]);
  });
});
