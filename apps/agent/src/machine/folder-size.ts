import fs from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@wardstone/clock';
import { type OpenedFolder, type PermittedFiles, Refused } from './permitted-files';

export interface WalkLimits {
  entries: number;
  depth: number;
  ms: number;
}

/** Beyond these limits, walking all files would be a load of its own. */
export const WALK_LIMITS: WalkLimits = { entries: 500_000, depth: 64, ms: 60_000 };

interface Walk {
  files: PermittedFiles;
  limits: WalkLimits;
  clock: Clock;
  endsMs: number;
  signal: AbortSignal;
  entries: number;
  bytes: number;
}

/**
 * Size of all readable files below the folder; undefined if it does not exist. Follows no links and enters no kernel
 * file system.
 * @throws Refused when the agent may not read there, or there is too much
 */
export async function bytesBelow(
  files: PermittedFiles,
  named: string,
  { clock, signal, limits = WALK_LIMITS }: { clock: Clock; signal: AbortSignal; limits?: WalkLimits },
): Promise<number | undefined> {
  const folder = await files.openFolder(named);
  if (!folder) return undefined;
  const walk: Walk = { files, limits, clock, endsMs: clock.monotonic() + limits.ms, signal, entries: 0, bytes: 0 };
  await addFolder(walk, folder, 1);
  return walk.bytes;
}

/** Adds the contents of the folder, and closes it. */
async function addFolder(walk: Walk, folder: OpenedFolder, depth: number): Promise<void> {
  const { limits, clock, signal } = walk;
  try {
    if (depth > limits.depth) throw new Refused(`it is more than ${limits.depth} folders deep`);
    const entries = await fs.opendir(folder.inside).catch(() => undefined);
    if (!entries) return;
    for await (const entry of entries) {
      signal.throwIfAborted();
      if (++walk.entries > limits.entries) throw new Refused(`it contains more than ${limits.entries} files`);
      if (clock.monotonic() > walk.endsMs) throw new Refused(`reading it takes longer than ${limits.ms / 1000} s`);
      if (entry.isFile()) {
        walk.bytes += (await fs.lstat(path.join(folder.inside, entry.name)).catch(() => undefined))?.size ?? 0;
      } else if (entry.isDirectory()) {
        const below = await walk.files.openFolderIn(folder, entry.name);
        if (below) await addFolder(walk, below, depth + 1);
      }
    }
  } finally {
    await folder.handle.close();
  }
}
