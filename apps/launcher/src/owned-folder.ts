import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type RunAs, canEnter, sharedFolder } from '@wardstone/host';

const OWNER_ONLY = 0o700;

/** Creates the folder of an installation. Other users may enter it; secret files have their own mode. */
export function makeDataFolder(dataDir: string): void {
  if (fs.existsSync(dataDir)) return;
  fs.mkdirSync(dataDir, { recursive: true });
  fs.chmodSync(dataDir, 0o711);
}

/**
 * Creates a folder for one user, and returns its real path. Root assigns it to the user; if that user cannot enter the
 * path (a checkout below a home of mode 0700), it is in a shared folder and the path is a link to it.
 */
export function ownedFolder(wanted: string, runAs: RunAs): string {
  if (!fs.existsSync(wanted)) {
    fs.rmSync(wanted, { force: true });
    fs.mkdirSync(wanted, { mode: OWNER_ONLY });
  }
  const real = fs.realpathSync(wanted);
  fs.chmodSync(real, OWNER_ONLY);
  if (runAs.uid === undefined) return real;
  give(real, runAs);
  if (canEnter(real, runAs)) return real;
  const elsewhere = path.join(sharedFolder(), `data-${randomBytes(6).toString('hex')}`);
  fs.cpSync(real, elsewhere, { recursive: true });
  fs.chmodSync(elsewhere, OWNER_ONLY);
  give(elsewhere, runAs);
  fs.rmSync(real, { recursive: true });
  fs.symlinkSync(elsewhere, real);
  return elsewhere;
}

/** The real path of such a folder, whether it exists or not. */
export function resolveFolder(wanted: string): string {
  return fs.existsSync(wanted) ? fs.realpathSync(wanted) : wanted;
}

/** Changes the owner of files that an earlier release created as root; other files are unchanged. */
function give(folder: string, { uid = -1, gid = -1 }: RunAs): void {
  if (fs.statSync(folder).uid === uid) return;
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(folder, name), uid, gid);
  }
  fs.chownSync(folder, uid, gid);
}
