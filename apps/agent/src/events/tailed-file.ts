import type { FoundFile, PermittedFiles } from '../machine/permitted-files';

/** Up to where a file was read. A file is known by device and inode: its name passes to another when it is rotated. */
export interface Position {
  /** Undefined in what an earlier version noted. */
  device?: number | undefined;
  inode: number;
  offset: number;
}

/** Whole lines, and the place behind them. */
export interface ReadLines {
  lines: string[];
  /** Position of the next read. */
  end: Position;
}

/** At most this much is read at a time; a longer line is cut into several. */
export const MAX_BYTES = 256 * 1024;

/**
 * Reads what was appended to a log file since the position; undefined when there is nothing. What was renamed within its
 * folder is read to its end first, then its successor from the beginning. Any other file that took the name is read from
 * its end on: nothing says that its content is a log. A file that shrank is read from the beginning.
 *
 * @throws Refused
 */
export async function readAppended(
  files: PermittedFiles,
  named: string,
  from: Position,
): Promise<ReadLines | undefined> {
  const current = await files.find(named);
  if (current && isAt(current, from)) {
    if (current.size < from.offset) return { lines: [], end: { ...from, offset: 0 } };
    return readLines(files, current, from, false);
  }
  const rotated = await files.findRenamed(named, from);
  const rest = rotated && rotated.size > from.offset && (await readLines(files, rotated, from, true));
  if (rest) return rest;
  return current && { lines: [], end: { ...toPlace(current), offset: rotated ? 0 : current.size } };
}

/** The end of a file as it is now; undefined without one. @throws Refused */
export async function endOf(files: PermittedFiles, named: string): Promise<Position | undefined> {
  const current = await files.find(named);
  return current && { ...toPlace(current), offset: current.size };
}

/** Exactly the lines between two places of one file, wherever it is now; undefined when it does not exist any more. @throws Refused */
export async function readAgain(
  files: PermittedFiles,
  named: string,
  from: Position,
  end: Position,
): Promise<string[] | undefined> {
  if (from.inode !== end.inode || from.offset >= end.offset) return [];
  const current = await files.find(named);
  const found = current && isAt(current, from) ? current : await files.findRenamed(named, from);
  if (!found || found.size < end.offset) return undefined;
  return (await readLines(files, { ...found, size: end.offset }, from, true))?.lines;
}

function isAt({ device, inode }: FoundFile, position: Position): boolean {
  return inode === position.inode && (position.device === undefined || device === position.device);
}

function toPlace({ device, inode }: FoundFile): { device: number; inode: number } {
  return { device, inode };
}

/** Lines from the position to the end; the last one only if it is whole, or nothing will follow (`isFinal`). */
async function readLines(
  files: PermittedFiles,
  file: FoundFile,
  from: Position,
  isFinal: boolean,
): Promise<ReadLines | undefined> {
  const { size } = file;
  const length = Math.min(size - from.offset, MAX_BYTES);
  if (length <= 0) return undefined;
  const opened = await files.open(file);
  if (!opened) return undefined;
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await opened.read(buffer, 0, length, from.offset);
    const bytes = buffer.subarray(0, bytesRead);
    const isAtEnd = from.offset + bytesRead >= size;
    const lastBreak = bytes.lastIndexOf(10) + 1;
    const used = (isFinal && isAtEnd) || (lastBreak === 0 && bytesRead === MAX_BYTES) ? bytesRead : lastBreak;
    if (used === 0) return undefined;
    const lines = bytes.subarray(0, used).toString('utf8').split('\n');
    return {
      lines: lines.map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== ''),
      end: { ...toPlace(file), offset: from.offset + used },
    };
  } finally {
    await opened.close();
  }
}
