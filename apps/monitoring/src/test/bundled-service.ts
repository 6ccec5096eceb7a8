import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The root of the workspace. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

/** Bundles the service into `service.js` of a folder, for tests that start and kill it as a process. */
export function bundleService(folder: string): void {
  const script = `import(process.argv[1]).then(({ bundle }) => bundle(JSON.parse(process.argv[2])))`;
  const entryPoints = { service: join(ROOT, 'apps', 'monitoring', 'src', 'main.ts') };
  const options = JSON.stringify({ root: ROOT, entryPoints, outdir: folder });
  execFileSync(process.execPath, ['-e', script, join(ROOT, 'tools', 'bundle.mjs'), options]);
}
