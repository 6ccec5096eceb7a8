// The only conversion of TypeScript to programs for Node.js, shared by run.mjs (tools) and build.ts (apps): esbuild
// bundles our own sources, packages stay in node_modules, and SWC compiles the files with decorators, because esbuild
// does not emit the type metadata for dependency injection and validation.
import { promises as fs } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import swc from '@swc/core';

const HOLDS_DECORATOR = /@[A-Za-z]\w*\s*\(|^\s*@[A-Z]\w*\s*$/m;

/** @type {import('esbuild').Plugin} */
const decoratorMetadata = {
  name: 'decorator-metadata',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await fs.readFile(file, 'utf8');
      if (!HOLDS_DECORATOR.test(source)) return { contents: source, loader: 'ts' };
      const { code } = await swc.transform(source, {
        filename: file,
        swcrc: false,
        sourceMaps: 'inline',
        jsc: {
          target: 'es2022',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/**
 * Source maps of packages are ignored, because reading them takes a sixth of the start time; our own errors are shown
 * with the lines of their sources.
 */
const MAPS_OF_OURS_ALONE = {
  banner:
    '"use strict"; const mapsAreOn = process.sourceMapsEnabled; if (mapsAreOn) process.setSourceMapsEnabled(false);',
  footer: 'if (mapsAreOn) process.setSourceMapsEnabled(true);',
};

export async function bundle({ root, entryPoints, outdir, metafile = false }) {
  return esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir: path.resolve(root, outdir),
    bundle: true,
    platform: 'node',
    target: 'node22.22',
    format: 'cjs',
    packages: 'external',
    tsconfig: path.join(root, 'tsconfig.base.json'),
    sourcemap: 'linked',
    // Node.js keeps the whole map in memory, but stack traces need no sources.
    sourcesContent: false,
    banner: { js: MAPS_OF_OURS_ALONE.banner },
    footer: { js: MAPS_OF_OURS_ALONE.footer },
    keepNames: true,
    metafile,
    logLevel: 'silent',
    plugins: [decoratorMetadata],
  });
}

/** The problems of a failed build, one per line as "file:line:column message". */
export function describeBuildFailure(error) {
  const problems = error?.errors ?? [];
  if (problems.length === 0) return String(error?.message ?? error);
  return problems
    .map(({ text, location }) => (location ? `${location.file}:${location.line}:${location.column} ${text}` : text))
    .join('\n');
}
