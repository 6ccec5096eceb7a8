import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';

const OTHERS_WRITE = constants.S_IWGRP | constants.S_IWOTH;
const STICKY = 0o1000;

interface Owned {
  uid: number;
  mode: number;
}

/** Why a user other than root or the agent's own could change it; undefined if none can. */
function getWeakness({ uid, mode }: Owned, isAncestor: boolean): string | undefined {
  if (uid !== 0 && uid !== process.geteuid?.()) return 'belongs to another user';
  // In a sticky folder such as /tmp, others can add files, but neither rename nor remove them.
  if ((mode & OTHERS_WRITE) !== 0 && !(isAncestor && (mode & STICKY) !== 0)) return 'can be written by others';
  return undefined;
}

/** @throws Error when another user than root or the agent's own could replace files in the folder */
export async function checkOwnedFolder(folder: string): Promise<void> {
  for (let place = folder, isAncestor = false; ; place = path.dirname(place), isAncestor = true) {
    const stat = await fs.lstat(place);
    if (!stat.isDirectory()) throw new Error(`${place} is not a folder, or a link`);
    const weakness = getWeakness(stat, isAncestor);
    if (weakness !== undefined) throw new Error(`${place} ${weakness}`);
    if (place === path.dirname(place)) return;
  }
}

/**
 * Opens a regular file with this name in a checked folder. The caller closes it.
 * @throws Error
 */
export async function openOwnedFile(folder: string, name: string): Promise<FileHandle> {
  const handle = await fs
    .open(path.join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    .catch((error: NodeJS.ErrnoException) => {
      throw new Error(error.code === 'ELOOP' ? `${name} is a link` : `${name} cannot be opened (${error.code})`);
    });
  const stat = await handle.stat();
  const problem = stat.isFile() ? getWeakness(stat, false) : 'is not a regular file';
  if (problem === undefined) return handle;
  await handle.close();
  throw new Error(`${name} ${problem}`);
}
