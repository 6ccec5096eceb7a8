import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type RunAs, sharedFolder } from '@wardstone/host';
import type { HostUsers } from './host-users';
import { StartError } from './settings';

/** Sources of the started programs, and their build. */
export interface Checkout {
  folder: string;
  /** @throws Error with the output of the builds that failed */
  build: () => Promise<void>;
  /** Copies built apps and their packages with read access for every user. */
  copyPrograms: (apps: readonly string[], folder: string) => void;
}

/** Programs and settings to start. */
export interface Programs {
  /** Path of Node.js. */
  node: string;
  /** Contains dist/<app>/main.js. */
  root: string;
}

/**
 * The built programs where all users can read them: in the checkout, or, if it is below a home of mode 0700, in a copy.
 * @throws StartError when they cannot read the copy either
 */
export function readablePrograms(
  checkout: Checkout,
  apps: readonly string[],
  { services, agent }: HostUsers,
): Programs {
  const own = { node: process.execPath, root: checkout.folder };
  const users = [services, agent].filter(({ uid }) => uid !== undefined);
  const all = (check: (runAs: RunAs) => boolean): boolean => users.every(check);
  const canRun = ({ node, root }: Programs): boolean =>
    all((runAs) => canUse('-x', node, runAs) && probes(root, apps).every((file) => canUse('-r', file, runAs)));
  if (canRun(own)) return own;
  const programs = { node: copyOfNode(all), root: copyOfPrograms(checkout, apps) };
  if (canRun(programs)) return programs;
  throw new StartError(
    `The users of the processes cannot read ${programs.root} or ${programs.node}; start Wardstone as a plain user.`,
  );
}

/** Files that show whether everything is readable. */
function probes(root: string, apps: readonly string[]): string[] {
  return [
    ...apps.map((app) => path.join(root, 'dist', app, 'main.js')),
    path.join(root, 'node_modules', 'reflect-metadata', 'package.json'),
  ];
}

function canUse(how: '-r' | '-x', file: string, runAs: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${how} "$1"`, 'sh', file], { ...runAs, cwd: '/', env: {} }).status === 0;
}

function copyOfNode(all: (check: (runAs: RunAs) => boolean) => boolean): string {
  if (all((runAs) => canUse('-x', process.execPath, runAs))) return process.execPath;
  const copy = path.join(sharedFolder(), `node-${process.version}-${process.arch}`);
  if (!fs.existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    fs.copyFileSync(process.execPath, partial);
    fs.chmodSync(partial, 0o755);
    fs.renameSync(partial, copy);
  }
  return copy;
}

function hashPrograms(workspace: string, apps: readonly string[]): string {
  const hash = createHash('sha256').update(fs.readFileSync(path.join(workspace, 'package-lock.json')));
  for (const app of apps) {
    const folder = path.join(workspace, 'dist', app);
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(js|html)$/.test(name))) {
      hash.update(file).update(fs.readFileSync(path.join(folder, file)));
    }
  }
  return hash.digest('hex');
}

/** A copy for each checkout, recreated when the programs change. */
function copyOfPrograms(checkout: Checkout, apps: readonly string[]): string {
  const own = createHash('sha256').update(checkout.folder).digest('hex').slice(0, 12);
  const prefix = `programs-${own}-`;
  const folder = path.join(sharedFolder(), `${prefix}${hashPrograms(checkout.folder, apps).slice(0, 12)}`);
  if (fs.existsSync(folder)) return folder;
  for (const old of fs.readdirSync(sharedFolder()).filter((name) => name.startsWith(prefix))) {
    fs.rmSync(path.join(sharedFolder(), old), { recursive: true, force: true });
  }
  const partial = `${folder}.${process.pid}`;
  checkout.copyPrograms(apps, partial);
  fs.renameSync(partial, folder);
  return folder;
}
