import readline from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Reads a password from the terminal, hidden and entered twice; without a terminal, the first line of standard input.
 * Undefined if the two differ or the input was cancelled.
 */
export async function askPassword(username: string): Promise<string | undefined> {
  const first = await askLine(`Password of ${username}: `, { hidden: true });
  if (first === undefined || !process.stdin.isTTY) return first;
  return (await askLine('Repeat the password: ', { hidden: true })) === first ? first : undefined;
}

/** Reads a line from the terminal, or from standard input without one. */
export async function askLine(question: string, { hidden = false } = {}): Promise<string | undefined> {
  if (!process.stdin.isTTY) return readFirstLine();
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? nowhere : process.stderr;
  const terminal = readline.createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve) => {
    terminal.once('line', (line) => {
      resolve(line);
      terminal.close();
    });
    terminal.once('close', () => {
      if (hidden) process.stderr.write('\n');
      resolve(undefined);
    });
  });
}

/** Reads the first line of standard input. */
export async function readFirstLine(): Promise<string | undefined> {
  const lines = readline.createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return undefined;
}
