import { type AddCommands, toAction, withExamples } from '../../../cli/src';

export const addBackupCommand: AddCommands = (program, shell) => {
  withExamples(program.command('backup'), 'backup /var/backups/wardstone-monday')
    .argument('<folder>', 'a new folder')
    .summary('Copy the installation that runs here.')
    .description('Copy the running installation in DATA_DIR to a new folder, which can be used as DATA_DIR.')
    .action(
      toAction(shell, async (folder: string) => {
        const { backUpHere } = await import('./backup-here.js');
        await backUpHere(folder, (line) => shell.output.write(`${line}\n`));
      }),
    );
};
