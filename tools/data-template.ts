import fs from 'node:fs';
import path from 'node:path';
import { startSystem } from './system';

export const USAGE = `Usage: node tools/run.mjs data-template FOLDER
Starts the product on a new data folder and stops it. Tests of whole systems begin with copies, as databases are cloned.`;

export async function main([folder]: readonly string[]): Promise<number> {
  if (folder === undefined) {
    console.error(USAGE);
    return 1;
  }
  fs.mkdirSync(folder);
  const system = await startSystem({ dataDir: folder });
  const code = await system.stop();
  // A copy writes its own.
  fs.rmSync(path.join(folder, 'logs'), { recursive: true });
  return code ?? 1;
}
