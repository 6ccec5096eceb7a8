import fs from 'node:fs';
import path from 'node:path';

const BROTLI = '.br';

/** A file of the console in an encoding that the client accepts. */
export interface ConsoleFile {
  content: Buffer;
  encoding?: 'br';
}

/**
 * The built console: a page, and files whose names change with their content. A process keeps what it read when it
 * started: a later build does not replace the files that its page names.
 */
export class ConsoleFiles {
  /** Absent in a process that was built without the console. */
  readonly page: string | undefined;
  private readonly assets: ReadonlyMap<string, Buffer>;

  constructor(folder: string) {
    const page = path.join(folder, 'index.html');
    this.page = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : undefined;
    const assets = path.join(folder, 'assets');
    const names = this.page === undefined ? [] : fs.readdirSync(assets);
    this.assets = new Map(names.map((name) => [name, fs.readFileSync(path.join(assets, name))]));
  }

  /** @returns undefined for what is no file of the console */
  find(name: string, acceptsBrotli: boolean): ConsoleFile | undefined {
    const content = name.endsWith(BROTLI) ? undefined : this.assets.get(name);
    const compressed = acceptsBrotli ? this.assets.get(name + BROTLI) : undefined;
    return content && (compressed ? { content: compressed, encoding: 'br' } : { content });
  }
}
