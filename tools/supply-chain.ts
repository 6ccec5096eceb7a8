import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { imageApps, imagePackages } from './assemble-image';
import { build } from './build';
import { billOfMaterials } from './supply-chain/bill-of-materials';
import { bundledPackages } from './supply-chain/bundled';
import {
  getLicence,
  mayShip,
  getPackageName,
  staleScripts,
  unlistedScripts,
  findUnpinned,
  findUnproven,
} from './supply-chain/checks';
import { type LockedPackages, readLock } from './supply-chain/lock';
import { workspaceRoot } from './workspace';

const FOLDER = 'dist/sbom';

/**
 * `npm run sbom`: writes a bill of materials of every image to dist/sbom, prints the licences in them, and checks that
 * versions are pinned, digests are present and install scripts were decided upon. Exit code 1 if a check fails.
 */
export async function main(): Promise<number> {
  const root = workspaceRoot();
  await build();
  const packages = readLock(root);
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  fs.mkdirSync(path.join(root, FOLDER), { recursive: true });
  const shipped = new Set<string>();
  for (const app of imageApps(root)) {
    const folders = [...new Set([...imagePackages(app, root), ...bundledPackages(app, root, packages)])].sort();
    folders.forEach((folder) => shipped.add(folder));
    writeBill(root, app, manifest.version, folders, packages);
    console.log(`${FOLDER}/${app}.cdx.json: ${folders.length} packages`);
  }
  const licences = countLicences(root, [...shipped], packages);
  console.log('\nLicences of the packages in the images:');
  for (const [licence, names] of licences) console.log(`  ${String(names.length).padStart(4)}  ${licence}`);
  const problems = toProblems(manifest, packages, licences);
  for (const problem of problems) console.log(`\n${problem}`);
  console.log(problems.length === 0 ? '\nversions pinned, digests present, scripts and licences as allowed' : '');
  return problems.length === 0 ? 0 : 1;
}

interface Manifest {
  version: string;
  allowScripts: Record<string, boolean>;
  [group: string]: unknown;
}

function writeBill(
  root: string,
  app: string,
  version: string,
  folders: readonly string[],
  packages: LockedPackages,
): void {
  const billed = folders.map((folder) => {
    const here = installed(root, folder);
    const locked = packages[folder];
    const licence = getLicence(folder, locked ?? here);
    return {
      name: getPackageName(folder),
      version: here.version,
      ...(licence === 'unknown' ? {} : { licence }),
      ...(locked?.integrity === undefined ? {} : { integrity: locked.integrity }),
    };
  });
  const about = { serial: randomUUID(), madeAt: new Date().toISOString() };
  const bill = billOfMaterials({ name: `wardstone-${app}`, version }, billed, about);
  fs.writeFileSync(path.join(root, FOLDER, `${app}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
}

/** A package may be in another folder than in the lock file if the folder was not installed only from it. */
function installed(root: string, folder: string): { version: string; license?: string } {
  return JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as { version: string };
}

function countLicences(
  root: string,
  folders: readonly string[],
  packages: LockedPackages,
): [licence: string, names: string[]][] {
  const found = new Map<string, string[]>();
  for (const folder of folders) {
    const licence = getLicence(folder, packages[folder] ?? installed(root, folder));
    found.set(licence, [...(found.get(licence) ?? []), getPackageName(folder)]);
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length);
}

function toProblems(manifest: Manifest, packages: LockedPackages, licences: [string, string[]][]): string[] {
  const lists: [string, string[]][] = [
    ['Versions that are ranges', findUnpinned(manifest as never)],
    ['Packages without a SHA-512 digest', findUnproven(packages)],
    ['Undecided install scripts (allowScripts in package.json)', unlistedScripts(packages, manifest.allowScripts)],
    ['Install scripts in allowScripts that no package has', staleScripts(packages, manifest.allowScripts)],
    [
      'Licences not allowed',
      licences
        .filter(([licence]) => !mayShip(licence))
        .flatMap(([licence, names]) => names.map((name) => `${name} (${licence})`)),
    ],
  ];
  return lists.filter(([, names]) => names.length > 0).map(([title, names]) => `${title}: ${names.join(', ')}`);
}
