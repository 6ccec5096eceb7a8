import path from 'node:path';
import { CommandError } from './command-error';
import { openSession } from './session';
import { uploadAll } from './uploads/run';
import { renderSummary } from './uploads/summary';
import { lookAt } from './uploads/upload-file';
import { withExamples } from './help';
import { type AddCommands, collect, toAction } from './shell';
import { COLUMNS, describeAttempt } from './upload-result/summary';
import { uploadResult } from './upload-result/upload';

/** Streams scan results to a running installation, one by one. */
export const addUploadResultCommand: AddCommands = (program, shell) => {
  withExamples(program.command('upload-result'), 'upload-result results-arf.xml --system web-1')
    .argument(
      '<file...>',
      'file that `oscap xccdf eval` wrote with --results-arf or --results (XML, optionally .gz or .bz2), or a report of InSpec, kube-bench, Wazuh SCA, Trivy (.json) or Lynis (.dat)',
    )
    .requiredOption(
      '--system <[FILE=]SYSTEM>',
      'id or name of the scanned system; FILE=SYSTEM for a single file',
      collect,
    )
    .summary('Upload scan results.')
    .description('Upload scan results.')
    .action(
      toAction(shell, async (given: string[], options: { system: string[] }) => {
        const systems = new Map(options.system.map(readSystem));
        const files = [...new Set(given.map((file) => path.resolve(file)))];
        const getSystem = (file: string): string | undefined => systems.get(path.basename(file)) ?? systems.get('');
        const homeless = files.find((file) => !getSystem(file));
        if (homeless !== undefined)
          throw new CommandError(`${path.basename(homeless)} names no system: give its id or name with --system.`);
        const session = openSession(process.env);
        const attempts = await uploadAll(files.map(lookAt), {
          upload: (file, onBytes) => uploadResult(session, file, getSystem(file.path)!, onBytes),
          describe: describeAttempt,
          output: shell.output,
        });
        if (attempts.length > 1)
          shell.output.write(`\n${renderSummary(attempts, COLUMNS, ({ outcome }) => outcome)}\n`);
        return attempts.every(({ result }) => result) ? 0 : 1;
      }),
    );
};

/** Parses `web-1`, or `web-1.xml=web-1`, as a pair of file name (empty: every file) and system. */
function readSystem(text: string): [string, string] {
  const at = text.indexOf('=');
  return [path.basename(text.slice(0, Math.max(at, 0))), text.slice(at + 1)];
}
