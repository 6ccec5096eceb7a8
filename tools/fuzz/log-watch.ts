import fs from 'node:fs';
import path from 'node:path';

/** Reads lines added to log files, even after a file is truncated; a character is a byte. */
export class LogWatch {
  private readonly seenBytes = new Map<string, number>();
  private readonly rests = new Map<string, string>();

  constructor(private readonly folder: string) {}

  /** The complete lines since the last call. */
  newLines(name: string): string[] {
    const file = path.join(this.folder, `${name}.log`);
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const seen = this.seenBytes.get(name) ?? 0;
    // The truncated part is in a copy.
    const text = size < seen ? readFrom(`${file}.1`, seen) + readFrom(file, 0) : readFrom(file, seen);
    this.seenBytes.set(name, size < seen ? size : seen + text.length);
    const lines = ((this.rests.get(name) ?? '') + text).split('\n');
    this.rests.set(name, lines.pop()!);
    return lines;
  }
}

function readFrom(file: string, start: number): string {
  if (!fs.existsSync(file)) return '';
  const descriptor = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fs.fstatSync(descriptor).size - start));
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, start)).toString('latin1');
  } finally {
    fs.closeSync(descriptor);
  }
}
