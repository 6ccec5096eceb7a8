import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyLoadedPackages } from '../assemble-image';
import { bundle } from '../bundle.mjs';
import { main as writeClientTypes } from '../client-types';
import { writeManifest } from '../package-manifest.mjs';
import { workspaceRoot } from '../workspace';

/**
 * Writes `@wardstone/client` as a package: one program, its types, and its dependencies, so that it needs no registry.
 */
export async function stageClient(folder: string, root = workspaceRoot()): Promise<void> {
  const source = path.join(root, 'libs', 'client');
  await writeClientTypes();
  await bundle({ root, entryPoints: { index: path.join(source, 'src', 'index.ts') }, outdir: folder });
  const compiler = path.join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
  const types = ['--declaration', '--emitDeclarationOnly', '--rootDir', 'src', '--outDir', path.join(folder, 'types')];
  const language = ['--target', 'es2024', '--module', 'node20', '--strict', '--skipLibCheck', '--ignoreConfig'];
  execFileSync(process.execPath, [compiler, ...types, ...language, '--types', 'node', 'src/index.ts'], { cwd: source });
  const packages = copyLoadedPackages(folder, root).map((place) => place.replace(/^.*node_modules\//, ''));
  writeManifest({ root, source, folder, packages });
  fs.copyFileSync(path.join(root, 'docs', 'client.md'), path.join(folder, 'README.md'));
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}
