import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type * as Esbuild from 'esbuild';

/** Name of the bundle beside main.js; tools that build the service must make it from guide-reader.worker.ts. */
const BUNDLED = 'guide-reader.worker.js';
const SOURCE = 'guide-reader.worker.ts';

let sourceBundle: string | undefined;

/** Starts the thread from its bundle, or from source where there is none (tests). */
export function startGuideReaderThread(options: WorkerOptions): Worker {
  const bundled = path.join(__dirname, BUNDLED);
  if (existsSync(bundled)) return new Worker(bundled, options);
  sourceBundle ??= bundleFromSource();
  return new Worker(sourceBundle, { ...options, eval: true });
}

/** The development dependency is loaded here only: an installed service has the bundle. */
function bundleFromSource(): string {
  const { buildSync } = createRequire(__filename)('esbuild') as typeof Esbuild;
  const { outputFiles } = buildSync({
    entryPoints: [path.join(__dirname, SOURCE)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
