import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { bundle, describeBuildFailure } from './bundle.mjs';
import { workspaceRoot } from './workspace';

const HASH_FILE = 'dist/apps.hash';

/** What a build depends on, apart from the version of Node.js. */
const INPUTS = ['apps', 'libs', 'tools/bundle.mjs', 'tsconfig.base.json', 'package.json', 'package-lock.json'];

/** Bundles every app into dist/<app>, unless the sources are those of the last build. Answers whether it built. */
export async function build({ root = workspaceRoot(), force = false } = {}): Promise<boolean> {
  const hash = hashInputs(root);
  const hashFile = path.join(root, HASH_FILE);
  const entryPoints = findEntryPoints(root);
  if (!force && readIfPresent(hashFile) === hash && allBuilt(root, entryPoints)) return false;
  fs.rmSync(hashFile, { force: true });
  await bundleAside(root, entryPoints);
  fs.writeFileSync(hashFile, hash);
  return true;
}

/** Says which sources the programs of the last build were made of. */
export function buildHash(root = workspaceRoot()): string {
  return fs.readFileSync(path.join(root, HASH_FILE), 'utf8');
}

/** Every file appears whole at its place: a program that starts while another builds never reads half of one. */
async function bundleAside(root: string, entryPoints: Record<string, string>): Promise<void> {
  // At the depth of the final folders, because source maps hold relative paths.
  const aside = (folder: string) => `.${folder}-${process.pid}`;
  const asidePoints = Object.entries(entryPoints).map(([output, source]) => [
    path.posix.join(aside(path.posix.dirname(output)), path.posix.basename(output)),
    source,
  ]);
  await bundle({ root, entryPoints: Object.fromEntries(asidePoints) as Record<string, string>, outdir: 'dist' });
  const folders = [...new Set(Object.keys(entryPoints).map((output) => path.posix.dirname(output)))];
  for (const folder of folders) {
    const from = path.join(root, 'dist', aside(folder));
    const to = path.join(root, 'dist', folder);
    fs.mkdirSync(to, { recursive: true });
    for (const file of fs.readdirSync(from)) fs.renameSync(path.join(from, file), path.join(to, file));
    fs.rmdirSync(from);
  }
}

/**
 * The programs of each app: main.ts, migrate.ts, and workers, which end up beside main.js whatever folder they are
 * written in. Keys are output names without extension.
 */
function findEntryPoints(root: string): Record<string, string> {
  const entryPoints: Record<string, string> = {};
  for (const app of fs.readdirSync(path.join(root, 'apps')).sort()) {
    const source = path.join('apps', app, 'src');
    for (const file of listFiles(path.join(root, source))) {
      const isTopLevel = path.dirname(file) === '.';
      const isProgram = (isTopLevel && /^(main|migrate)\.ts$/.test(file)) || file.endsWith('.worker.ts');
      if (!isProgram) continue;
      const output = `${app}/${path.basename(file, '.ts')}`;
      if (entryPoints[output]) throw new Error(`two programs would be built as dist/${output}.js`);
      entryPoints[output] = path.join(source, file);
    }
  }
  return entryPoints;
}

function allBuilt(root: string, entryPoints: Record<string, string>): boolean {
  return Object.keys(entryPoints).every((output) => fs.existsSync(path.join(root, 'dist', `${output}.js`)));
}

function hashInputs(root: string): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const full = path.join(root, input);
    const files = fs.statSync(full).isDirectory() ? listFiles(full).map((file) => path.join(full, file)) : [full];
    for (const file of files.filter((name) => !/spec\.ts$|\.md$/.test(name)).sort()) {
      hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function listFiles(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function readIfPresent(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

export async function main(): Promise<number> {
  const started = performance.now();
  try {
    await build({ force: true });
  } catch (error) {
    console.error(describeBuildFailure(error));
    return 1;
  }
  console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return 0;
}
