import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

/** A workspace of a few empty files that import each other as `imports` says, judged by our own rules. */
function violations(imports: Record<string, string>): { file: string; rule: string }[] {
  const root = workspaceRoot();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'borders-'));
  try {
    fs.copyFileSync(path.join(root, '.dependency-cruiser.cjs'), path.join(folder, '.dependency-cruiser.cjs'));
    fs.copyFileSync(path.join(root, 'tsconfig.base.json'), path.join(folder, 'tsconfig.json'));
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    write(folder, 'libs/clock/project.json', JSON.stringify({ tags: ['type:pure'] }));
    for (const file of ['apps/a/src/x.ts', 'apps/b/src/y.ts', 'libs/clock/src/index.ts', 'libs/clock/src/inner.ts']) {
      write(folder, file, 'export const value = 1;\n');
    }
    for (const [file, target] of Object.entries(imports)) {
      write(folder, file, `export * from '${target}';\n`);
    }
    const program = path.join(root, 'node_modules', '.bin', 'depcruise');
    const args = ['apps', 'libs', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    const { stdout } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

/** Rule, file and what that file imports. */
const CROSSINGS = [
  ['app-imports-app', 'apps/a/src/one.ts', '../../b/src/y'],
  ['lib-imports-app', 'libs/clock/src/two.ts', '../../../apps/a/src/x'],
  ['lib-through-its-door', 'apps/a/src/three.ts', '../../../libs/clock/src/inner'],
  ['pure-library-does-io', 'libs/clock/src/four.ts', 'node:fs'],
  ['domain-does-io', 'apps/a/src/domain/five.ts', 'typeorm'],
  ['controller-imports-queries', 'apps/a/src/six.controller.ts', 'typeorm'],
  ['service-imports-database', 'apps/a/src/seven.service.ts', 'pg'],
] as const;

describe('the borders of the workspace', () => {
  let found: { file: string; rule: string }[];

  beforeAll(() => {
    const crossing = Object.fromEntries(CROSSINGS.map(([, file, target]) => [file, target]));
    found = violations({ ...crossing, 'apps/a/src/eight.ts': '../../../libs/clock/src/index' });
  });

  it.each(CROSSINGS)('refuse %s', (rule, file) => {
    expect(found).toContainEqual({ file, rule });
  });

  it('let an app use a library through its door', () => {
    expect(found.filter(({ file }) => file === 'apps/a/src/eight.ts')).toEqual([]);
  });
});
