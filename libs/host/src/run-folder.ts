import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findHolder } from './postgres/postmaster-file';
import { type ProcessRecord, describeProcess, inspectProcess, isSameProcess, signalProcess } from './processes';

const PREFIX = 'wardstone-test-';
const OWNER_FILE = 'owner.json';
const SERVER_END_LIMIT_MS = 10_000;

/** Nothing of a run outlives it, and a disk takes its time over the thousands of files that each database is made of. */
const MEMORY = '/dev/shm';
/** Memory for a whole run, and for other programs. */
const MEMORY_NEEDED_BYTES = 8 * 1024 ** 3;

/** Data folder of a throw-away server in a run folder. */
export const DATABASE_FOLDER = 'postgres';

/**
 * A temporary folder for one run of tests; those of runs that were killed are cleared away first. In memory where there
 * is plenty, unless TMPDIR names another place.
 */
export function createRunFolder(parent = placeForRuns()): string {
  removeAbandoned(parent);
  const folder = fs.mkdtempSync(path.join(parent, PREFIX));
  // mkdtemp makes it 0700, which would shut out the account that a database server runs as when we are root.
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
      // Made a moment ago by another run, or not one of ours.
    }
  }
}

/** A server that is still writing would put files back into the folder while it is removed. */
function endServer(pid: number): void {
  signalProcess(pid, 'SIGQUIT');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + SERVER_END_LIMIT_MS;
  while (inspectProcess(pid).kind === 'alive' && performance.now() < deadline) Atomics.wait(pause, 0, 0, 20);
}
