import path from 'node:path';
import { CommandError } from './command-error';
import { findReport, type Report, REPORTS } from './find-report';
import { withExamples } from './help';
import { openSession, requireSuccess, send, type Session } from './session';
import { type AddCommands, printable, runs } from './shell';

const FILES: Readonly<Record<string, string>> = {
  html: 'evidence.html',
  pdf: 'evidence.pdf',
  csv: 'evidence.csv',
  sarif: 'evidence.sarif',
  oscal: 'evidence.oscal.json',
  'poam-csv': 'poam.csv',
  'poam-oscal': 'poam.oscal.json',
};
const FORMATS = Object.keys(FILES).join(', ');
/** Exit code if fewer systems are compliant than the threshold requires. */
const BELOW_THRESHOLD = 2;

interface Options {
  format?: string;
  output?: string;
  failUnder?: string;
  exceptions: boolean;
}

/** Writes evidence of a policy to a file, and checks the compliance rate, for pipelines. */
export const addEvidenceCommand: AddCommands = (program, shell) => {
  withExamples(
    program.command('evidence'),
    'evidence "CIS for the web servers" --format pdf --output cis.pdf',
    'evidence "CIS for the web servers" --fail-under 90',
  )
    .argument('<policy>', 'id or title of the policy')
    .option('--format <format>', `format of the file: ${FORMATS}; by the extension of --output when absent`)
    .option('--output <file>', 'file to write')
    .option('--fail-under <percent>', 'exit with 2 if fewer percent of the assigned systems are compliant')
    .option('--no-exceptions', 'count rules with an exception or a review as the scans do')
    .summary('Download evidence of a policy.')
    .description('Download evidence of a policy, and check how many of its systems are compliant.')
    .action(
      runs(shell, async (policy: string, { format, output, failUnder, exceptions }: Options) => {
        const threshold = failUnder === undefined ? undefined : readPercent(failUnder);
        const file = fileFor(format, output);
        const session = openSession(process.env);
        const report = await findReport(session, policy);
        if (output !== undefined) {
          const target = `${REPORTS}/${report.id}/${file}`;
          requireSaved(session, await send(session, { method: 'GET', target, saveTo: path.resolve(output) }));
        }
        const count = exceptions ? report.compliant_with_exceptions_system_count : report.compliant_system_count;
        shell.output.write(`${printable(describe(report, count))}\n`);
        return threshold !== undefined && percent(report, count) < threshold ? BELOW_THRESHOLD : 0;
      }),
    );
};

/** Percentage of compliant systems among the assigned ones; 0 if none is assigned. Pure. */
function percent({ assigned_system_count: assigned }: Report, compliant: number): number {
  return assigned === 0 ? 0 : (compliant * 100) / assigned;
}

function describe(report: Report, compliant: number): string {
  const { title, assigned_system_count: assigned, reported_system_count: reported, stale_system_count: stale } = report;
  const share = `${compliant} of ${assigned} assigned systems are compliant (${Math.floor(percent(report, compliant))}%)`;
  return `${title}: ${share}; ${reported} have reported, ${stale} of these results are stale.`;
}

/** @throws CommandError */
function readPercent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 100)) {
    throw new CommandError(`--fail-under takes a number from 0 to 100, not ${text}.`);
  }
  return value;
}

/** @throws CommandError */
function fileFor(format: string | undefined, output: string | undefined): string | undefined {
  if (output === undefined) {
    if (format !== undefined) throw new CommandError('--format needs --output.');
    return undefined;
  }
  const name = format ?? path.extname(output).slice(1);
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file === undefined) throw new CommandError(`Unknown format: ${name || 'none'}. Formats: ${FORMATS}.`);
  return file;
}

function requireSaved(session: Session, response: Awaited<ReturnType<typeof send>>): void {
  if (response.status !== 200) requireSuccess(session, response);
}
