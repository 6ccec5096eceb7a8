import { spawnSync } from 'node:child_process';
import { workspaceRoot } from '../workspace';

describe('--help', () => {
  it.each(['answers', 'bench', 'chaos', 'cluster', 'fleet', 'fuzz', 'load', 'release', 'screenshots', 'start'])(
    'of %s prints its usage and does nothing else',
    (tool) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/run.mjs', tool, '--help'], {
        cwd: workspaceRoot(),
        encoding: 'utf8',
      });

      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: npm (run \S+|start)/);
    },
  );
});
