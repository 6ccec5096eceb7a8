import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { isOnPath, itWhere } from '@wardstone/testing';
import { main } from './wardstone';

async function scriptFor(shell: string): Promise<string> {
  let script = '';
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => (script += chunk.toString()));
  expect(await main(['completion', shell], output)).toBe(0);
  return script;
}

describe('wardstone completion', () => {
  it.each(['bash', 'zsh', 'fish'])('knows every command in %s', async (shell) => {
    const script = await scriptFor(shell);
    for (const words of ['wardstone list', 'wardstone create policies', 'alert-definitions', '--policy'])
      expect(script).toContain(words);
  });

  for (const shell of ['bash', 'zsh', 'fish'])
    itWhere(isOnPath(shell), `${shell} is not on the PATH`)(`is parsed by ${shell}`, async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-completion-'));
      const file = path.join(folder, 'script');
      fs.writeFileSync(file, await scriptFor(shell));
      const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
      fs.rmSync(folder, { recursive: true });
      expect([status, stderr]).toEqual([0, '']);
    });

  itWhere(isOnPath('bash'), 'bash is not on the PATH')('completes what was begun', async () => {
    const script = await scriptFor('bash');
    const complete = (...words: string[]): string => {
      const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _wardstone; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', [], { input: `${script}\n${ask}\n`, encoding: 'utf8' }).stdout.trim();
    };
    expect(complete('wardstone', 'log')).toBe('login logout');
    expect(complete('wardstone', 'list', 'po')).toBe('policies');
    expect(complete('wardstone', 'get', 'policies', 'x', '-o', 'j')).toBe('json');
    expect(complete('wardstone', 'create', 'integ')).toBe('integrations');
    expect(complete('wardstone', 'list', 'results', '--po')).toBe('--policy');
  });
});
