import fs from 'node:fs';
import path from 'node:path';

const LIMIT_BYTES = 50 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;

/** A service's log, to which the service itself appends; one older generation is kept. */
export class LogFile {
  private readonly timer: NodeJS.Timeout;

  constructor(readonly file: string) {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    this.shorten();
    this.timer = setInterval(() => this.shorten(), CHECK_INTERVAL_MS);
    this.timer.unref();
  }

  /** A descriptor for appending; the caller closes it. */
  open(): number {
    return fs.openSync(this.file, 'a', 0o600);
  }

  size(): number {
    return fs.statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** The message of the last line after byte `from`: `msg` of a JSON line, or the line itself. */
  lastMessage(from: number): string | undefined {
    const length = Math.max(0, this.size() - from);
    const buffer = Buffer.alloc(Math.min(length, 64 * 1024));
    const descriptor = fs.openSync(this.file, 'r');
    fs.readSync(descriptor, buffer, 0, buffer.length, this.size() - buffer.length);
    fs.closeSync(descriptor);
    const lines = buffer
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const messages = lines.map(toMessage);
    return messages.at(-1);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Copied and truncated instead of renamed, because the service holds the file open. */
  private shorten(): void {
    if (this.size() < LIMIT_BYTES) return;
    fs.copyFileSync(this.file, `${this.file}.1`);
    fs.truncateSync(this.file);
  }
}

function toMessage(line: string): string {
  try {
    const { msg, error, err } = JSON.parse(line) as {
      msg?: string;
      error?: { message?: string };
      err?: { message?: string };
    };
    const cause = error?.message ?? err?.message;
    return [msg, cause].filter(Boolean).join(': ') || line;
  } catch {
    return line.trim();
  }
}
