import { openSession } from './session';
import { uploadAll } from './uploads/run';
import { renderSummary } from './uploads/summary';
import { findGuideFiles } from './import-guide/guide-files';
import { type ImportOptions, makeImportQuery } from './import-guide/query';
import { COLUMNS, describeAttempt } from './import-guide/summary';
import { importGuide } from './import-guide/upload';
import { withExamples } from './help';
import { type AddCommands, collect, toAction } from './shell';

/** Streams security guides to a running installation, one by one. */
export const addImportGuideCommand: AddCommands = (program, shell) => {
  withExamples(
    program.command('import-guide'),
    'import-guide ssg-rhel9-ds.xml',
    'import-guide /usr/share/xml/scap/ssg/content --os-minor 4,5',
    'import-guide kube-bench.json --os-major 12',
  )
    .argument(
      '<place...>',
      'SCAP source datastreams (XML, or .gz of one), folders with files *-ds.xml or *-ds.xml.gz, or reports of other scanners, whose rules become the guide (.json, .dat)',
    )
    .option('--os-major <[FILE=]N>', 'OS major version, if the id of the guide does not contain it', collect)
    .option('--os-minor <N,...>', 'OS minor versions to add to every profile', collect)
    .option('--replace', 'replace a guide of the same id and version')
    .summary('Import security guides.')
    .description('Import security guides. Those already imported are skipped, so an interrupted run can be repeated.')
    .action(
      toAction(shell, async (places: string[], options: ImportOptions) => {
        const session = openSession(process.env);
        const attempts = await uploadAll(findGuideFiles(places), {
          upload: (file, onBytes) => importGuide(session, file, makeImportQuery(options, file.path), onBytes),
          describe: describeAttempt,
          output: shell.output,
        });
        if (attempts.length > 1)
          shell.output.write(`\n${renderSummary(attempts, COLUMNS, ({ outcome }) => outcome)}\n`);
        return attempts.every(({ result }) => result) ? 0 : 1;
      }),
    );
};
