import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findHolder } from './postgres/postmaster-file';
import { type ProcessRecord, describeProcess, inspectProcess, isSameProcess, signalProcess } from './processes';

const PREFIX = 'wardstone-test-';
const OWNER_FILE = 'owner.json';
const SERVER_END_LIMIT_MS = 10_000;

/** The files of a run are temporary, and a disk is slow with the thousands of files of each database. */
const MEMORY = '/dev/shm';
/** Enough for a whole run and other programs. */
const MEMORY_NEEDED_BYTES = 8 * 1024 ** 3;

/** Data folder of the temporary server in a run folder. */
export const DATABASE_FOLDER = 'postgres';

/**
 * A temporary folder for one test run; folders of killed runs are removed first. In memory if there is enough, unless
 * TMPDIR is set.
 */
export function createRunFolder(parent = placeForRuns()): string {
  removeAbandoned(parent);
  const folder = fs.mkdtempSync(path.join(parent, PREFIX));
  // mkdtemp uses mode 0700, which would exclude the account of the database server when we are root.
  fs.chmodSync(folder, 0o711);
  fs.writeFileSync(path.join(folder, OWNER_FILE), JSON.stringify(describeProcess(process.pid)));
  return folder;
}

function placeForRuns(): string {
  if (process.env['TMPDIR'] || !isWritable(MEMORY)) return os.tmpdir();
  removeAbandoned(MEMORY);
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) < MEMORY_NEEDED_BYTES ? os.tmpdir() : MEMORY;
}

function isWritable(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function removeRunFolder(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

function removeAbandoned(parent: string): void {
  for (const name of fs.readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(parent, name);
    try {
      if (fs.lstatSync(folder).uid !== os.userInfo().uid) continue;
      const owner = JSON.parse(fs.readFileSync(path.join(folder, OWNER_FILE), 'utf8')) as ProcessRecord;
      if (isSameProcess(owner)) continue;
      for (const server of fs.readdirSync(folder)) {
        const holder = findHolder(path.join(folder, server));
        if (holder.kind === 'running') endServer(holder.pid);
      }
      removeRunFolder(folder);
    } catch {
      // Another run has just created it, or it is not ours.
    }
  }
}

/** A server that still writes would recreate files while the folder is removed. */
function endServer(pid: number): void {
  signalProcess(pid, 'SIGQUIT');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + SERVER_END_LIMIT_MS;
  while (inspectProcess(pid).kind === 'alive' && performance.now() < deadline) Atomics.wait(pause, 0, 0, 20);
}
