import { start } from '../apps/launcher/src';
import { copyPrograms } from './assemble-image';
import { build } from './build';
import { workspaceRoot } from './workspace';

export const USAGE = 'Usage: npm start (settings are variables of the environment: see docs/quickstart.md)';

export function main(): Promise<number> {
  const folder = workspaceRoot();
  return start({
    folder,
    build: () => build(folder),
    copyPrograms: (apps, target) => copyPrograms(apps, target, folder),
  });
}
