import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../state/state-folder';

/** A message with an id, processed once however often it is sent. */
export interface OutboxMessage {
  /** Unique; letters, digits and hyphens. */
  id: string;
  method: 'POST' | 'PUT';
  /** For reports, below `/rest`. */
  target: string;
  body: object;
}

interface Entry {
  file: string;
  bytes: number;
  /** On the monotonic clock. */
  postponedUntilMs: number;
}

const ID = /^[A-Za-z0-9-]+$/;
const FILE = /^(\d{15})-([A-Za-z0-9-]+)\.json$/;

/** Undelivered messages on disk, oldest first and limited in size: if it is full, the oldest is dropped. */
export class Outbox {
  private readonly entries: Entry[];
  private readonly changes = new EventEmitter();
  private bytes: number;
  private lastNumber: number;
  /** Number of messages dropped because the outbox was full. */
  dropped = 0;

  constructor(
    private readonly folder: string,
    private readonly mostBytes: number,
  ) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const files = fs.readdirSync(folder).filter((name) => FILE.test(name));
    this.entries = files
      .sort()
      .map((file) => ({ file, bytes: fs.statSync(path.join(folder, file)).size, postponedUntilMs: -Infinity }));
    this.bytes = this.entries.reduce((sum, { bytes }) => sum + bytes, 0);
    this.lastNumber = Number(this.entries.at(-1)?.file.slice(0, 15) ?? 0);
  }

  get size(): number {
    return this.entries.length;
  }

  get waitingBytes(): number {
    return this.bytes;
  }

  /** Stores the message until it is removed. A message with the id of a waiting one is the same. */
  add(message: OutboxMessage): void {
    if (!ID.test(message.id)) throw new Error(`"${message.id}" is not a message id`);
    if (this.entries.some(({ file }) => FILE.exec(file)?.[2] === message.id)) return;
    const text = JSON.stringify(message);
    const bytes = Buffer.byteLength(text);
    while (this.entries.length > 0 && this.bytes + bytes > this.mostBytes) {
      this.dropped++;
      this.forget(this.entries[0]!);
    }
    const file = `${String(++this.lastNumber).padStart(15, '0')}-${message.id}.json`;
    replaceFile(path.join(this.folder, file), text);
    this.entries.push({ file, bytes, postponedUntilMs: -Infinity });
    this.bytes += bytes;
    this.changes.emit('change');
  }

  /** The oldest message that is not postponed; undefined if there is none. */
  next(nowMs: number): OutboxMessage | undefined {
    for (const entry of this.entries.filter(({ postponedUntilMs }) => postponedUntilMs <= nowMs)) {
      try {
        return JSON.parse(fs.readFileSync(path.join(this.folder, entry.file), 'utf8')) as OutboxMessage;
      } catch {
        // Removed or corrupted by something else.
        this.forget(entry);
      }
    }
    return undefined;
  }

  remove({ id }: OutboxMessage): void {
    const entry = this.find(id);
    if (entry) this.forget(entry);
  }

  /** Gives other messages precedence for some time. */
  postpone({ id }: OutboxMessage, untilMs: number): void {
    const entry = this.find(id);
    if (entry) entry.postponedUntilMs = untilMs;
  }

  /**
   * Resolves when a message is added.
   * @throws when `signal` is aborted
   */
  async changed(signal: AbortSignal): Promise<void> {
    await once(this.changes, 'change', { signal });
  }

  private find(id: string): Entry | undefined {
    return this.entries.find(({ file }) => FILE.exec(file)?.[2] === id);
  }

  private forget(entry: Entry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    this.bytes -= entry.bytes;
    fs.rmSync(path.join(this.folder, entry.file), { force: true });
  }
}
