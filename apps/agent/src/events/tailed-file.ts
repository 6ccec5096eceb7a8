import fs from 'node:fs/promises';
import path from 'node:path';

/** Up to where a file was read. A file is known by its inode, for its name passes to another when it is rotated. */
export interface Position {
  inode: number;
  offset: number;
}

/** Whole lines, and the place behind them. */
export interface ReadLines {
  lines: string[];
  /** Where reading goes on. */
  end: Position;
}

/** At most this much is read at a time; a longer line is cut into several. */
const MOST_BYTES = 256 * 1024;

/**
 * Reads what was appended to a log file since the position; undefined when there is nothing. What was rotated away is
 * read to its end first, under its new name, then its successor from the beginning. A file that shrank begins anew.
 */
export async function readAppended(file: string, from: Position): Promise<ReadLines | undefined> {
  const current = await statOf(file);
  if (current?.inode === from.inode) {
    if (current.size < from.offset) return { lines: [], end: { ...from, offset: 0 } };
    return readLines(file, from, current.size, false);
  }
  const rotated = await findRotated(file, from.inode);
  const rest = rotated && rotated.size > from.offset && (await readLines(rotated.file, from, rotated.size, true));
  if (rest) return rest;
  return current && { lines: [], end: { inode: current.inode, offset: 0 } };
}

/** The end of a file as it is now, where reading a file begins whose past is not of interest; undefined without one. */
export async function endOf(file: string): Promise<Position | undefined> {
  const current = await statOf(file);
  return current && { inode: current.inode, offset: current.size };
}

/** Exactly the lines between two places of one file, wherever it is now; undefined when it is gone. */
export async function readAgain(file: string, from: Position, end: Position): Promise<string[] | undefined> {
  if (from.inode !== end.inode || from.offset >= end.offset) return [];
  const current = await statOf(file);
  const found = current?.inode === from.inode ? { file, ...current } : await findRotated(file, from.inode);
  if (!found || found.size < end.offset) return undefined;
  return (await readLines(found.file, from, end.offset, true))?.lines;
}

async function statOf(file: string): Promise<{ inode: number; size: number } | undefined> {
  const found = await fs.stat(file).catch(() => undefined);
  return found?.isFile() ? { inode: found.ino, size: found.size } : undefined;
}

/** Rotated files stay in their folder and keep the beginning of their name. */
async function findRotated(file: string, inode: number): Promise<{ file: string; size: number } | undefined> {
  const folder = path.dirname(file);
  const [stem = ''] = path.basename(file).split('.');
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(stem))) {
    const full = path.join(folder, name);
    const found = await statOf(full);
    if (found?.inode === inode) return { file: full, size: found.size };
  }
  return undefined;
}

/** Lines from the position up to `size`; the last one only if it is whole, or nothing will follow (`isFinal`). */
async function readLines(file: string, from: Position, size: number, isFinal: boolean): Promise<ReadLines | undefined> {
  const length = Math.min(size - from.offset, MOST_BYTES);
  if (length <= 0) return undefined;
  const opened = await fs.open(file, 'r').catch(() => undefined);
  if (!opened) return undefined;
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await opened.read(buffer, 0, length, from.offset);
    const bytes = buffer.subarray(0, bytesRead);
    const isAtEnd = from.offset + bytesRead >= size;
    const lastBreak = bytes.lastIndexOf(10) + 1;
    const used = (isFinal && isAtEnd) || (lastBreak === 0 && bytesRead === MOST_BYTES) ? bytesRead : lastBreak;
    if (used === 0) return undefined;
    const lines = bytes.subarray(0, used).toString('utf8').split('\n');
    return {
      lines: lines.map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== ''),
      end: { inode: from.inode, offset: from.offset + used },
    };
  } finally {
    await opened.close();
  }
}
