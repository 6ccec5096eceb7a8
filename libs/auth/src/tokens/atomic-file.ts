import { randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner may read or write. */
const PRIVATE = 0o600;

/**
 * Replaces a file as a whole: readers see the old or the new text, never a part, whenever the process is killed.
 * A kill may leave a `.tmp` file behind, which is never read.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = await writeTemporary(path, text);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path);
}

/** Creates a complete file; false if it already exists. */
export async function createFile(path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(path, text);
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(path);
  return true;
}

async function writeTemporary(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', PRIVATE);
  try {
    await giveToFolderOwner(dirname(path), file);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return temporary;
}

/** When root writes the file, it goes to the owner of the folder, whose program must be able to read and replace it. */
async function giveToFolderOwner(folder: string, file: FileHandle): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await file.chown(uid, gid);
}

/** Makes the new name survive a power cut; file systems that do not support this are ignored. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
