import fs from 'node:fs';
import path from 'node:path';
import { nameOf } from './checks';
import type { LockedPackages } from './lock';

/** What Vite writes beside a bundle: the packages inside, with the texts of their licences (apps/console/vite.config.mjs). */
const LICENCES = 'licences.json';

interface BundledPackage {
  name: string;
  version: string;
}

/**
 * The packages whose code is in the bundles that an app serves, by the folder they were installed in: the console is in
 * the image of the gateway, but its packages are not.
 */
export function bundledPackages(app: string, root: string, locked: LockedPackages): string[] {
  const built = path.join(root, 'dist', app);
  const files = fs.readdirSync(built).map((name) => path.join(built, name, LICENCES));
  return files
    .filter((file) => fs.existsSync(file))
    .flatMap((file) => foldersOf(JSON.parse(fs.readFileSync(file, 'utf8')) as BundledPackage[], locked));
}

/** Where packages are installed. Pure. @throws Error for one that is not in the lock file */
export function foldersOf(bundled: readonly BundledPackage[], locked: LockedPackages): string[] {
  return bundled.map(({ name, version }) => {
    const found = Object.entries(locked).find(([folder, one]) => nameOf(folder) === name && one.version === version);
    if (!found) throw new Error(`${name} ${version} is bundled and not in the lock file`);
    return found[0];
  });
}
