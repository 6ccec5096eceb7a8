import fs from 'node:fs';
import path from 'node:path';

/** The files in which the agent survives its own end. Each is replaced whole, so that a kill leaves the old or the new. */
export class StateFolder {
  constructor(readonly folder: string) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** What the file holds; undefined when there is none, or one that cannot be read. */
  read<T>(name: string): T | undefined {
    try {
      return JSON.parse(fs.readFileSync(this.pathOf(name), 'utf8')) as T;
    } catch {
      return undefined;
    }
  }

  write(name: string, content: object): void {
    replaceFile(this.pathOf(name), JSON.stringify(content));
  }

  /** Names of the files. */
  list(): string[] {
    return fs.readdirSync(this.folder);
  }

  remove(name: string): void {
    fs.rmSync(this.pathOf(name), { force: true });
  }

  pathOf(name: string): string {
    return path.join(this.folder, name);
  }
}

/** Readable by its owner only. */
export function replaceFile(file: string, text: string): void {
  const partial = `${file}.partial`;
  fs.writeFileSync(partial, text, { mode: 0o600, flush: true });
  fs.renameSync(partial, file);
}
