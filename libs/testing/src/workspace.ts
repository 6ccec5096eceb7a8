import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Root of the workspace, wherever a tool is bundled to. */
export const WORKSPACE = workspaceAbove(__dirname);

function workspaceAbove(folder: string): string {
  return existsSync(join(folder, 'nx.json')) ? folder : workspaceAbove(dirname(folder));
}
