import { PassThrough } from 'node:stream';
import { wrongExamples } from '@wardstone/testing';
import { main, makeProgram } from './wardstone';

async function getHelp(...words: string[]): Promise<string> {
  const output = new PassThrough();
  expect(await main([...words, '--help'], output)).toBe(0);
  return String(output.read());
}

describe('the help of wardstone', () => {
  it('lists the required options', async () => {
    const said = await getHelp('upload-result');
    expect(said).toMatch(/^ {2}--system <\[FILE=\]SYSTEM> [^.]*\(required\)$/m);
    expect(await getHelp('list', 'alerts')).not.toMatch(/--limit .*\(required\)/);
  });

  it('shows examples of every command, which the parser accepts', async () => {
    expect(await wrongExamples(makeProgram({ output: new PassThrough(), code: 0 }), getHelp)).toEqual([]);
  });

  it('lists the fields that a record may be given, with their values', async () => {
    const said = await getHelp('create', 'policies');
    expect(said).toMatch(/^ {2}title +Title, .*\(required\)$/m);
    expect(await getHelp('update', 'alert-definitions')).toMatch(/^ {2}priority +.*: HIGH, MEDIUM, LOW$/m);
  });
});
