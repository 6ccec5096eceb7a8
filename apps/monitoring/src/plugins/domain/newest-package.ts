import { compareVersions } from '@wardstone/plugin-descriptor';

/** Facts that decide between packages of one plugin. */
export interface PackageIdentity {
  /** MD5 of the package. */
  readonly md5: string;
  readonly version: string;
  /** When it was uploaded, ms. */
  readonly modifiedMs: number;
}

/**
 * Compares a package with the registered one: the same bytes change nothing, a higher version wins, and of equal
 * versions the later upload. See rule plugins-8.
 */
export function comparePackages(
  offered: PackageIdentity,
  registered: PackageIdentity,
): 'identical' | 'newer' | 'older' {
  if (offered.md5 === registered.md5) return 'identical';
  const order = compareVersions(offered.version, registered.version);
  // Equal times are uploads within one millisecond, of which the offered one came later.
  if (order === 0) return offered.modifiedMs >= registered.modifiedMs ? 'newer' : 'older';
  return order > 0 ? 'newer' : 'older';
}

/** The newest of several packages of one plugin; there is at least one. */
export function newestOf<P extends PackageIdentity>(packages: readonly P[]): P {
  return packages.reduce((newest, next) => (comparePackages(next, newest) === 'newer' ? next : newest));
}
