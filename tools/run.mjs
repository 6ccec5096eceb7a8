// node tools/run.mjs <tool> [arguments]
//
// Bundles tools/<tool>.ts, or bench/<tool>.ts, into dist/tools, unless nothing has changed since, and runs it in this process. A tool exports
// `main(args)`, which returns the exit code (nothing means 0); an error it throws is a bug and is shown with its stack.
// `--help` prints its `USAGE`.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBundleFresh, recordBundle } from './kept-bundle.mjs';
import { broughtRuntime, otherRuntime, runInstead } from './runtime.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [tool, ...args] = process.argv.slice(2);

function leave(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (!fs.existsSync(path.join(root, 'node_modules', 'esbuild'))) leave('The packages are not installed: run "npm ci".');
const isName = tool !== undefined && /^[a-z-]+$/.test(tool);
const source =
  isName &&
  ['tools', 'bench'].map((folder) => `${folder}/${tool}.ts`).find((file) => fs.existsSync(path.join(root, file)));
if (!source) leave('Usage: node tools/run.mjs <tool> [arguments], where tools/<tool>.ts exists, or bench/<tool>.ts.');

// Caches compiled code for this and later processes.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'node');

let other;
try {
  other = otherRuntime(process.versions.node, broughtRuntime(root));
} catch (error) {
  leave(error.message);
}
if (other === undefined) await run();
else runInstead(other, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], root);

async function run() {
  const program = path.join(root, 'dist', 'tools', `${tool}.js`);
  if (!isBundleFresh(root, program)) await makeBundle(program);

  process.setSourceMapsEnabled(true);
  const require = createRequire(import.meta.url);
  try {
    const { main, USAGE } = require(program);
    if (USAGE && args.includes('--help')) console.log(USAGE);
    else process.exitCode = (await main?.(args)) ?? process.exitCode ?? 0;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}

async function makeBundle(program) {
  const { bundle, describeBuildFailure } = await import('./bundle.mjs');

  // Built in a separate folder until it is complete, so that two runs of one tool never read half a file. Beside
  // dist/tools, because source maps contain relative paths.
  const building = path.join('dist', `.tools-${process.pid}`);
  const begunMs = Date.now();
  fs.mkdirSync(path.dirname(program), { recursive: true });
  let made;
  try {
    made = await bundle({ root, entryPoints: { [tool]: source }, outdir: building, metafile: true });
  } catch (error) {
    leave(describeBuildFailure(error));
  }
  for (const file of [`${program}.map`, program]) {
    fs.renameSync(path.join(root, building, path.basename(file)), file);
  }
  fs.rmSync(path.join(root, building), { recursive: true });
  recordBundle(root, program, { inputs: Object.keys(made.metafile.inputs), begunMs });
}
