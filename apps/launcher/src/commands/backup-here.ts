import fs from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../../cli/src';
import { backUp, isDatabaseRunning } from '../backup';
import { dataFolder } from '../data-folder';

/** Copies the running installation in DATA_DIR. @throws CommandError */
export async function backUpHere(folder: string, say: (line: string) => void): Promise<void> {
  const dataDir = dataFolder();
  if (!isDatabaseRunning(dataDir))
    throw new CommandError(
      `No database is running in ${dataDir}; back up a stopped installation by copying the folder.`,
    );
  const target = path.resolve(folder);
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0) throw new CommandError(`${target} is not empty.`);
  const { files, bytes } = await backUp(dataDir, target);
  say(`${files} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}; to restore, use it as DATA_DIR.`);
}
