import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { workspaceRoot } from './workspace';

const FOLDER = path.join(workspaceRoot(), 'k8s', 'components', 'observability');

/** Runs the tests of the alert rules in Prometheus' own evaluator: `promtool` of PATH, or the program named by PROMTOOL. */
export function main(): number {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'alerts-'));
  try {
    for (const file of fs.readdirSync(FOLDER).filter((name) => name.startsWith('alerts-of-'))) {
      const { spec } = parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) as { spec: object };
      fs.writeFileSync(path.join(folder, file), stringify(spec));
    }
    const tests = fs.readdirSync(path.join(FOLDER, 'tests'));
    for (const file of tests) fs.copyFileSync(path.join(FOLDER, 'tests', file), path.join(folder, file));
    const { status, error } = spawnSync(process.env['PROMTOOL'] ?? 'promtool', ['test', 'rules', ...tests], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (error) {
      console.error('promtool not found: install Prometheus or set PROMTOOL.');
      return 1;
    }
    return status ?? 1;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
