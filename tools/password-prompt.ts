import readline from 'node:readline';
import { Writable } from 'node:stream';

/**
 * A password from the terminal, hidden and entered twice; without a terminal, the first line of
 * standard input. Undefined when the two differ or the asking was broken off.
 */
export async function askPassword(username: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return readFirstLine();
  const first = await askUnseen(`Password of ${username}: `);
  if (first === undefined) return undefined;
  return (await askUnseen('Once more: ')) === first ? first : undefined;
}

async function readFirstLine(): Promise<string | undefined> {
  const lines = readline.createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return undefined;
}

function askUnseen(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = readline.createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    terminal.once('line', (line) => {
      resolve(line);
      terminal.close();
    });
    terminal.once('close', () => {
      process.stderr.write('\n');
      resolve(undefined);
    });
  });
}
