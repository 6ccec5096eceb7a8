import fs from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { WatchedFiles } from '../domain/watched-files';

/** More files than this are not counted: looking at them would be a load of its own. */
const MOST_FILES = 500_000;

export const LOCAL_FILES: WatchedFiles = {
  readPid(file) {
    try {
      const pid = Number.parseInt(fs.readFileSync(file, 'utf8'), 10);
      return pid > 0 ? pid : undefined;
    } catch {
      return undefined;
    }
  },
  isFolder(folder) {
    return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  },
};

/** Space that all files below the folder take, as far as they can be seen; undefined when there are too many. */
export async function bytesBelow(folder: string): Promise<number | undefined> {
  let bytes = 0;
  let files = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    files += entries.length;
    if (files > MOST_FILES) return undefined;
    for (const entry of entries) {
      const full = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(full);
      else if (entry.isFile()) bytes += (await stat(full).catch(() => ({ size: 0 }))).size;
    }
  }
  return bytes;
}
