import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { main, makeProgram } from './wardstone';

const program = makeProgram({ output: new PassThrough(), code: 0 });

async function helpOf(...words: string[]): Promise<string> {
  const output = new PassThrough();
  expect(await main([...words, '--help'], output)).toBe(0);
  return String(output.read());
}

/** The commands that do something, by their words. */
function leavesOf(command: Command, words: readonly string[] = []): [words: string, command: Command][] {
  if (command.commands.length === 0) return [[words.join(' '), command]];
  return command.commands.flatMap((each) => leavesOf(each, [...words, each.name()]));
}

/** Words as a shell reads them, as far as examples go. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']+)+/g)].map(([word]) => word);
  const redirected = words.findIndex((word) => /^[<>]$/.test(word));
  return words.slice(0, redirected < 0 ? undefined : redirected);
}

describe('the help of wardstone', () => {
  it('says which options must be given', async () => {
    const said = await helpOf('account', 'token', 'add');
    expect(said).toMatch(/^ {2}--name <text> +purpose of the token \(required\)$/m);
    expect(said).not.toMatch(/--expires .*\(required\)/);
  });

  it('shows examples of every command, which it takes', async () => {
    const wrong: string[] = [];
    for (const [words, command] of leavesOf(program)) {
      const examples = [...(await helpOf(...words.split(' '))).matchAll(/^ {2}\$ npx wardstone (.*)$/gm)];
      if (examples.length === 0) wrong.push(`${words}: none`);
      for (const [, line] of examples) {
        const given = wordsOf(line!);
        const { operands, unknown } = command.parseOptions(given.slice(words.split(' ').length));
        const needed = command.registeredArguments.filter(({ required }) => required).length;
        const options = command.options.filter(
          ({ mandatory, long, short }) => mandatory && !given.includes(long!) && !given.includes(short!),
        );
        if (!`${line} `.startsWith(`${words} `) || unknown.length > 0 || operands.length < needed || options.length > 0)
          wrong.push(line!);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('lists the fields that a record may be given, with their values', async () => {
    const said = await helpOf('create', 'policies');
    expect(said).toMatch(/^ {2}title +Title, .*\(required\)$/m);
    expect(await helpOf('update', 'alert-definitions')).toMatch(/^ {2}priority +.*: HIGH, MEDIUM, LOW$/m);
  });
});
