import { compareDebian } from './compare-debian';
import { compareRpm } from './compare-rpm';
import { splitVersion, type VersionParts } from './version-parts';

export type PackageFormat = 'deb' | 'rpm';

/** Installed packages with this name, and a matching version if there is a comparator. */
export interface PackageQuery {
  name: string;
  comparator?: '<' | '<=' | '=' | '>=' | '>';
  version?: string;
}

const QUERY =
  /^\s*([A-Za-z0-9][A-Za-z0-9+._-]{0,199})\s*(?:(<=|>=|<|>|=)\s*([A-Za-z0-9][A-Za-z0-9.+~^:_-]{0,199})\s*)?$/;

/** Parses `openssl`, `openssl < 3.0.13` and the like; undefined for other text. */
export function parsePackageQuery(text: string): PackageQuery | undefined {
  const [whole, name, comparator, version] = QUERY.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  if (comparator === undefined || version === undefined) return { name };
  return { name, comparator: comparator as NonNullable<PackageQuery['comparator']>, version };
}

/** Whether an installed version matches the query. Parts that the query omits are not compared. */
export function matchesVersion(
  { comparator, version }: PackageQuery,
  installed: string,
  format: PackageFormat,
): boolean {
  if (comparator === undefined || version === undefined) return true;
  const wanted = splitVersion(version);
  const compare = format === 'deb' ? compareDebian : compareRpm;
  const difference = compare(toText(reduced(splitVersion(installed), wanted)), version);
  switch (comparator) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '=':
      return difference === 0;
    case '>=':
      return difference >= 0;
    case '>':
      return difference > 0;
  }
}

function reduced({ epoch, version, release }: VersionParts, wanted: VersionParts): VersionParts {
  return {
    epoch: wanted.epoch === undefined ? undefined : epoch,
    version,
    release: wanted.release === undefined ? undefined : release,
  };
}

function toText({ epoch, version, release }: VersionParts): string {
  return `${epoch === undefined ? '' : `${epoch}:`}${version}${release === undefined ? '' : `-${release}`}`;
}
