import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE } from './workspace';

/** The lock file that the packages beside it were installed from. */
const INSTALLED_LOCK = '.installed-lock.json';

/**
 * Installs the packages of a folder that has a lock file of its own, unless they are there. Packages that few commands
 * need are installed this way by the first of them, and not by the `npm ci` of the workspace.
 *
 * The packages appear all at once: several processes may need them at the same moment.
 */
export function installPackages(folder: string, install: (folder: string) => void = runNpmCi): void {
  if (isInstalled(folder)) return;
  const cache = join(WORKSPACE, '.cache');
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'installing-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(folder, file), join(unfinished, file));
    install(unfinished);
    copyFileSync(join(folder, 'package-lock.json'), join(unfinished, 'node_modules', INSTALLED_LOCK));
    replaceModules(folder, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function isInstalled(folder: string): boolean {
  const installed = join(folder, 'node_modules', INSTALLED_LOCK);
  return (
    existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(join(folder, 'package-lock.json'), 'utf8')
  );
}

function runNpmCi(folder: string): void {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function replaceModules(folder: string, unfinished: string): void {
  const modules = join(folder, 'node_modules');
  // Another process was faster, and its packages may be in use.
  if (isInstalled(folder)) return;
  try {
    if (existsSync(modules)) renameSync(modules, join(unfinished, 'outdated'));
    renameSync(join(unfinished, 'node_modules'), modules);
  } catch (error) {
    // Another process may have been faster.
    if (!isInstalled(folder)) throw error;
  }
}
