import { compareVersions } from '@wardstone/plugin-descriptor';

/** What decides between packages of one plugin. */
export interface PackageIdentity {
  /** Of the package's bytes. */
  readonly md5: string;
  readonly version: string;
  /** When it was uploaded, ms. */
  readonly modifiedMs: number;
}

/**
 * What becomes of a package beside the one that is registered: the same bytes change nothing, a higher version wins, and
 * of equal versions the later upload. See rule plugins-8.
 */
export function comparePackages(
  offered: PackageIdentity,
  registered: PackageIdentity,
): 'identical' | 'newer' | 'older' {
  if (offered.md5 === registered.md5) return 'identical';
  const order = compareVersions(offered.version, registered.version);
  // Uploads within one millisecond: what is offered came after what is registered.
  if (order === 0) return offered.modifiedMs >= registered.modifiedMs ? 'newer' : 'older';
  return order > 0 ? 'newer' : 'older';
}

/** The newest of several packages of one plugin; there is at least one. */
export function newestOf<P extends PackageIdentity>(packages: readonly P[]): P {
  return packages.reduce((newest, next) => (comparePackages(next, newest) === 'newer' ? next : newest));
}
