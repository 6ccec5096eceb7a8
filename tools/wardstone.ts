import { main as runCommands, type Output } from '../apps/cli/src';
import { addAccountCommands, addBackupCommand } from '../apps/launcher/src';
import { dataFolder } from './workspace';

/** `npx wardstone` in the checkout: the command line, with commands for the local installation. */
export function main(args: string[], output?: Output): Promise<number> {
  process.env['DATA_DIR'] = dataFolder();
  return runCommands(args, output, [addAccountCommands, addBackupCommand]);
}
