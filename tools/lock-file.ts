import fs from 'node:fs';

interface LockedPackage {
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

/**
 * Problems of a package-lock.json that would break `npm ci` on another machine: optional packages that npm silently
 * omitted because the registry lagged, and URLs of a particular registry.
 */
export function checkLockFile(file: string): string[] {
  const lock = JSON.parse(fs.readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  const problems: string[] = [];
  for (const [location, { resolved, link, optionalDependencies }] of Object.entries(lock.packages)) {
    if (resolved !== undefined && link !== true) problems.push(`${location} names a download address`);
    for (const name of Object.keys(optionalDependencies ?? {})) {
      const isLocked = placesToLook(location, name).some((place) => lock.packages[place] !== undefined);
      if (!isLocked)
        problems.push(`${location || 'the workspace'} requires ${name}, which is missing from the lock file`);
    }
  }
  return problems;
}

/** Folders where Node.js searches for `name` from a package at `location`, nearest first. */
function placesToLook(location: string, name: string): string[] {
  const parts = location === '' ? [] : location.split('/node_modules/');
  const folders = parts.map((_, depth) => `${parts.slice(0, depth + 1).join('/node_modules/')}/node_modules/${name}`);
  return [...folders.reverse(), `node_modules/${name}`];
}

export function main(): number {
  const files = fs.globSync('**/package-lock.json', { exclude: (name) => name === 'node_modules' });
  const problems = files.flatMap((file) => checkLockFile(file).map((problem) => `${file}: ${problem}`));
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}
