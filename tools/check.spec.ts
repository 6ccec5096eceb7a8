import fs from 'node:fs';
import path from 'node:path';
import { PARTS, main } from './check';
import { workspaceRoot } from './workspace';

interface Target {
  options?: { command: string };
  dependsOn?: string[];
}

describe('npm run check', () => {
  const { targets } = JSON.parse(fs.readFileSync(path.join(workspaceRoot(), 'project.json'), 'utf8')) as {
    targets: Record<string, Target>;
  };

  it('runs every part, each as a target of the workspace', () => {
    expect(targets['check']?.dependsOn).toEqual(Object.keys(PARTS));
    for (const name of Object.keys(PARTS)) {
      expect(targets[name]?.options?.command).toBe(`node tools/run.mjs check ${name}`);
    }
  });

  it('refuses an unknown part', async () => {
    const said = jest.spyOn(console, 'error').mockReturnValue();
    expect(await main(['spelling'])).toBe(1);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('PART is format, lint'));
    said.mockRestore();
  });
});
