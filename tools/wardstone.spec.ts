import { PassThrough } from 'node:stream';
import { wrongExamples } from '@wardstone/testing';
import { makeProgram } from '../apps/cli/src';
import { addAccountCommands, addBackupCommand } from '../apps/launcher/src';
import { main } from './wardstone';

async function said(...words: string[]): Promise<string> {
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => (text += chunk.toString()));
  expect(await main(words, output)).toBe(0);
  return text;
}

describe('the commands on the installation here', () => {
  it('accept the examples of their help', async () => {
    const program = makeProgram({ output: new PassThrough(), code: 0 }, [addAccountCommands, addBackupCommand]);
    expect(await wrongExamples(program, (...words) => said(...words, '--help'))).toEqual([]);
  });

  it('are completed like all others', async () => {
    expect(await said('completion', 'bash')).toContain("'wardstone account token add'");
  });
});
