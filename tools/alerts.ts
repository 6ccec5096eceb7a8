import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { workspaceRoot } from './workspace';

const FOLDER = path.join(workspaceRoot(), 'k8s', 'components', 'observability');

/** Runs the tests of the alert rules with Prometheus' `promtool` on the PATH, or the program in PROMTOOL. */
export function main(): number {
  const tests = path.join(FOLDER, 'tests');
  const texts = fs.readdirSync(tests).map((file) => fs.readFileSync(path.join(tests, file), 'utf8'));
  const status = testRules(texts);
  if (status === undefined) console.error('promtool not found: install Prometheus or set PROMTOOL.');
  return status ?? 1;
}

/** Runs promtool's tests of the product's rules. Returns its exit status; undefined without promtool. */
function testRules(tests: readonly string[]): number | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'alerts-'));
  try {
    for (const file of fs.readdirSync(FOLDER).filter((name) => name.startsWith('alerts-of-'))) {
      const { spec } = parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) as { spec: object };
      fs.writeFileSync(path.join(folder, file), stringify(spec));
    }
    const files = tests.map((text, n) => {
      fs.writeFileSync(path.join(folder, `test-${n}.yaml`), text);
      return `test-${n}.yaml`;
    });
    const { status, error } = spawnSync(process.env['PROMTOOL'] ?? 'promtool', ['test', 'rules', ...files], {
      cwd: folder,
      stdio: 'inherit',
    });
    return error ? undefined : (status ?? 1);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
