import fs from 'node:fs';
import path from 'node:path';
import { type PackageNeeds, importedPackages, packageClosure } from './assemble-image/package-closure';
import { build } from './build';
import { workspaceRoot } from './workspace';

/** Files that a running program does not read: types, source maps of packages, tests and documentation. */
const LEFT_OUT_FILES = /\.d\.[cm]?ts$|\.(css|[cm]?js|ts)\.map$|\.tsbuildinfo$|^(README|CHANGELOG|HISTORY)(\.md)?$/i;
const LEFT_OUT_FOLDERS = /^(node_modules|test|tests|__tests__|docs?|examples?|benchmarks?|coverage|\.github)$/;

/** Copies of packages for module systems and environments that the programs do not use. */
const UNUSED_COPIES: Readonly<Record<string, readonly string[]>> = {
  'class-transformer': ['bundles', 'esm2015', 'esm5'],
  'class-validator': ['bundles', 'esm2015', 'esm5'],
  rxjs: ['src', 'dist/bundles', 'dist/esm', 'dist/esm5', 'dist/types'],
  typeorm: ['browser'],
};

/** Content of the image of an app. */
export interface AssembledApp {
  /** Packages by folder. */
  packages: string[];
  bytes: number;
}

/** Names of the apps with an image. */
export function imageApps(root = workspaceRoot()): string[] {
  return fs
    .readdirSync(path.join(root, 'apps'))
    .filter((app) => fs.existsSync(path.join(root, 'apps', app, 'src', 'main.ts')))
    .sort();
}

/** Apps that run permanently; the command line has an image for interactive use. */
export function deployedApps(root = workspaceRoot()): string[] {
  return imageApps(root).filter((app) => app !== 'cli');
}

/**
 * Copies everything that a built app needs to run into `folder`: its programs, and the installed packages that they
 * load. docker/Dockerfile copies that folder into the image, and tests start the apps from it.
 */
export function assembleImage(app: string, folder: string, root = workspaceRoot()): AssembledApp {
  const built = path.join(root, 'dist', app);
  fs.mkdirSync(folder, { recursive: true });
  if (fs.readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  fs.cpSync(built, folder, { recursive: true });
  const packages = copyLoadedPackages(folder, root);
  return { packages, bytes: toSize(folder) };
}

/** Copies built apps and their packages, in the layout of the checkout, with read access for every user. */
export function copyPrograms(apps: readonly string[], folder: string, root = workspaceRoot()): void {
  fs.mkdirSync(folder, { recursive: true });
  for (const app of apps) fs.cpSync(path.join(root, 'dist', app), path.join(folder, 'dist', app), { recursive: true });
  const packages = new Set(apps.flatMap((app) => imagePackages(app, root)));
  for (const at of packages) copyPackage(path.join(root, at), path.join(folder, at), fs.copyFileSync);
  makeReadable(folder);
}

function makeReadable(folder: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    fs.chmodSync(file, entry.isDirectory() ? 0o755 : 0o644 | (fs.statSync(file).mode & 0o111));
  }
  fs.chmodSync(folder, 0o755);
}

/** Copies the packages that the programs in `folder` load. */
export function copyLoadedPackages(folder: string, root = workspaceRoot()): string[] {
  const packages = loadedPackages(folder, root);
  for (const at of packages) copyPackage(path.join(root, at), path.join(folder, at));
  return packages;
}

/** Installed packages that the programs of a built app load, by folder. */
export function imagePackages(app: string, root = workspaceRoot()): string[] {
  return loadedPackages(path.join(root, 'dist', app), root);
}

function loadedPackages(built: string, root: string): string[] {
  const programs = fs.readdirSync(built).filter((file) => file.endsWith('.js'));
  const imported = programs.flatMap((file) => [...importedPackages(fs.readFileSync(path.join(built, file), 'utf8'))]);
  return packageClosure(imported, {
    needsOf: (at) => readJson<PackageNeeds>(path.join(root, at, 'package.json')),
    isProduction: productionPackages(root),
  });
}

/** Whether a name belongs to an installation without development packages. */
function productionPackages(root: string): (name: string) => boolean {
  const lock = readJson<{ packages: Record<string, { dev?: boolean; devOptional?: boolean }> }>(
    path.join(root, 'package-lock.json'),
  )!;
  const names = Object.entries(lock.packages)
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([at]) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length));
  return (name) => names.includes(name);
}

/** Copies a package without nested packages, which are copied if they are needed themselves. */
function copyPackage(from: string, to: string, copyFile: typeof linkOrCopy = linkOrCopy): void {
  const name = /((@[^/]+\/)?[^/]+)$/.exec(from)![1]!;
  const unused = new Set((UNUSED_COPIES[name] ?? []).map((folder) => path.join(from, folder)));
  const copyFolder = (source: string, target: string, isTop: boolean): void => {
    fs.mkdirSync(target, { recursive: true });
    for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
      const [inner, outer] = [path.join(source, entry.name), path.join(target, entry.name)];
      if (unused.has(inner) || LEFT_OUT_FILES.test(entry.name)) continue;
      if (entry.isDirectory()) {
        if (!isTop || !LEFT_OUT_FOLDERS.test(entry.name)) copyFolder(inner, outer, false);
      } else copyFile(inner, outer);
    }
  };
  copyFolder(from, to, true);
}

/** Hard links are much faster for the many small files of a package. */
function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}

function readJson<T>(file: string): T | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : undefined;
}

function toSize(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** `node tools/run.mjs assemble-image APP FOLDER`: the files for the image of an app. */
export async function main([app, folder]: string[]): Promise<number> {
  const apps = imageApps();
  if (!app || !folder || !apps.includes(app)) {
    console.error(`Usage: node tools/run.mjs assemble-image APP FOLDER, where APP is one of ${apps.join(', ')}.`);
    return 1;
  }
  try {
    await build();
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
  const { packages, bytes } = assembleImage(app, folder);
  console.log(`${app}: ${packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB`);
  return 0;
}
