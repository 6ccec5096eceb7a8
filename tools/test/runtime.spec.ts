import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { FLOOR, otherRuntime } from '../runtime.mjs';
import { workspaceRoot } from '../workspace';

const root = workspaceRoot();

describe('the Node.js of commands', () => {
  it('is the running one if it is new enough', () => {
    expect(otherRuntime(`${FLOOR}.0`, '/brought/node')).toBeUndefined();
    expect(otherRuntime('24.0.0', undefined)).toBeUndefined();
  });

  it('is the installed one if the running one is older', () => {
    expect(otherRuntime('20.20.2', '/brought/node')).toBe('/brought/node');
    expect(otherRuntime('22.21.9', '/brought/node')).toBe('/brought/node');
  });

  it('is absent if the running one is older and none was installed', () => {
    expect(() => otherRuntime('20.20.2', undefined)).toThrow(
      /^Node\.js 20\.20\.2 is too old: 22\.22 or newer is needed/,
    );
  });

  it('meets package.json', () => {
    const { engines } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(engines.node).toBe(`>=${FLOOR}`);
  });
});

describe('a program that replaces a command', () => {
  const outer = (program: string): string[] => [
    '--input-type=module',
    '-e',
    `import { runInstead } from ${JSON.stringify(path.join(root, 'tools', 'runtime.mjs'))};
     runInstead(process.execPath, ['-e', ${JSON.stringify(program)}], ${JSON.stringify(root)});`,
  ];

  it('uses its input, output and exit code', () => {
    const program = "process.stdin.on('data', (text) => console.log(String(text))).on('end', () => process.exit(7))";
    const { status, stdout } = spawnSync(process.execPath, outer(program), { input: 'words', encoding: 'utf8' });
    expect([status, stdout]).toEqual([7, 'words\n']);
  });

  it('finds the programs of the packages first', () => {
    const { stdout } = spawnSync(process.execPath, outer('console.log(process.env.PATH)'), { encoding: 'utf8' });
    expect(stdout.split(path.delimiter)[0]).toBe(path.join(root, 'node_modules', '.bin'));
  });

  it('gets the signals of the command', async () => {
    const program = "process.on('SIGTERM', () => process.exit(5)); setInterval(() => 0, 1000); console.log('up')";
    expect(await endAfterSigterm(program)).toEqual([5, null]);
  });

  it('ends the command by the signal that ended it', async () => {
    const program = "setInterval(() => 0, 1000); console.log('up')";
    expect(await endAfterSigterm(program)).toEqual([null, 'SIGTERM']);
  });

  async function endAfterSigterm(program: string): Promise<unknown[]> {
    const command: ChildProcess = spawn(process.execPath, outer(program), { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(command.stdout!, 'data');
    command.kill('SIGTERM');
    return once(command, 'exit');
  }
});
