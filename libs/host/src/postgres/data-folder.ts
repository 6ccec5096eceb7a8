import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { canEnter, type RunAs, sharedFolder } from './binaries';

/**
 * The real, absolute path of the server's data. If the server's account cannot enter the wanted folder (root with a
 * checkout below a home of mode 0700), the data is in a shared folder and the wanted path is a link to it; removing the
 * link discards the data, like removing the folder.
 */
export function resolveDataFolder(wanted: string, runAs: RunAs): string {
  const folder = path.resolve(wanted);
  const linked = readLink(folder);
  if (linked !== undefined) return linked;
  const parent = path.dirname(folder);
  fs.mkdirSync(parent, { recursive: true });
  const real = path.join(fs.realpathSync(parent), path.basename(folder));
  if (canEnter(real, runAs)) return real;
  if (fs.existsSync(real)) throw new Error(`The database in ${real} cannot be reached by the account it must run as.`);
  const elsewhere = path.join(sharedFolder(), `data-${randomBytes(6).toString('hex')}`);
  fs.symlinkSync(elsewhere, real);
  return elsewhere;
}

function readLink(folder: string): string | undefined {
  try {
    return fs.readlinkSync(folder);
  } catch {
    return undefined;
  }
}
