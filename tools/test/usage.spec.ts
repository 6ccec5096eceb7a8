import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { workspaceRoot } from '../workspace';

const TOOLS = ['answers', 'chaos', 'cluster', 'fuzz', 'load', 'release', 'screenshots', 'start'].map((tool) => [
  tool,
  `tools/${tool}.ts`,
]);
const BENCHES = ['bench', 'fleet'].map((tool) => [tool, `bench/${tool}.ts`]);
const SOURCES = Object.fromEntries([...TOOLS, ...BENCHES]) as Record<string, string>;

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: workspaceRoot(), encoding: 'utf8' });
  return { status, stderr, stdout };
};

describe('--help', () => {
  it('prints the usage of a tool and does nothing else', () => {
    expect(run('tools/run.mjs', 'fuzz', '--help')).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: npm run fuzz/) as string,
    });
  });

  it('has a usage for every tool, which does nothing when it is loaded', async () => {
    const folder = fs.mkdtempSync(path.join(workspaceRoot(), 'dist', '.usage-'));
    try {
      // Bundled together, because each run of a tool bundles it again.
      await bundle({ root: workspaceRoot(), entryPoints: SOURCES, outdir: folder });
      const files = Object.keys(SOURCES).map((tool) => path.join(folder, `${tool}.js`));
      const program = `for (const file of ${JSON.stringify(files)}) console.log(require(file).USAGE.split('\\n')[0]);`;

      const { stdout, ...outcome } = run('--eval', program);

      expect(outcome).toEqual({ status: 0, stderr: '' });
      expect(stdout.trimEnd().split('\n')).toEqual(
        Object.keys(SOURCES).map(
          (tool) => expect.stringMatching(`^Usage: npm ${tool === 'start' ? tool : `run ${tool}`}\\b`) as string,
        ),
      );
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
