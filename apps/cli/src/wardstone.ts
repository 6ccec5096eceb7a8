import { ApiError } from '@wardstone/client';
import { Command, CommanderError, Help } from 'commander';
import { CommandError } from './command-error';
import { ENVIRONMENT } from './session';
import { productVersion } from './product';
import type { Output } from './uploads/progress';
import { addActCommands } from './act';
import { addApprovalCommands } from './approve';
import { addImportGuideCommand } from './import-guide';
import { addChangeCommands } from './change';
import { addCompletionCommand } from './completion';
import { addConvertCommand } from './convert';
import { addDeclarativeCommands } from './declarative/commands';
import { addEvidenceCommand } from './evidence';
import { addMovePoliciesCommand } from './move-policies';
import { addListCommands } from './list';
import { addLoginCommands } from './login';
import { type AddCommands, explainFailure, toPrintableLines, type Shell } from './shell';
import { addUploadResultCommand } from './upload-result';
import { addWatchCommands } from './watch';

/** In the order of the help. */
const COMMANDS = [
  addLoginCommands,
  addListCommands,
  addWatchCommands,
  addChangeCommands,
  addActCommands,
  addApprovalCommands,
  addDeclarativeCommands,
  addConvertCommand,
  addImportGuideCommand,
  addUploadResultCommand,
  addEvidenceCommand,
  addMovePoliciesCommand,
];

/** @param others commands that need more than the API of an installation */
export function makeProgram(shell: Shell, others: readonly AddCommands[] = []): Command {
  const program = new Command('wardstone')
    .description('The command line of Wardstone.')
    .version(productVersion(), '-V, --version', 'print the version')
    .option('--url <address>', 'address of the gateway, instead of that of the login')
    .on('option:url', (url: string) => (process.env['WARDSTONE_URL'] = url))
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', `\n${ENVIRONMENT}`)
    .showHelpAfterError('(--help explains the command)')
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: (option) => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : ''),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void shell.output.write(text),
      writeErr: (text) => console.error(toPrintableLines(text.trimEnd())),
    });
  for (const add of [...COMMANDS, ...others, addCompletionCommand]) add(program, shell);
  return program;
}

/** The command `wardstone`: everything done from a shell with a running installation. */
export async function main(
  args: string[],
  output: Output = process.stdout,
  others: readonly AddCommands[] = [],
): Promise<number> {
  const shell: Shell = { output, code: 0 };
  // A reader such as `head` closes the pipe when it has enough.
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    await makeProgram(shell, others).parseAsync(args, { from: 'user' });
    return shell.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandError) && !(error instanceof ApiError)) throw error;
    console.error(explainFailure(error));
    return 1;
  }
}
