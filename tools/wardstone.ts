import { ApiError } from '@wardstone/client';
import { Command, CommanderError, Help } from 'commander';
import { CommandError } from './command-error';
import { ENVIRONMENT } from './session';
import { versionOf } from './workspace';
import type { Output } from './uploads/progress';
import { addActCommands } from './wardstone/act';
import { addAccountCommands } from './wardstone/account-commands';
import { addBackupCommand } from './wardstone/backup';
import { addImportGuideCommand } from './wardstone/import-guide';
import { addChangeCommands } from './wardstone/change';
import { addCompletionCommand } from './wardstone/completion';
import { addConvertCommand } from './wardstone/convert';
import { addDeclarativeCommands } from './wardstone/declarative/commands';
import { addListCommands } from './wardstone/list';
import { addLoginCommands } from './wardstone/login';
import { explained, printableLines, type Shell } from './wardstone/shell';
import { addUploadResultCommand } from './wardstone/upload-result';
import { addWatchCommands } from './wardstone/watch';

/** In the order of the help. */
const COMMANDS = [
  addLoginCommands,
  addListCommands,
  addWatchCommands,
  addChangeCommands,
  addActCommands,
  addDeclarativeCommands,
  addConvertCommand,
  addImportGuideCommand,
  addUploadResultCommand,
  addAccountCommands,
  addBackupCommand,
  addCompletionCommand,
];

export function makeProgram(shell: Shell): Command {
  const program = new Command('wardstone')
    .description('The command line of Wardstone.')
    .version(versionOf(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', `\n${ENVIRONMENT}`)
    .showHelpAfterError('(--help explains the command)')
    .configureHelp({
      optionDescription: (option) => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : ''),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void shell.output.write(text),
      writeErr: (text) => console.error(printableLines(text.trimEnd())),
    });
  for (const add of COMMANDS) add(program, shell);
  return program;
}

/** `wardstone`: everything that is done from a shell with an installation that runs. */
export async function main(args: string[], output: Output = process.stdout): Promise<number> {
  const shell: Shell = { output, code: 0 };
  // A reader that has seen enough, like `head`, closes the pipe.
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    await makeProgram(shell).parseAsync(args, { from: 'user' });
    return shell.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandError) && !(error instanceof ApiError)) throw error;
    console.error(explained(error));
    return 1;
  }
}
