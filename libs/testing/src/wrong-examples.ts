import type { Command } from 'commander';

/** Leaf commands, which perform an action, with the words that select them. */
function getLeaves(command: Command, words: readonly string[] = []): [words: string[], command: Command][] {
  if (command.commands.length === 0) return [[[...words], command]];
  return command.commands.flatMap((each) => getLeaves(each, [...words, each.name()]));
}

/** Words as split by a shell, as far as examples need it. */
function toWords(line: string): string[] {
  const words = [...line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']+)+/g)].map(([word]) => word);
  const redirected = words.findIndex((word) => /^[<>]$/.test(word));
  return words.slice(0, redirected < 0 ? undefined : redirected);
}

/** Examples in the help of commands that these do not take, and the commands without any. */
export async function wrongExamples(
  program: Command,
  helpOf: (...words: string[]) => Promise<string>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [words, command] of getLeaves(program)) {
    const examples = [...(await helpOf(...words)).matchAll(/^ {2}\$ npx wardstone (.*)$/gm)];
    if (examples.length === 0) wrong.push(`${words.join(' ')}: none`);
    for (const [, line] of examples) {
      const given = toWords(line!);
      const { operands, unknown } = command.parseOptions(given.slice(words.length));
      const needed = command.registeredArguments.filter(({ required }) => required).length;
      const options = command.options.filter(
        ({ mandatory, long, short }) => mandatory && !given.includes(long!) && !given.includes(short!),
      );
      const isOther = !`${line} `.startsWith(`${words.join(' ')} `);
      if (isOther || unknown.length > 0 || operands.length < needed || options.length > 0) wrong.push(line!);
    }
  }
  return wrong;
}
