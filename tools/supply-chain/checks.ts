import type { LockedPackages } from './lock';

/** Licences that let us ship a package inside the product, with its text kept beside it. */
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
]);

/** Packages whose package.json names no licence; each was read in its LICENSE file. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

/** Entries of package.json whose version is a range: they would install something else tomorrow. */
export function unpinned(manifest: Record<string, Versions | undefined>): string[] {
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
  return groups.flatMap((group) => rangesIn(manifest[group] ?? {}));
}

/** Overrides may be those of one package alone, and `$name` is the version that the workspace has. */
interface Versions {
  [name: string]: string | Versions;
}

function rangesIn(versions: Versions): string[] {
  return Object.entries(versions).flatMap(([name, version]) => {
    if (typeof version !== 'string') return rangesIn(version);
    return /^(npm:.+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$|^\$/.test(version) ? [] : [`${name} ${version}`];
  });
}

/** Packages that want to run a script when they are installed and are in no list: neither allowed nor refused. */
export function unlistedScripts(packages: LockedPackages, listed: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(packages)
    .filter(([folder, { hasInstallScript }]) => hasInstallScript && !(nameOf(folder) in listed))
    .map(([folder]) => nameOf(folder));
}

/** Entries of the list that no package needs any more. */
export function staleScripts(packages: LockedPackages, listed: Readonly<Record<string, boolean>>): string[] {
  const needed = new Set(
    Object.entries(packages).flatMap(([folder, one]) => (one.hasInstallScript ? [nameOf(folder)] : [])),
  );
  return Object.keys(listed).filter((name) => !needed.has(name));
}

/** Packages without the digest that proves what is installed is what was looked at. */
export function unproven(packages: LockedPackages): string[] {
  return Object.entries(packages)
    .filter(([folder, { integrity, link }]) => folder !== '' && !link && !/^sha512-/.test(integrity ?? ''))
    .map(([folder]) => nameOf(folder));
}

/** The licence of a package; `unknown` when neither it nor our list names one. */
export function licenceOf(folder: string, { license }: LockedPackages[string]): string {
  return license ?? READ_BY_HAND[nameOf(folder)] ?? 'unknown';
}

/** Whether a licence, or one of those an expression offers, may be shipped. */
export function mayShip(licence: string): boolean {
  const offered = licence.replace(/[()]/g, '').split(/\s+OR\s+/);
  return offered.some((one) => one.split(/\s+AND\s+/).every((part) => ALLOWED.has(part)));
}

export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
