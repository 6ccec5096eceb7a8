import fs from 'node:fs';
import path from 'node:path';

/** What package-lock.json says about an installed package, as far as it is read here. */
interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}

/** Packages by the folder they are installed in; the workspace itself is ''. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

export function readLock(root: string): LockedPackages {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  return lock.packages;
}
