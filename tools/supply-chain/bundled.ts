import fs from 'node:fs';
import path from 'node:path';
import { getPackageName } from './checks';
import type { LockedPackages } from './lock';

/**
 * Written by Vite beside a bundle: the bundled packages with the texts of their licences
 * (apps/console/vite.config.mjs).
 */
const LICENCES = 'licences.json';

interface BundledPackage {
  name: string;
  version: string;
}

/**
 * Packages whose code is in the bundles served by an app, by folder: the console is in the gateway's image, but its
 * packages are not.
 */
export function bundledPackages(app: string, root: string, locked: LockedPackages): string[] {
  const built = path.join(root, 'dist', app);
  const files = fs.readdirSync(built).map((name) => path.join(built, name, LICENCES));
  return files
    .filter((file) => fs.existsSync(file))
    .flatMap((file) => findFolders(JSON.parse(fs.readFileSync(file, 'utf8')) as BundledPackage[], locked));
}

/**
 * Folders where packages are installed. Pure.
 * @throws Error for one that is not in the lock file
 */
export function findFolders(bundled: readonly BundledPackage[], locked: LockedPackages): string[] {
  return bundled.map(({ name, version }) => {
    const found = Object.entries(locked).find(
      ([folder, one]) => getPackageName(folder) === name && one.version === version,
    );
    if (!found) throw new Error(`${name} ${version} is bundled and not in the lock file`);
    return found[0];
  });
}
