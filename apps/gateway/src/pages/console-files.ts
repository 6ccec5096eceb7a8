import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from '@wardstone/bootstrap';
import type { Clock } from '@wardstone/clock';
import type { ConsoleFileQueries } from './console-file.queries';

/** Not hashed, because browsers identify the service worker by its path. */
export const PUSH_WORKER = 'push-worker.js';
const BROTLI = '.br';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Retention of a build's files after its page was last served. */
const KEPT_MS = 30 * DAY_MS;
/** Names of built files; only these are looked up in the database. */
const NAME = /^\w[\w.-]{0,200}$/;

/** A file of the console in an encoding that the client accepts. */
export interface ConsoleFile {
  content: Buffer;
  encoding?: 'br';
}

/**
 * The built console: a page, and files with content hashes in their names. A process keeps the files that it read at
 * start, so that a later build does not replace files named by its page. It stores them before it serves the page, so
 * that replicas of other builds have them during an upgrade, and for tabs that stay open afterwards.
 */
export class ConsoleFiles {
  /** Absent if the process was built without the console. */
  readonly page: string | undefined;
  readonly pushWorker: string | undefined;
  private readonly assets: ReadonlyMap<string, Buffer>;
  private storedAt = -Infinity;
  private storing: Promise<void> | undefined;

  constructor(
    folder: string,
    private readonly queries: ConsoleFileQueries,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    const read = (name: string): string | undefined => {
      const file = path.join(folder, name);
      return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
    };
    this.page = read('index.html');
    this.pushWorker = read(PUSH_WORKER);
    const assets = path.join(folder, 'assets');
    const names = this.page === undefined ? [] : fs.readdirSync(assets);
    this.assets = new Map(names.map((name) => [name, fs.readFileSync(path.join(assets, name))]));
  }

  /** The page, once its files are available to all replicas. */
  async readPage(): Promise<string | undefined> {
    if (this.clock.now() - this.storedAt > DAY_MS) {
      this.storing ??= this.store()
        // A failure only affects clients that get the files from another replica.
        .catch((error: unknown) => this.logger.warn({ err: error }, 'storing the files of the console failed'))
        .finally(() => (this.storing = undefined));
      await this.storing;
    }
    return this.page;
  }

  /** @returns undefined if there is no such file of the console */
  async find(name: string, acceptsBrotli: boolean): Promise<ConsoleFile | undefined> {
    if (name.endsWith(BROTLI) || !NAME.test(name)) return undefined;
    const files = this.assets.has(name) ? this.assets : await this.queries.read([name, name + BROTLI]);
    const content = files.get(name);
    const compressed = acceptsBrotli ? files.get(name + BROTLI) : undefined;
    return content && (compressed ? { content: compressed, encoding: 'br' } : { content });
  }

  private async store(): Promise<void> {
    const now = this.clock.now();
    const usedAt = new Date(now);
    const stored = await this.queries.noteUse([...this.assets.keys()], usedAt);
    for (const [name, content] of this.assets) {
      if (!stored.has(name)) await this.queries.insert({ name, content, used_at: usedAt });
    }
    await this.queries.removeUnused(new Date(now - KEPT_MS));
    this.storedAt = now;
  }
}
