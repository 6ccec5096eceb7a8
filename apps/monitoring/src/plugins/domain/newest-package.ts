import { compareVersions } from '@wardstone/plugin-descriptor';

/** Properties by which packages of a plugin are compared. */
export interface PackageIdentity {
  /** MD5 of the package. */
  readonly md5: string;
  readonly version: string;
  /** Time of the upload, in ms. */
  readonly modifiedMs: number;
}

/**
 * Compares a package with the registered one: identical bytes change nothing, a higher version wins, and of equal
 * versions the later upload. See rule plugins-8.
 */
export function comparePackages(
  offered: PackageIdentity,
  registered: PackageIdentity,
): 'identical' | 'newer' | 'older' {
  if (offered.md5 === registered.md5) return 'identical';
  const order = compareVersions(offered.version, registered.version);
  // Of uploads within one millisecond the offered one was later.
  if (order === 0) return offered.modifiedMs >= registered.modifiedMs ? 'newer' : 'older';
  return order > 0 ? 'newer' : 'older';
}

/** The newest of at least one package of a plugin. */
export function findNewest<P extends PackageIdentity>(packages: readonly P[]): P {
  return packages.reduce((newest, next) => (comparePackages(next, newest) === 'newer' ? next : newest));
}
