// node tools/build-app.mjs <app> [--with <other app>]
//
// Bundles the programs of one app into dist/<app>: main.ts, migrate.ts, and the workers that these start. A worker
// x.worker.ts lies beside the x.ts that starts it, in the app or in a library; its bundle is written beside main.js. With
// the files of an app that was built before, in a folder of its name: the gateway serves the console. What Nx runs for
// `nx build <app>`, which knows when it is needed.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, describeBuildFailure } from './bundle.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [app, option, other] = process.argv.slice(2);
const source = path.join('apps', app ?? '', 'src');
const isKnown = app && fs.existsSync(path.join(root, source, 'main.ts'));
if (!isKnown || (option !== undefined && (option !== '--with' || !other))) {
  console.error('Usage: node tools/build-app.mjs <app> [--with <other app>], where apps/<app>/src/main.ts exists.');
  process.exit(1);
}

const programs = ['main', 'migrate'].filter((name) => fs.existsSync(path.join(root, source, `${name}.ts`)));

// Every file is replaced atomically, so that a program never reads half of one. Built at the depth of the final folder,
// because source maps contain relative paths.
const aside = path.join(root, 'dist', `.${app}-${process.pid}`);
const final = path.join(root, 'dist', app);
try {
  const entryPoints = Object.fromEntries(programs.map((name) => [name, path.join(source, `${name}.ts`)]));
  const { metafile } = await bundle({ root, entryPoints, outdir: aside, metafile: true });
  const workers = workersBeside(Object.keys(metafile.inputs));
  if (Object.keys(workers).length > 0) await bundle({ root, entryPoints: workers, outdir: aside });
  fs.mkdirSync(final, { recursive: true });
  if (other) replaceFolder(path.join(root, 'dist', other), path.join(final, other));
  for (const file of fs.readdirSync(aside)) fs.renameSync(path.join(aside, file), path.join(final, file));
} catch (error) {
  console.error(describeBuildFailure(error));
  process.exitCode = 1;
} finally {
  fs.rmSync(aside, { recursive: true, force: true });
}

/** Entry points of the workers beside the files of a bundle, by name. */
function workersBeside(files) {
  const entryPoints = {};
  for (const file of files) {
    const worker = file.replace(/\.ts$/, '.worker.ts');
    if (worker === file || !fs.existsSync(path.join(root, worker))) continue;
    const output = path.basename(worker, '.ts');
    if (entryPoints[output]) throw new Error(`two programs would be built as dist/${app}/${output}.js`);
    entryPoints[output] = worker;
  }
  return entryPoints;
}

/** Replaces a folder atomically. */
function replaceFolder(from, to) {
  const [fresh, old] = [`${aside}-fresh`, `${aside}-old`];
  fs.cpSync(from, fresh, { recursive: true });
  if (fs.existsSync(to)) fs.renameSync(to, old);
  fs.renameSync(fresh, to);
  fs.rmSync(old, { recursive: true, force: true });
}
