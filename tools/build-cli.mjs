// node tools/build-cli.mjs
//
// Builds apps/cli into dist/cli, the folder of a package: the program, the documents of the services that it reads, and a
// package.json with the packages that it loads. What Nx runs for `nx build cli`.
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, describeBuildFailure } from './bundle.mjs';
import { writeManifest } from './package-manifest.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const source = path.join(root, 'apps', 'cli');
const aside = path.join(root, 'dist', `.cli-${process.pid}`);
const final = path.join(root, 'dist', 'cli');
const readJson = (...place) => JSON.parse(fs.readFileSync(path.join(...place), 'utf8'));

try {
  const entryPoints = { main: path.join('apps', 'cli', 'src', 'main.ts') };
  const { metafile } = await bundle({ root, entryPoints, outdir: aside, metafile: true });
  const loaded = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path: name }) => name));
  const names = loaded.filter((name) => !isBuiltin(name)).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)[0]);
  writeManifest({ root, source, folder: aside, packages: [...new Set(names)].sort() });
  fs.cpSync(path.join(source, 'bin'), path.join(aside, 'bin'), { recursive: true });
  fs.copyFileSync(path.join(source, 'README.md'), path.join(aside, 'README.md'));
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(aside, 'LICENSE'));
  const documents = path.join('docs', 'openapi');
  fs.mkdirSync(path.join(aside, documents), { recursive: true });
  for (const file of fs.readdirSync(path.join(root, documents))) {
    fs.writeFileSync(path.join(aside, documents, file), JSON.stringify(readJson(root, documents, file)));
  }
  fs.rmSync(final, { recursive: true, force: true });
  fs.renameSync(aside, final);
} catch (error) {
  console.error(describeBuildFailure(error));
  process.exitCode = 1;
} finally {
  fs.rmSync(aside, { recursive: true, force: true });
}
