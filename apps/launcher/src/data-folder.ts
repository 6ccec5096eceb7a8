import path from 'node:path';

/** The folder of the installation's data. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(env['DATA_DIR'] || '.data');
}
