// node tools/build-app.mjs <app> [--with <other app>]
//
// Bundles the programs of one app into dist/<app>: main.ts, migrate.ts, and workers, which end up beside main.js
// whatever folder they are written in. With the files of an app that was built before, in a folder of its name: the
// gateway serves the console. What Nx runs for `nx build <app>`, which knows when it is needed.
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

const entryPoints = {};
for (const file of fs.readdirSync(path.join(root, source), { recursive: true })) {
  if (!/^(main|migrate)\.ts$/.test(file) && !file.endsWith('.worker.ts')) continue;
  const output = path.basename(file, '.ts');
  if (entryPoints[output]) throw new Error(`two programs would be built as dist/${app}/${output}.js`);
  entryPoints[output] = path.join(source, file);
}

// Every file appears whole at its place: a program that starts meanwhile never reads half of one. Built at the depth of
// the final folder, because source maps hold relative paths.
const aside = path.join(root, 'dist', `.${app}-${process.pid}`);
const final = path.join(root, 'dist', app);
try {
  await bundle({ root, entryPoints, outdir: aside });
  fs.mkdirSync(final, { recursive: true });
  if (other) replaceFolder(path.join(root, 'dist', other), path.join(final, other));
  for (const file of fs.readdirSync(aside)) fs.renameSync(path.join(aside, file), path.join(final, file));
} catch (error) {
  console.error(describeBuildFailure(error));
  process.exitCode = 1;
} finally {
  fs.rmSync(aside, { recursive: true, force: true });
}

/** A folder in place of another, whole from one moment to the next. */
function replaceFolder(from, to) {
  const [fresh, old] = [`${aside}-fresh`, `${aside}-old`];
  fs.cpSync(from, fresh, { recursive: true });
  if (fs.existsSync(to)) fs.renameSync(to, old);
  fs.renameSync(fresh, to);
  fs.rmSync(old, { recursive: true, force: true });
}
