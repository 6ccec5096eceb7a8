import { randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountError } from '../accounts/account';
import { createFile } from './atomic-file';

interface LockOwner {
  pid: number;
  host: string;
  token: string;
}

const RETRY_MS = 25;

/** Proves that the lock is held; checked right before the change. */
export interface HeldLock {
  /** @throws AccountError when another process took the lock for abandoned */
  requireHeld(): Promise<void>;
}

/**
 * Runs `work` while holding `<path>.lock`, so that two writers do not overwrite each other's change. The lock of a
 * killed process on the same host is taken over at once, any other never (the message says which file to remove).
 * @throws AccountError when the lock is not free within `waitMs`
 */
export async function withLock<T>(path: string, waitMs: number, work: (lock: HeldLock) => Promise<T>): Promise<T> {
  const lockPath = `${path}.lock`;
  const owner: LockOwner = { pid: process.pid, host: hostname(), token: randomBytes(8).toString('hex') };
  await acquire(lockPath, owner, waitMs);
  const isHeld = async (): Promise<boolean> => (await readOwner(lockPath))?.token === owner.token;
  try {
    return await work({
      requireHeld: async () => {
        if (!(await isHeld())) throw new AccountError(`${lockPath} was taken by another process; try again.`);
      },
    });
  } finally {
    if (await isHeld()) await rm(lockPath, { force: true });
  }
}

async function acquire(lockPath: string, owner: LockOwner, waitMs: number): Promise<void> {
  for (let tries = Math.ceil(waitMs / RETRY_MS); ; tries--) {
    // The file is created with its content, so that a lock always names its owner, even after a kill.
    if (await createFile(lockPath, JSON.stringify(owner))) return;
    const holder = await readOwner(lockPath);
    if (holder && isDead(holder)) await takeAway(lockPath, holder, owner);
    else if (tries > 0) await sleep(RETRY_MS);
    else throw new AccountError(`The file is being changed by another process; if none runs, remove ${lockPath}.`);
  }
}

/** Two processes may both find the holder dead: renaming lets one of them win, and a live lock is put back. */
async function takeAway(lockPath: string, dead: LockOwner, owner: LockOwner): Promise<void> {
  const aside = `${lockPath}.${owner.token}`;
  try {
    await rename(lockPath, aside);
  } catch {
    return;
  }
  const taken = await readOwner(aside);
  if (taken && taken.token !== dead.token) await rename(aside, lockPath);
  else await rm(aside, { force: true });
}

async function readOwner(path: string): Promise<LockOwner | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockOwner;
  } catch {
    return undefined;
  }
}

function isDead({ pid, host }: LockOwner): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
