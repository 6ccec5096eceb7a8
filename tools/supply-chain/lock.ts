import fs from 'node:fs';
import path from 'node:path';

/** The parts of package-lock.json about an installed package that are read here. */
interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}

/** Packages by the folder where they are installed; the workspace itself is ''. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Without folders of the workspace that are linked as packages. */
export function readLock(root: string): LockedPackages {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  return Object.fromEntries(
    Object.entries(lock.packages).filter(
      ([folder, { link }]) => folder === '' || (folder.startsWith('node_modules/') && !link),
    ),
  );
}
