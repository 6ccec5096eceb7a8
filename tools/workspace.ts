import fs from 'node:fs';
import path from 'node:path';

/** The checkout's top folder, wherever the calling file was bundled to. */
export function workspaceRoot(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'package-lock.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no workspace above ${__dirname}`);
    folder = parent;
  }
  return folder;
}
