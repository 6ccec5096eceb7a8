import fs from 'node:fs';
import path from 'node:path';

const WRITTEN_AT_ONCE = 64 * 1024;

/** Files of the agent's state. Each is replaced atomically, so that a kill leaves the old or the new one. */
export class StateFolder {
  constructor(readonly folder: string) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Content of the file; undefined if it is missing or unreadable. */
  read<T>(name: string): T | undefined {
    try {
      return JSON.parse(fs.readFileSync(this.getPath(name), 'utf8')) as T;
    } catch {
      return undefined;
    }
  }

  write(name: string, content: object): void {
    replaceFile(this.getPath(name), JSON.stringify(content));
  }

  /**
   * The lines written by `writeLines`; none if the file is missing.
   * @throws SyntaxError for another one
   */
  *readLines<T>(name: string): Iterable<T> {
    const file = this.getPath(name);
    const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
    let at = 0;
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', at)) {
      yield JSON.parse(bytes.toString('utf8', at, end)) as T;
      at = end + 1;
    }
  }

  /** Like `write`, for content that is too large for a single text. */
  writeLines(name: string, lines: Iterable<object>): void {
    const partial = `${this.getPath(name)}.partial`;
    const file = fs.openSync(partial, 'w', 0o600);
    try {
      let text = '';
      for (const line of lines) {
        text += `${JSON.stringify(line)}\n`;
        if (text.length < WRITTEN_AT_ONCE) continue;
        fs.writeFileSync(file, text);
        text = '';
      }
      fs.writeFileSync(file, text);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(partial, this.getPath(name));
  }

  /** Names of the files. */
  list(): string[] {
    return fs.readdirSync(this.folder);
  }

  remove(name: string): void {
    fs.rmSync(this.getPath(name), { force: true });
  }

  getPath(name: string): string {
    return path.join(this.folder, name);
  }
}

/** Only readable for its owner. */
export function replaceFile(file: string, text: string): void {
  const partial = `${file}.partial`;
  fs.writeFileSync(partial, text, { mode: 0o600, flush: true });
  fs.renameSync(partial, file);
}
