import type { FoundFile, PermittedFiles } from '../machine/permitted-files';

/**
 * Position up to which a file was read. A file is identified by device and inode, because rotation passes its name on.
 */
export interface Position {
  device: number;
  inode: number;
  offset: number;
}

/** Complete lines, and the position after them. */
export interface ReadLines {
  lines: string[];
  /** Start of the next read. */
  end: Position;
}

/** Maximum number of bytes read at once; a longer line is split. */
export const MAX_BYTES = 256 * 1024;

/**
 * Reads what was appended to a log file since the position; undefined if nothing was. A file renamed within its folder
 * is read to its end first, then its successor from the start. Any other file that took the name is read from its end
 * on, because its content may not be a log. A truncated file is read from the start.
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

/**
 * The current end of a file; undefined if it does not exist.
 * @throws Refused
 */
export async function findEnd(files: PermittedFiles, named: string): Promise<Position | undefined> {
  const current = await files.find(named);
  return current && { ...toPlace(current), offset: current.size };
}

/**
 * Exactly the lines between two positions of a file, wherever it is now; undefined if it no longer exists.
 * @throws Refused
 */
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
  return inode === position.inode && device === position.device;
}

function toPlace({ device, inode }: FoundFile): { device: number; inode: number } {
  return { device, inode };
}

/** Lines from the position to the end; the last one only if it is complete, or nothing will follow (`isFinal`). */
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
