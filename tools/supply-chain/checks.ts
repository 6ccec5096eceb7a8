import type { LockedPackages } from './lock';

/** Licences that permit distributing a package inside the product, together with its text. */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'MIT-0',
  'Unlicense',
  'Python-2.0',
  'PostgreSQL',
  'Zlib',
  // Fonts, which may not be sold by themselves.
  'OFL-1.1',
]);

/** Packages whose package.json has no licence; each was read in its LICENSE file. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

/** Entries of package.json whose version is a range, so that they could install something else tomorrow. */
export function findUnpinned(manifest: Record<string, Versions | undefined>): string[] {
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
  return groups.flatMap((group) => rangesIn(manifest[group] ?? {}));
}

/** An override may apply to a single package, and `$name` stands for the workspace's version. */
interface Versions {
  [name: string]: string | Versions;
}

function rangesIn(versions: Versions): string[] {
  return Object.entries(versions).flatMap(([name, version]) => {
    if (typeof version !== 'string') return rangesIn(version);
    return /^(npm:.+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$|^\$|^file:/.test(version) ? [] : [`${name} ${version}`];
  });
}

/** Packages with an install script that are neither allowed nor refused in the list. */
export function unlistedScripts(packages: LockedPackages, listed: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(packages)
    .filter(([folder, { hasInstallScript }]) => hasInstallScript && !(getPackageName(folder) in listed))
    .map(([folder]) => getPackageName(folder));
}

/** Entries of the list that no package needs any more. */
export function staleScripts(packages: LockedPackages, listed: Readonly<Record<string, boolean>>): string[] {
  const needed = new Set(
    Object.entries(packages).flatMap(([folder, one]) => (one.hasInstallScript ? [getPackageName(folder)] : [])),
  );
  return Object.keys(listed).filter((name) => !needed.has(name));
}

/** Packages without a digest that proves that the reviewed version is installed. */
export function findUnproven(packages: LockedPackages): string[] {
  return Object.entries(packages)
    .filter(([folder, { integrity }]) => folder !== '' && !/^sha512-/.test(integrity ?? ''))
    .map(([folder]) => getPackageName(folder));
}

/** The licence of a package; `unknown` if neither the package nor our list has one. */
export function getLicence(folder: string, { license }: LockedPackages[string]): string {
  return license ?? READ_BY_HAND[getPackageName(folder)] ?? 'unknown';
}

/** Whether a licence, or an alternative in an expression, permits distribution. */
export function mayShip(licence: string): boolean {
  const offered = licence.replace(/[()]/g, '').split(/\s+OR\s+/);
  return offered.some((one) => one.split(/\s+AND\s+/).every((part) => ALLOWED.has(part)));
}

export function getPackageName(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
