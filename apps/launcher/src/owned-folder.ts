import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type RunAs, canEnter, sharedFolder } from '@wardstone/host';

const OWNER_ONLY = 0o700;

/** The folder of an installation. Others pass through it; what is secret inside has a mode of its own. */
export function makeDataFolder(dataDir: string): void {
  if (fs.existsSync(dataDir)) return;
  fs.mkdirSync(dataDir, { recursive: true });
  fs.chmodSync(dataDir, 0o711);
}

/**
 * A folder for one user alone, whose real path is returned. Root gives it to the user; where that user cannot reach it
 * (a checkout below a home of mode 0700), it lives in a shared folder and the wanted one is a link to it.
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

/** The real place of such a folder, whether or not it was made yet. */
export function placeOf(wanted: string): string {
  return fs.existsSync(wanted) ? fs.realpathSync(wanted) : wanted;
}

/** Changes the owner of files that an earlier version made as root; the user's own files are left alone. */
function give(folder: string, { uid = -1, gid = -1 }: RunAs): void {
  if (fs.statSync(folder).uid === uid) return;
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(folder, name), uid, gid);
  }
  fs.chownSync(folder, uid, gid);
}
