import fs from 'node:fs';
import path from 'node:path';

/** The Helm chart. */
export const CHART = 'charts/wardstone';

/** The checkout's root folder, wherever the calling file was bundled to. */
export function workspaceRoot(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'package-lock.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no workspace above ${__dirname}`);
    folder = parent;
  }
  return folder;
}

/** Version of the product. */
export function readVersion(root = workspaceRoot()): string {
  return (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The folder of this installation's data: DATA_DIR, or .data in the checkout. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(workspaceRoot(), env['DATA_DIR'] || '.data');
}
