import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

/** The root of the workspace. */
const ROOT = join(__dirname, '..', '..', '..', '..');

/** Bundles the service into `service.js` of a folder, for tests that start and kill it as a process. */
export function bundleService(folder: string): void {
  const script = `import(process.argv[1]).then(({ bundle }) => bundle(JSON.parse(process.argv[2])))`;
  const entryPoints = { service: join(ROOT, 'apps', 'monitoring', 'src', 'main.ts') };
  const options = JSON.stringify({ root: ROOT, entryPoints, outdir: folder });
  execFileSync(process.execPath, ['-e', script, join(ROOT, 'tools', 'bundle.mjs'), options]);
}

/** Starts the service that was bundled into a folder. */
export function startBundledService(folder: string, settings: NodeJS.ProcessEnv): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    NODE_PATH: join(ROOT, 'node_modules'),
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    HOST: '127.0.0.1',
    PORT: '0',
    IDENTITY_TRUST: 'plain',
    SAMPLE_INVENTORY: 'false',
    ...settings,
  };
  return spawn(process.execPath, [join(folder, 'service.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
